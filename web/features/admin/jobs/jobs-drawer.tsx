/** Shows one job of any customer beside the list: its data, what it waits for, the possible actions and its results. */
import { Box, CloseButton, Drawer, Flex, Link, Portal, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { AdminJobDetail } from '#contracts/calls/jobs/admin-jobs-answers.ts';
import { formatDateTime, formatSince } from '#web/lib/dates.ts';
import { formatDecimals, formatNumber } from '#web/lib/numbers.ts';
import { useSaid } from '#web/lib/said.ts';
import { serviceName } from '#web/lib/services.ts';
import { useWords } from '#web/lib/words.ts';
import { JobStateTag } from '#web/ui/job-state-tag.tsx';
import { PracticeTag } from '#web/ui/practice-tag.tsx';
import { staysOpen } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { paths } from '#web/paths.ts';
import { RouteLink } from '#web/ui/route-link.tsx';
import { Said } from '#web/ui/said.tsx';
import { LoadFailure, LoadingLines } from '#web/ui/states.tsx';
import { uiWords } from '#web/ui/words.ts';
import { Receipt } from '#web/features/jobs/receipt.tsx';
import { Timeline } from '#web/features/jobs/timeline.tsx';
import { DetailList } from '#web/features/admin/detail-list.tsx';
import { JobActions, StuckActions } from './jobs-actions.tsx';
import { JobFiles } from './jobs-files.tsx';
import { adminJobQuery, adminRowsKey, adminRowsQuery } from './queries.ts';
import { adminJobWords } from './words.ts';
import { usePlaceName } from '#web/features/admin/portals/place-name.ts';
import { hasEnded } from '#web/features/jobs/queries.ts';
import type { QueryRows, RowsShown } from '#web/features/jobs/queries.ts';
import { RowsView } from '#web/features/jobs/rows/rows-view.tsx';
import { useRowsAtEnd } from '#web/features/jobs/rows/use-rows-at-end.ts';

/** The filter and the page of the rows are not part of the address, which names the job only. */
function JobRows({ job }: { job: AdminJobDetail }) {
  const [shown, show] = useState<RowsShown>({ outcome: 'all', page: 1, like: null });
  useRowsAtEnd(adminRowsKey(job.jobId), job.finishedAt);
  const rows: QueryRows = (asked) => adminRowsQuery({ ...asked, jobId: job.jobId, running: !hasEnded(job) });
  return <RowsView job={job} query={rows} shown={shown} onShow={show} />;
}

function About({ job }: { job: AdminJobDetail }) {
  const words = useWords(adminJobWords);
  const { customer, portal } = job;
  const place = usePlaceName(portal ?? '');
  const person = `${customer.name}${customer.status === 'active' ? '' : ` (${words.suspended})`}`;
  return (
    <Box>
      <DetailList
        details={[
          [words.customer, person],
          [words.company, customer.company || null],
          [words.file, job.fileName],
          [
            words.portal,
            portal ? (
              <RouteLink to={paths.systemPage('portals')} variant="underline" color="brand.fg">
                {place}
              </RouteLink>
            ) : (
              words.noPortal
            ),
          ],
          [words.started, formatDateTime(job.createdAt)],
          [words.finished, job.finishedAt && formatDateTime(job.finishedAt)],
          [words.runs, formatNumber(job.attempt)],
          [words.number, job.jobId],
          [words.request, job.requestId],
        ]}
      />
      <Flex gap="4" wrap="wrap" pt="2" textStyle="sm">
        <RouteLink
          to={`/admin?tab=users&search=${encodeURIComponent(customer.email)}`}
          variant="underline"
          color="brand.fg"
          minH="6"
        >
          {customer.email}
        </RouteLink>
        {job.temporalUrl ? (
          <Link
            href={job.temporalUrl}
            target="_blank"
            rel="noopener noreferrer"
            variant="underline"
            color="brand.fg"
            minH="6"
          >
            {words.temporal} <ExternalLink size={14} aria-hidden />
          </Link>
        ) : (
          <Text color="fg.muted">{words.noTemporal}</Text>
        )}
      </Flex>
    </Box>
  );
}

/** Explains why the job is waiting, or why it ended without a result. */
function Condition({ job }: { job: AdminJobDetail }) {
  const { outcomes } = useWords(uiWords);
  const said = useSaid();
  const { waiting, errorCode, errorMessage, errorMessageData } = job;
  if (waiting?.kind === 'person') return <StuckActions job={job} stop={waiting} />;
  if (waiting) {
    const reason = said(waiting.message, waiting.messageData);
    return <Notice tone="warning" title={reason} smallPrint={formatSince(waiting.since)} />;
  }
  if (!errorCode && !errorMessage) return null;
  const known = Object.entries(outcomes).find(([code]) => code === errorCode);
  return (
    <Notice
      tone={job.state === 'cancelled' ? 'info' : 'error'}
      title={known?.[1] ?? errorCode ?? said(errorMessage ?? '', errorMessageData)}
    >
      {errorMessage ? <Said text={errorMessage} data={errorMessageData} /> : null}
    </Notice>
  );
}

function Content({ job }: { job: AdminJobDetail }) {
  const words = useWords(adminJobWords);
  return (
    <Stack gap="4">
      <Condition job={job} />
      <JobActions job={job} />
      <About job={job} />
      <JobRows job={job} />
      <JobFiles job={job} />
      <Receipt job={job} />
      {job.creditsRefunded > 0 ? (
        <DetailList details={[[words.refunded, formatDecimals(job.creditsRefunded)]]} />
      ) : null}
      <Timeline events={job.events} />
    </Stack>
  );
}

function Frame(props: { title: ReactNode; onClose: () => void; children: ReactNode }) {
  const { close } = useWords(uiWords);
  return (
    <Drawer.Root
      open
      onOpenChange={(details) => !details.open && props.onClose()}
      size="xl"
      {...staysOpen}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content>
            <Drawer.Header pe="12">
              <Drawer.Title asChild>{props.title}</Drawer.Title>
            </Drawer.Header>
            <Drawer.Body>{props.children}</Drawer.Body>
            <Drawer.CloseTrigger asChild>
              <CloseButton size="sm" colorPalette="gray" aria-label={close} />
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}

export function JobDrawer(props: { jobId: string; onClose: () => void }) {
  const words = useWords(adminJobWords);
  const job = useQuery(adminJobQuery(props.jobId));
  const title = job.data ? serviceName(job.data.serviceId, job.data.serviceName) : words.number;
  return (
    <Frame
      onClose={props.onClose}
      title={
        <Flex as="h2" gap="3" align="center" wrap="wrap">
          {title}
          {job.data ? <JobStateTag state={job.data.shownState} /> : null}
          {job.data ? <PracticeTag job={job.data} /> : null}
        </Flex>
      }
    >
      {job.isPending ? <LoadingLines lines={6} height="12" label={words.loadingJob} /> : null}
      <LoadFailure title={words.jobFailed} query={job} />
      {job.data ? <Content job={job.data} /> : null}
    </Frame>
  );
}
