/** Lists the portals with their state and the number of their jobs, each a link to these jobs. */
import { Box, Flex, Text } from '@chakra-ui/react';
import type { Overview } from '#contracts/calls/overview-answers.ts';
import type { PortalBoardEntry } from '#contracts/calls/portals-answers.ts';
import { formatSince } from '#web/lib/dates.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { useWords, type WordsOf } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PortalStateTag } from '#web/ui/portal-state-tag.tsx';
import { RecordList, type Column } from '#web/ui/record-list.tsx';
import { AsOf } from './as-of.tsx';
import { jobsOn, portals as portalsPage, type JobsNow } from './links.ts';
import { QuietLink } from './quiet-link.tsx';
import { overviewWords } from './words.ts';

type Standing = Pick<PortalBoardEntry, 'label' | 'jobs'> & {
  portal: string | null;
  entry?: PortalBoardEntry;
};

function JobsLink({ standing, now }: { standing: Standing; now: JobsNow }) {
  const words = useWords(overviewWords);
  const { portal, label, jobs } = standing;
  const count = jobs[now];
  if (count === 0)
    return (
      <Text as="span" color="fg.muted">
        {formatNumber(0)}
      </Text>
    );
  return (
    <QuietLink
      to={jobsOn(portal, now)}
      fontWeight="medium"
      aria-label={words.jobsOn(count, words[now], label)}
    >
      {formatNumber(count)}
    </QuietLink>
  );
}

/** A portal that works says nothing more; any other says since when, and why. */
function PortalState({ entry }: { entry: PortalBoardEntry | undefined }) {
  const words = useWords(overviewWords);
  if (!entry) return null;
  const { state, since, detail } = entry;
  return (
    <Flex columnGap="2" rowGap="0.5" wrap="wrap" align="center" minW="0">
      <PortalStateTag state={state} />
      {state !== 'up' && since ? (
        <Text as="span" textStyle="xs" color="fg.muted" overflowWrap="anywhere" title={detail || undefined}>
          {words.since(formatSince(since))}
        </Text>
      ) : null}
    </Flex>
  );
}

function PortalName({ standing: { entry, label } }: { standing: Standing }) {
  return entry ? (
    <QuietLink to={portalsPage} fontWeight="medium">
      {label}
    </QuietLink>
  ) : (
    <Text as="span">{label}</Text>
  );
}

const counted: readonly JobsNow[] = ['running', 'queued', 'parked'];

function columnsOf(words: WordsOf<typeof overviewWords>): Column<Standing>[] {
  return [
    { title: words.portal, look: { w: '40%' }, cell: (standing) => <PortalName standing={standing} /> },
    { title: words.state, cell: ({ entry }) => <PortalState entry={entry} /> },
    ...counted.map((now) => ({
      title: words[now],
      atEnd: true,
      cell: (standing: Standing) => <JobsLink standing={standing} now={now} />,
    })),
  ];
}

/** On a phone: the name and the state, then the counts that are not 0. */
function PortalLines({ standing }: { standing: Standing }) {
  const words = useWords(overviewWords);
  return (
    <>
      <Flex justify="space-between" align="center" gap="2" wrap="wrap">
        <PortalName standing={standing} />
        <PortalState entry={standing.entry} />
      </Flex>
      <Flex columnGap="4" rowGap="1" wrap="wrap" color="fg.muted">
        {counted
          .filter((now) => standing.jobs[now] > 0)
          .map((now) => (
            <span key={now}>
              {words[now]} <JobsLink standing={standing} now={now} />
            </span>
          ))}
      </Flex>
    </>
  );
}

export function PortalsTable({ overview }: { overview: Overview }) {
  const words = useWords(overviewWords);
  const { portals, withoutPortal, browserUnsandboxedAt, asOf } = overview;
  const standings: Standing[] = [
    ...portals.map((entry) => ({ portal: entry.portal, label: entry.label, jobs: entry.jobs, entry })),
    { portal: null, label: words.withoutPortal, jobs: withoutPortal },
  ];
  return (
    <Panel title={words.portals} actions={<AsOf at={asOf} />}>
      {browserUnsandboxedAt ? (
        <Box pb="3">
          <Notice tone="warning" title={words.unsandboxed(formatSince(browserUnsandboxedAt))} />
        </Box>
      ) : null}
      <RecordList
        records={standings}
        keyOf={({ portal }) => portal ?? ''}
        columns={columnsOf(words)}
        renderLines={(standing) => <PortalLines standing={standing} />}
      />
    </Panel>
  );
}
