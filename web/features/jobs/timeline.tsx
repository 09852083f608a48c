/** Shows the events of a job in order, to the second, and how long each step took. */
import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import type { JobEvent } from '#contracts/calls/jobs/jobs-answers.ts';
import { formatDate, formatDuration, formatSecond } from '#web/lib/dates.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Said } from '#web/ui/said.tsx';
import { useWords } from '#web/lib/words.ts';
import { jobWords } from './words.ts';

type Step = { event: JobEvent; day: string | null; tookMs: number | null };

/** The day is named where it changes. The last event has no duration, because nothing has followed it. */
function stepsOf(events: JobEvent[]): Step[] {
  return events.map((event, index) => {
    const [before, after] = [events[index - 1], events[index + 1]];
    const day = formatDate(event.at);
    return {
      event,
      day: before && formatDate(before.at) === day ? null : day,
      tookMs: after ? Date.parse(after.at) - Date.parse(event.at) : null,
    };
  });
}

function StepItem(props: { step: Step }) {
  const { event, day, tookMs } = props.step;
  const words = useWords(jobWords);
  return (
    <Flex as="li" gap="3">
      <Box boxSize="2" borderRadius="full" bg="border.control" mt="1.5" flexShrink="0" aria-hidden />
      <Box minW="0" flex="1">
        <Text textStyle="sm">
          <Said text={event.message} data={event.messageData} />
        </Text>
        <Flex
          justify="space-between"
          gap="3"
          textStyle="xs"
          color="fg.muted"
          fontVariantNumeric="tabular-nums"
        >
          <time dateTime={event.at}>{[day, formatSecond(event.at)].filter(Boolean).join(', ')}</time>
          {tookMs === null ? null : (
            <Text as="span" aria-label={words.tookNamed(formatDuration(tookMs))}>
              {formatDuration(tookMs)}
            </Text>
          )}
        </Flex>
      </Box>
    </Flex>
  );
}

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
        {stepsOf(props.events).map((step, index) => (
          <StepItem key={`${step.event.at}-${index}`} step={step} />
        ))}
      </Stack>
    </Panel>
  );
}
