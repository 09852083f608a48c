/** Lists the jobs that have waited longest; each opens in the list of jobs. */
import { Box, Stack, Text } from '@chakra-ui/react';
import { ListChecks } from 'lucide-react';
import type { Overview, WaitingJob } from '#contracts/calls/overview-answers.ts';
import type { PortalBoardState } from '#contracts/portals/portal-status.ts';
import { formatRelative, formatDateTime } from '#web/lib/dates.ts';
import { serviceName } from '#web/lib/services.ts';
import { useWords } from '#web/lib/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { PortalStateTag } from '#web/ui/portal-state-tag.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { usePlaceName } from '#web/features/admin/portals/place-name.ts';
import { AsOf } from './as-of.tsx';
import { oneJob } from './links.ts';
import { QuietLink } from './quiet-link.tsx';
import { overviewWords } from './words.ts';

/** Returns the state of the portal or bank that the job needs; null if it needs none. */
function portalState({ portals, desks }: Overview, { portal }: WaitingJob): PortalBoardState | null {
  const needed =
    portals.find((each) => each.portal === portal) ?? desks.find(({ place }) => place === portal);
  return needed?.state ?? null;
}

function Waiting({ job, overview }: { job: WaitingJob; overview: Overview }) {
  const words = useWords(overviewWords);
  const state = portalState(overview, job);
  const name = serviceName(job.serviceId, job.serviceName);
  const named = usePlaceName(job.portal ?? '');
  const place = job.portal ? `${named}, ` : '';
  return (
    <Stack
      as="li"
      gap="0"
      py="2"
      minW="0"
      textStyle="sm"
      borderTopWidth="1px"
      _first={{ borderTopWidth: '0', pt: '0' }}
    >
      <QuietLink to={oneJob(job.id)} fontWeight="medium" aria-label={words.openJob(name, job.fileName)}>
        <Text as="span" truncate>
          {name}
        </Text>
      </QuietLink>
      <Text textStyle="xs" color="fg.muted" truncate>
        {job.customer.name}, {job.fileName}
      </Text>
      <Text textStyle="xs" color="fg.muted" title={formatDateTime(job.since)}>
        {formatRelative(job.since, new Date(overview.asOf))}, {place}
        {words.states[job.state]}
      </Text>
      {state === null || state === 'up' ? null : (
        <Box pt="1">
          <PortalStateTag state={state} />
        </Box>
      )}
    </Stack>
  );
}

export function LongestPanel({ overview }: { overview: Overview }) {
  const words = useWords(overviewWords);
  const { longestWaiting, asOf } = overview;
  return (
    <Panel title={words.longest} actions={<AsOf at={asOf} />}>
      {longestWaiting.length === 0 ? <EmptyState icon={ListChecks} title={words.noneWaits} /> : null}
      <Box as="ul" listStyleType="none">
        {longestWaiting.map((job) => (
          <Waiting key={job.id} job={job} overview={overview} />
        ))}
      </Box>
    </Panel>
  );
}
