/** Renders the first page of the administration: what runs, what waits, what failed, and what needs a person now. */
import { Grid, Stack } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { Overview } from '#contracts/calls/overview-answers.ts';
import { formatSecond } from '#web/lib/dates.ts';
import { useWords } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { BudgetsPanel } from './budgets-panel.tsx';
import { FailuresPanel } from './failures-panel.tsx';
import { LongestPanel } from './longest-panel.tsx';
import { NowFigures } from './now-figures.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { PortalsTable } from './portals-table.tsx';
import { overviewQuery } from './queries.ts';
import { FailingWebhooksPanel } from './webhooks-panel.tsx';
import { overviewWords } from './words.ts';

function Panels({ overview }: { overview: Overview }) {
  return (
    <>
      <NowFigures overview={overview} />
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
        gap="4"
        alignItems="start"
      >
        <Stack gap="4" minW="0">
          <PortalsTable overview={overview} />
          <FailuresPanel overview={overview} />
        </Stack>
        <Stack gap="4" minW="0">
          <PeoplePanel overview={overview} />
          <LongestPanel overview={overview} />
          <FailingWebhooksPanel overview={overview} />
          <BudgetsPanel overview={overview} />
        </Stack>
      </Grid>
    </>
  );
}

export function OverviewTab() {
  const words = useWords(overviewWords);
  const overview = useQuery(overviewQuery);
  if (overview.isPending) return <LoadingLines lines={4} height="24" label={words.loading} />;
  if (!overview.data)
    return <ErrorState title={words.failed} error={overview.error} onRetry={() => void overview.refetch()} />;
  return (
    <Stack gap="4">
      {overview.isError ? (
        <Notice tone="warning" title={words.outdated(formatSecond(overview.data.asOf))} />
      ) : null}
      <Panels overview={overview.data} />
    </Stack>
  );
}
