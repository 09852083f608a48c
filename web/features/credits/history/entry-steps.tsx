/** Shows step by step how a job's credits were reserved, used and returned. */
import { Box, Flex, Text } from '@chakra-ui/react';
import { Fragment } from 'react';
import type { CreditEntry } from '#contracts/calls/credits-answers.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { formatDecimals } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { RouteLink } from '#web/ui/route-link.tsx';
import { historyWords } from './words.ts';

export function EntrySteps(props: { entry: CreditEntry }) {
  const { steps, open, jobId } = props.entry;
  const words = useWords(historyWords);
  return (
    <Flex gap="3" columnGap="10" wrap="wrap" align="flex-start" justify="space-between" py="1">
      <Box
        as="dl"
        display="grid"
        gridTemplateColumns="repeat(3, max-content)"
        columnGap={{ base: '4', md: '6' }}
        rowGap="1"
        textStyle="sm"
        fontVariantNumeric="tabular-nums"
      >
        {steps.map(({ kind, date, credits }) => (
          <Fragment key={kind}>
            <Text as="dt" color="fg.muted">
              {words.steps[kind]}
            </Text>
            <Text as="dd" textAlign="end" fontWeight="medium">
              {formatDecimals(credits)}
            </Text>
            <Text as="dd" color="fg.muted">
              {formatDateTime(date)}
            </Text>
          </Fragment>
        ))}
      </Box>
      {open ? (
        <Text textStyle="sm" color="fg.muted" flex="1 1 16rem">
          {words.stillRuns}
        </Text>
      ) : null}
      {jobId ? (
        <RouteLink to={paths.job(jobId)} variant="underline" color="brand.fg" textStyle="sm">
          {words.openJob}
        </RouteLink>
      ) : null}
    </Flex>
  );
}
