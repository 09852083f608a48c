/** Shows the events of a job in order. */
import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import type { JobEvent } from '#contracts/calls/jobs-answers.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Said } from '#web/ui/said.tsx';
import { useWords } from '#web/lib/words.ts';
import { jobWords } from './words.ts';

export function Timeline(props: { events: JobEvent[] }) {
  const words = useWords(jobWords);
  return (
    <Panel title={words.timeline}>
      {props.events.length === 0 ? (
        <Text textStyle="sm" color="fg.muted">
          {words.nothingYet}
        </Text>
      ) : null}
      <Stack as="ol" listStyleType="none" gap="3">
        {props.events.map((event, index) => (
          <Flex as="li" key={`${event.at}-${index}`} gap="3">
            <Box boxSize="2" borderRadius="full" bg="border.control" mt="1.5" flexShrink="0" aria-hidden />
            <Box minW="0">
              <Text textStyle="sm">
                <Said text={event.message} data={event.messageData} />
              </Text>
              <Text asChild textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
                <time dateTime={event.at}>{formatDateTime(event.at)}</time>
              </Text>
            </Box>
          </Flex>
        ))}
      </Stack>
    </Panel>
  );
}
