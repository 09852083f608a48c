/** Shows the figures of the moment side by side. Each is a link to the list that it counts. */
import { Box, Grid, Text } from '@chakra-ui/react';
import type { Overview } from '#contracts/calls/overview-answers.ts';
import { formatDecimals, formatNumber } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { RouteLink } from '#web/ui/route-link.tsx';
import { AsOf } from './as-of.tsx';
import { allJobs, endedJobs, specialJobs, type JobsNow } from './links.ts';
import { endedText } from './rules.ts';
import { overviewWords } from './words.ts';

function Figure(props: { to: string; label: string; value: string; hint: string; isBad?: boolean }) {
  const { to, label, value, hint, isBad = false } = props;
  return (
    <RouteLink
      to={to}
      display="block"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="l3"
      px="4"
      py="3"
      minW="0"
      color="fg"
      // With five figures in two or three columns, the last one fills its row.
      _last={{ gridColumn: { base: '1 / -1', md: 'span 2', lg: 'auto' } }}
      _hover={{ textDecoration: 'none', bg: 'bg.subtle' }}
    >
      <Text textStyle="xs" color="fg.muted">
        {label}
      </Text>
      <Text
        textStyle="xl"
        fontWeight="semibold"
        fontVariantNumeric="tabular-nums"
        color={isBad ? 'fg.error' : 'fg'}
        overflowWrap="anywhere"
      >
        {value}
      </Text>
      <Text textStyle="xs" color="fg.muted">
        {hint}
      </Text>
    </RouteLink>
  );
}

function sumOf({ portals, desks, withoutPortal }: Overview, now: JobsNow): number {
  return [...portals, ...desks].reduce((sum, { jobs }) => sum + jobs[now], withoutPortal[now]);
}

export function NowFigures({ overview }: { overview: Overview }) {
  const words = useWords(overviewWords);
  const { money, failures, asOf } = overview;
  const jobs = (now: JobsNow) => ({ to: allJobs(now), value: formatNumber(sumOf(overview, now)) });
  return (
    <Box as="section" aria-label={words.now}>
      <Box display="flex" justifyContent="flex-end" pb="1">
        <AsOf at={asOf} />
      </Box>
      <Grid
        templateColumns={{
          base: 'repeat(2, minmax(0, 1fr))',
          md: 'repeat(3, minmax(0, 1fr))',
          lg: 'repeat(5, minmax(0, 1fr))',
        }}
        gap="3"
      >
        <Figure {...jobs('running')} label={words.running} hint={words.onPortals} />
        <Figure {...jobs('queued')} label={words.queued} hint={words.queuedHint} />
        <Figure {...jobs('parked')} label={words.parked} hint={words.parkedHint} />
        <Figure
          to={specialJobs('holding_credits')}
          label={words.reserved}
          value={formatDecimals(money.reserved)}
          hint={words.reservedFor(money.reservedJobs)}
        />
        <Figure
          to={endedJobs(failures, 'failed')}
          label={words.failed24}
          value={formatNumber(failures.failed)}
          hint={words.ofEnded(endedText(failures))}
          isBad={failures.failed > 0}
        />
      </Grid>
    </Box>
  );
}
