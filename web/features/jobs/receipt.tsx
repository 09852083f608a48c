/** Shows how a job's credits were reserved, used and returned. */
import { Box, Flex, Text } from '@chakra-ui/react';
import { formatDecimals } from '#web/lib/numbers.ts';
import type { JobDetail } from '#contracts/calls/jobs/jobs-answers.ts';
import { Panel } from '#web/ui/panel.tsx';
import { hasEnded } from './queries.ts';
import { useBankName } from '#web/lib/bank-name.ts';
import { useWords } from '#web/lib/words.ts';
import { jobWords } from './words.ts';

export function Receipt(props: { job: JobDetail }) {
  const { job } = props;
  const words = useWords(jobWords);
  const bank = useBankName()(job.bank);
  const { creditsReserved, creditsReservedFirst, creditsReservedAgain, creditsUsed, creditsReturned } = job;
  const lines: [string, number][] = [
    [words.reserved, creditsReservedFirst],
    ...(creditsReservedAgain > 0 ? [[words.reservedAgain, creditsReservedAgain] as [string, number]] : []),
    [words.used, creditsUsed],
    [words.returned, creditsReturned],
    [words.stillReserved, creditsReserved],
  ];
  return (
    <Panel title={words.credits}>
      <Box as="dl" textStyle="sm" fontVariantNumeric="tabular-nums">
        {bank ? (
          <Flex justify="space-between" gap="4" py="1">
            <Text as="dt" color="fg.muted">
              {words.bank}
            </Text>
            <Text as="dd" fontWeight="medium" textAlign="end" overflowWrap="anywhere">
              {bank}
            </Text>
          </Flex>
        ) : null}
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
              {formatDecimals(credits)}
            </Text>
          </Flex>
        ))}
      </Box>
      <Text textStyle="xs" color="fg.muted" pt="2">
        {job.documentsOnly ? words.onlyDocumentsMade : hasEnded(job) ? words.creditsEnded : words.creditsOpen}
      </Text>
    </Panel>
  );
}
