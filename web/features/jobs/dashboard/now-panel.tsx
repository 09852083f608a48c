/** Shows the newest running jobs, and where the others are. They are read from the server, so that a reload or a second tab shows them as well. */
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useBankName, withBank } from '#web/lib/bank-name.ts';
import { serviceName } from '#web/lib/services.ts';
import { CancelJob } from '#web/ui/cancel-job.tsx';
import { FileName } from '#web/ui/file-name.tsx';
import { JobProgressView } from '#web/ui/job-progress-view.tsx';
import { JobStateTag } from '#web/ui/job-state-tag.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PracticeTag } from '#web/ui/practice-tag.tsx';
import { RouteButton, RouteLink } from '#web/ui/route-link.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { paths } from '#web/paths.ts';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { ChallengeForm } from '#web/features/jobs/challenge-form.tsx';
import { useJobFeed } from '#web/features/jobs/job-feed.ts';
import { cancelJob, hasEnded, jobStatusQuery } from '#web/features/jobs/queries.ts';
import { runningJobsQuery } from '#web/features/jobs/work-history-queries.ts';
import { useJobEnd } from '#web/features/jobs/use-job-end.ts';
import { useWords } from '#web/lib/words.ts';
import { dashboardWords } from './words.ts';

/** Leads a customer to a job that was just started, unless the customer is already busy elsewhere on the page. */
function useLedTo(isWanted: boolean) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The start button, which had the focus, is disabled; some browsers leave the focus on it.
    if (!isWanted || !document.activeElement?.matches('body, :disabled')) return;
    card.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: 'nearest' });
  }, [isWanted]);
  return card;
}

function JobCard(props: {
  jobId: string;
  /** Whether this is the job that was started last on this page. */
  isJustStarted: boolean;
  onDismiss: () => void;
}) {
  const { jobId, isJustStarted, onDismiss } = props;
  const words = useWords(dashboardWords);
  const client = useQueryClient();
  const bankName = useBankName();
  const status = useQuery(jobStatusQuery(jobId));
  const job = status.data;
  useJobEnd(job);
  const card = useLedTo(isJustStarted && job !== undefined);
  if (status.isPending) return <LoadingLines lines={2} label={words.loadingJob} />;
  if (!job) {
    return (
      <ErrorState title={words.progressFailed} error={status.error} onRetry={() => void status.refetch()} />
    );
  }
  const name = serviceName(job.serviceId, job.serviceName);
  const bank = bankName(job.bank);
  return (
    <Stack
      as="article"
      ref={card}
      tabIndex={-1}
      aria-label={withBank(`${name}, ${job.fileName}`, bank)}
      gap="2"
      borderRadius="l2"
      // A card grows while its job runs: its buttons must not slip under the bar at the bottom of a phone.
      scrollMarginBottom={{ base: '16', md: '6' }}
      _focusVisible={{ outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '6px' }}
    >
      <Flex justify="space-between" gap="3" align="flex-start">
        <Box minW="0">
          <Text fontWeight="medium" textStyle="sm">
            {name}
          </Text>
          <FileName name={job.fileName} textStyle="xs" color="fg.muted" />
          {bank ? (
            <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
              {bank}
            </Text>
          ) : null}
        </Box>
        <Flex gap="2" wrap="wrap" justify="flex-end">
          <PracticeTag job={job} />
          <JobStateTag state={job.shownState} />
        </Flex>
      </Flex>
      <JobProgressView job={job} />
      <ChallengeForm job={job} />
      {status.isError ? (
        <Text textStyle="xs" color="fg.muted">
          {words.interrupted}
        </Text>
      ) : null}
      <Flex gap="2" wrap="wrap">
        <RouteButton
          size="xs"
          variant="outline"
          to={paths.job(jobId)}
          aria-label={words.openJobOf(job.fileName)}
        >
          {words.openJob}
        </RouteButton>
        {hasEnded(job) ? (
          <Button size="xs" variant="ghost" colorPalette="gray" onClick={onDismiss}>
            {words.dismiss}
          </Button>
        ) : (
          <CancelJob
            job={job}
            cancel={cancelJob}
            onCancelled={() => void client.invalidateQueries({ queryKey: ['jobs', jobId] })}
          />
        )}
      </Flex>
    </Stack>
  );
}

/** Returns the jobs that are running or ended while this panel was open, until they are dismissed. */
function useShownJobs(running: string[], startedIds: string[]) {
  const [seen, setSeen] = useState<string[]>([]);
  const [dismissed, setDismissed] = useState<string[]>([]);
  const fresh = [...new Set([...running, ...startedIds])].filter((id) => !seen.includes(id));
  if (fresh.length > 0) setSeen([...seen, ...fresh]);
  return {
    shown: seen.filter((id) => !dismissed.includes(id)),
    dismiss: (id: string) => setDismissed((ids) => [...ids, id]),
  };
}

export function NowPanel(props: { startedIds: string[] }) {
  const words = useWords(dashboardWords);
  const user = useUser();
  const running = useQuery(runningJobsQuery(user.id));
  const { ids = [], totalCount = 0 } = running.data ?? {};
  useJobFeed(ids.length > 0);
  const { shown, dismiss } = useShownJobs(ids, props.startedIds);
  return (
    <Panel title={words.now}>
      {running.isPending && shown.length === 0 ? (
        <LoadingLines lines={2} label={words.loadingRunning} />
      ) : null}
      {running.isError && shown.length === 0 ? (
        <ErrorState
          title={words.runningFailed}
          error={running.error}
          onRetry={() => void running.refetch()}
        />
      ) : null}
      {running.isSuccess && shown.length === 0 ? (
        <EmptyState icon={Inbox} title={words.noneRunning}>
          {words.noneRunningHint}
        </EmptyState>
      ) : null}
      <Stack gap="5">
        {shown.map((id) => (
          <JobCard
            key={id}
            jobId={id}
            isJustStarted={id === props.startedIds.at(-1)}
            onDismiss={() => dismiss(id)}
          />
        ))}
      </Stack>
      {totalCount > ids.length ? (
        <Box pt="4">
          <RouteLink
            to={paths.jobsWith({ state: 'open' })}
            textStyle="sm"
            variant="underline"
            color="brand.fg"
            minH="6"
          >
            {words.allUnfinished(totalCount)}
          </RouteLink>
        </Box>
      ) : null}
    </Panel>
  );
}
