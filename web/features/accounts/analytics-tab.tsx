/** Shows the use of credits by day and by service. The period is part of the address. */
import { Box, Grid, Stack, Table, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { usageDaysMax } from '#contracts/credits/usage-rules.ts';
import type { UsageDay } from '#contracts/calls/credits-answers.ts';
import { DAY_MS } from '#contracts/durations.ts';
import { formatDate, isoDay } from '#web/lib/dates.ts';
import { momentNow } from '#web/lib/moment.ts';
import { formatDecimals, formatNumber } from '#web/lib/numbers.ts';
import { periods, type Period } from '#web/lib/periods.ts';
import { oneOf, useFilters } from '#web/lib/use-filters.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { KeyFigures } from '#web/ui/key-figures.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PeriodFilter } from '#web/ui/period-filter.tsx';
import { RouteButton } from '#web/ui/route-link.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { useUser } from './auth/queries.ts';
import { UsagePanel } from '#web/features/credits/usage-panel.tsx';
import { analyticsWords } from './analytics-words.ts';
import { DaysChart, noonOf } from './days-chart.tsx';
import { usageDaysQuery } from './queries.ts';

function daysOf(period: Period, now = momentNow()): { dateFrom: string; dateTo: string } {
  const length = period === 'all' ? usageDaysMax : Number(period);
  return { dateFrom: isoDay(new Date(now.getTime() - (length - 1) * DAY_MS)), dateTo: isoDay(now) };
}

function busiest(days: UsageDay[]): UsageDay | undefined {
  const most = Math.max(...days.map(({ creditsUsed }) => creditsUsed));
  return most > 0 ? days.find(({ creditsUsed }) => creditsUsed === most) : undefined;
}

function Figures(props: { days: UsageDay[] | undefined; loading: boolean }) {
  const { days, loading } = props;
  const words = useWords(analyticsWords);
  const sum = (pick: (day: UsageDay) => number) => days?.reduce((total, day) => total + pick(day), 0);
  const [credits, jobs, active] = [
    sum(({ creditsUsed }) => creditsUsed),
    sum((day) => day.jobs),
    sum((day) => (day.jobs > 0 ? 1 : 0)),
  ];
  const top = days && busiest(days);
  return (
    <KeyFigures
      loading={loading}
      figures={[
        { label: words.creditsUsed, value: credits === undefined ? undefined : formatDecimals(credits) },
        {
          label: words.jobs,
          value: jobs === undefined ? undefined : formatNumber(jobs),
          hint: words.jobsHint,
        },
        {
          label: words.activeDays,
          value: active === undefined ? undefined : formatNumber(active),
          hint: days ? words.ofDays(days.length) : undefined,
        },
        {
          label: words.busiestDay,
          value: days && (top ? formatDecimals(top.creditsUsed) : '–'),
          hint: top ? formatDate(noonOf(top.date)) : undefined,
        },
      ]}
    />
  );
}

function DaysTable(props: { days: UsageDay[] }) {
  const words = useWords(analyticsWords);
  const used = props.days.filter(({ creditsUsed, jobs }) => creditsUsed > 0 || jobs > 0).reverse();
  return (
    <Box
      as="section"
      maxH="56"
      overflowY="auto"
      aria-label={words.table}
      // A scrollable area must be focusable, so that the keyboard can scroll it.
      tabIndex={0}
    >
      <Table.Root size="sm" stickyHeader fontVariantNumeric="tabular-nums">
        <Table.Header>
          <Table.Row bg="bg.panel">
            <Table.ColumnHeader ps="0">{words.day}</Table.ColumnHeader>
            <Table.ColumnHeader textAlign="end">{words.jobs}</Table.ColumnHeader>
            <Table.ColumnHeader textAlign="end">{words.credits}</Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {used.map(({ date, jobs, creditsUsed }) => (
            <Table.Row key={date} bg="bg.panel">
              <Table.Cell ps="0" whiteSpace="nowrap">
                {formatDate(noonOf(date))}
              </Table.Cell>
              <Table.Cell textAlign="end">{formatNumber(jobs)}</Table.Cell>
              <Table.Cell textAlign="end">{formatDecimals(creditsUsed)}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Box>
  );
}

function NothingUsed() {
  const words = useWords(analyticsWords);
  return (
    <EmptyState icon={ChartNoAxesColumn} title={words.none}>
      {words.noneText}
      <br />
      <RouteButton to={paths.dashboard()} size="sm" variant="outline" mt="3">
        {words.start}
      </RouteButton>
    </EmptyState>
  );
}

export function AnalyticsTab() {
  const user = useUser();
  const words = useWords(analyticsWords);
  const { query, change } = useFilters();
  const period = oneOf(periods, query.get('days')) ?? 'all';
  const usage = useQuery(usageDaysQuery(user.id, daysOf(period)));
  const days = usage.data;
  const isUsed = days?.some(({ creditsUsed, jobs }) => creditsUsed > 0 || jobs > 0) ?? false;
  return (
    <Stack gap="4">
      <Figures days={days} loading={usage.isPending} />
      <Panel title={words.title}>
        <Box pb="4">
          <PeriodFilter value={period} onChange={(next) => change({ days: next === 'all' ? null : next })} />
          {period === 'all' ? (
            <Text textStyle="xs" color="fg.muted" pt="1">
              {words.longest}
            </Text>
          ) : null}
        </Box>
        {usage.isPending ? <LoadingLines lines={3} height="12" label={words.loading} /> : null}
        {usage.isError && !days ? (
          <ErrorState title={words.failed} error={usage.error} onRetry={() => void usage.refetch()} />
        ) : null}
        {days && !isUsed ? <NothingUsed /> : null}
        {days && isUsed ? (
          <Grid
            templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 1fr)' }}
            gap={{ base: '6', lg: '10' }}
            alignItems="start"
            opacity={usage.isPlaceholderData ? 0.6 : 1}
          >
            <DaysChart days={days} />
            <DaysTable days={days} />
          </Grid>
        ) : null}
      </Panel>
      <UsagePanel filter={false} />
    </Stack>
  );
}
