/** Shows the credits used by service in a period. */
import { Box, Button, Grid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { periods, type Period } from '#web/lib/periods.ts';
import { oneOf, useFilters } from '#web/lib/use-filters.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { Panel } from '#web/ui/panel.tsx';
import { PeriodFilter } from '#web/ui/period-filter.tsx';
import { RouteButton } from '#web/ui/route-link.tsx';
import { EmptyState, LoadFailure, LoadingLines } from '#web/ui/states.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { creditUsageQuery } from './queries.ts';
import { UsageChart } from './usage-chart.tsx';
import { UsageTable } from './usage-table.tsx';
import { creditWords } from './words.ts';

function NothingUsed(props: { period: Period; onAll: () => void }) {
  const words = useWords(creditWords);
  if (props.period !== 'all')
    return (
      <EmptyState icon={ChartNoAxesColumn} title={words.noneUsedIn(Number(props.period))}>
        <Button size="xs" variant="outline" colorPalette="gray" mt="2" onClick={props.onAll}>
          {words.showAll}
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState icon={ChartNoAxesColumn} title={words.noneUsed}>
      {words.noneUsedHint}
      <br />
      <RouteButton to={paths.dashboard()} size="sm" variant="outline" mt="3">
        {words.startJob}
      </RouteButton>
    </EmptyState>
  );
}

/** `filter` is false beside a chart that already has the period filter. */
export function UsagePanel({ filter = true }: { filter?: boolean }) {
  const words = useWords(creditWords);
  const user = useUser();
  const { query, change } = useFilters();
  const period = oneOf(periods, query.get('days')) ?? 'all';
  const usage = useQuery(creditUsageQuery(user.id, period));
  return (
    <Panel title={words.usage}>
      {filter ? (
        <Box pb="4">
          <PeriodFilter value={period} onChange={(days) => change({ days: days === 'all' ? null : days })} />
        </Box>
      ) : null}
      {usage.isPending ? <LoadingLines lines={4} height="8" label={words.loadingUsage} /> : null}
      <LoadFailure title={words.usageFailed} query={usage} />
      {usage.data?.services.length === 0 ? (
        <NothingUsed period={period} onAll={() => change({ days: null })} />
      ) : null}
      {usage.data && usage.data.services.length > 0 ? (
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' }}
          gap={{ base: '6', lg: '10' }}
          alignItems="start"
          opacity={usage.isPlaceholderData ? 0.6 : 1}
        >
          <UsageChart services={usage.data.services} />
          <UsageTable {...usage.data} />
        </Grid>
      ) : null}
    </Panel>
  );
}
