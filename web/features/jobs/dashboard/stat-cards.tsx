/** Renders the four figures at the top of the dashboard (spec section 2, "Dashboard tab"). */
import { Box, Grid, Skeleton, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDecimals, formatNumber, formatPercent } from '#web/lib/numbers.ts';
import type { WorkSummary } from '#contracts/calls/jobs/jobs-answers.ts';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { workHistoryQuery } from '#web/features/jobs/work-history-queries.ts';
import { useWords } from '#web/lib/words.ts';
import { dashboardWords } from './words.ts';

/** The balance at which the bar is full. */
const fullBarCredits = 1_000;

function StatCard(props: { label: string; value: string | null; children?: ReactNode }) {
  const { label, value, children } = props;
  return (
    <Box bg="bg.panel" borderWidth="1px" borderRadius="l3" px="4" py="3" minW="0">
      <Text as="dt" textStyle="xs" color="fg.muted">
        {label}
      </Text>
      <Text as="dd" textStyle="lg" fontWeight="semibold" fontVariantNumeric="tabular-nums">
        {value ?? <Skeleton as="span" display="inline-block" h="6" w="16" verticalAlign="middle" />}
      </Text>
      <Box as="dd" textStyle="xs" color="fg.muted" minH="8">
        {children}
      </Box>
    </Box>
  );
}

function FinishedWork({ summary }: { summary: WorkSummary }) {
  const words = useWords(dashboardWords);
  const { completed, finished, rowsSucceeded, rowsFinished } = summary;
  if (finished === 0) return words.noneFinished;
  return (
    <>
      {words.finishedJobs(completed, finished)}
      {rowsFinished > 0 ? (
        <Text as="span" display="block">
          {words.finishedRows(
            formatNumber(rowsSucceeded),
            formatNumber(rowsFinished),
            formatPercent(Math.round((rowsSucceeded / rowsFinished) * 100)),
          )}
        </Text>
      ) : null}
    </>
  );
}

function successRate(summary: WorkSummary): string {
  return summary.finished === 0
    ? '–'
    : formatPercent(Math.round((summary.completed / summary.finished) * 100));
}

export function StatCards() {
  const words = useWords(dashboardWords);
  const user = useUser();
  const history = useQuery(workHistoryQuery(user.id, 1));
  const summary = history.data?.summary;
  const figure = (pick: (known: WorkSummary) => string) => {
    if (summary) return pick(summary);
    return history.isError ? '–' : null;
  };
  return (
    <Grid
      as="dl"
      templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }}
      gap="3"
    >
      <StatCard
        label={words.availableCredits}
        value={user.isAdmin ? words.unlimited : formatDecimals(user.credits)}
      >
        {user.isAdmin ? null : (
          <Box pt="1.5">
            <ProgressBar percent={(user.credits / fullBarCredits) * 100} label={words.creditsBar} />
          </Box>
        )}
      </StatCard>
      <StatCard label={words.todaysTasks} value={figure(({ todaysTasks }) => formatNumber(todaysTasks))} />
      <StatCard
        label={words.totalProcesses}
        value={figure(({ totalProcesses }) => formatNumber(totalProcesses))}
      />
      <StatCard label={words.successRate} value={figure(successRate)}>
        {summary ? <FinishedWork summary={summary} /> : null}
      </StatCard>
    </Grid>
  );
}
