/** What the job's credits became: reserved, used, returned. */
import { Box, Flex, Text } from '@chakra-ui/react';
import { formatCredits } from '#contracts/credits.ts';
import type { JobDetail } from '#contracts/jobs.ts';
import { Panel } from '../../ui/panel.tsx';
import { hasEnded } from './queries.ts';

export function Receipt(props: { job: JobDetail }) {
  const { job } = props;
  const { creditsReserved, creditsUsed, creditsReturned } = job;
  const lines = [
    ['Reserved at the start', creditsReserved + creditsUsed + creditsReturned],
    ['Used', creditsUsed],
    ['Returned', creditsReturned],
    ['Still reserved', creditsReserved],
  ] as const;
  return (
    <Panel title="Credits">
      <Box as="dl" textStyle="sm" fontVariantNumeric="tabular-nums">
        {lines.map(([label, credits]) => (
          <Flex
            key={label}
            justify="space-between"
            gap="4"
            py="1"
            borderTopWidth="1px"
            _first={{ borderTopWidth: '0' }}
          >
            <Text as="dt" color="fg.muted">
              {label}
            </Text>
            <Text as="dd" fontWeight="medium">
              {formatCredits(credits)}
            </Text>
          </Flex>
        ))}
      </Box>
      <Text textStyle="xs" color="fg.muted" pt="2">
        {hasEnded(job)
          ? 'Rows with an answer of the portal cost their credits; all others gave theirs back.'
          : 'Reserved credits are spent row by row; what is not used comes back when the job ends.'}
      </Text>
    </Panel>
  );
}
