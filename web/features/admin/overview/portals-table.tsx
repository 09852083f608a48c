/** Lists the portals with their state and the number of their jobs, each a link to these jobs. */
import { Box, Flex, Text } from '@chakra-ui/react';
import type { Overview } from '#contracts/calls/overview-answers.ts';
import type { PortalBoardEntry } from '#contracts/calls/portals-answers.ts';
import { banksPortal } from '#contracts/portals/bank-places.ts';
import { portalLabels } from '#contracts/portals/portal-labels.ts';
import { bankNameIn } from '#web/features/admin/portals/place-name.ts';
import { withBank } from '#web/lib/bank-name.ts';
import { formatSince } from '#web/lib/dates.ts';
import { useLanguage } from '#web/lib/language.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { usePortalName } from '#web/lib/portal-name.ts';
import { useWords, type WordsOf } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PortalStateTag } from '#web/ui/portal-state-tag.tsx';
import { RecordList, type Column } from '#web/ui/record-list.tsx';
import { AsOf } from './as-of.tsx';
import { jobsOn, portals as portalsPage, type JobsNow } from './links.ts';
import { QuietLink } from './quiet-link.tsx';
import { overviewWords } from './words.ts';

type Condition = Pick<PortalBoardEntry, 'state' | 'since' | 'detail'>;
/** A portal, a bank's desk, or the services that need neither, which have no condition. */
type Standing = Pick<PortalBoardEntry, 'label' | 'jobs'> & { portal: string | null; condition?: Condition };

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
function PortalState({ condition }: Pick<Standing, 'condition'>) {
  const words = useWords(overviewWords);
  if (!condition) return null;
  const { state, since, detail } = condition;
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

function PortalName({ standing: { condition, label } }: { standing: Standing }) {
  return condition ? (
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
    { title: words.state, cell: ({ condition }) => <PortalState condition={condition} /> },
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
        <PortalState condition={standing.condition} />
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

/** The desks of further banks follow the first bank's, which is one of the portals. */
function useStandings({ portals, desks, withoutPortal }: Overview): Standing[] {
  const words = useWords(overviewWords);
  const language = useLanguage();
  const nameOf = usePortalName();
  const ofDesks = desks.map((desk) => ({
    portal: desk.place,
    label: withBank(nameOf(portalLabels[banksPortal]), bankNameIn(language, desk)),
    jobs: desk.jobs,
    condition: desk,
  }));
  return [
    ...portals.flatMap((condition) => {
      const { portal, label, jobs } = condition;
      return [{ portal, label: nameOf(label), jobs, condition }, ...(portal === banksPortal ? ofDesks : [])];
    }),
    { portal: null, label: words.withoutPortal, jobs: withoutPortal },
  ];
}

export function PortalsTable({ overview }: { overview: Overview }) {
  const words = useWords(overviewWords);
  const { browserUnsandboxedAt, asOf } = overview;
  const standings = useStandings(overview);
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
