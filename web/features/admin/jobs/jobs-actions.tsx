/** Renders an administrator's actions for a job: run its failed rows again, return credits, decide where it waits. */
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { RotateCcw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { stuckDecisions } from '#contracts/jobs/admin-job-rules.ts';
import type { AdminJobDetail } from '#contracts/calls/jobs/admin-jobs-answers.ts';
import type { JobWaiting } from '#contracts/calls/jobs/jobs-answers.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { creditsText } from '#web/lib/money.ts';
import { useSaid } from '#web/lib/said.ts';
import { useWords } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Said } from '#web/ui/said.tsx';
import { hasEnded } from '#web/features/jobs/queries.ts';
import { ActionDialog, type AdminAction } from '#web/features/admin/action-dialog.tsx';
import { adminJobsKey, decideJob, retryJobOf, type StuckDecision } from './queries.ts';
import { RefundDialog } from './jobs-refund.tsx';
import { adminJobWords } from './words.ts';
import { StopJobsButton } from './stop-jobs.tsx';

function useReload(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: adminJobsKey });
}

export function JobActions({ job }: { job: AdminJobDetail }) {
  const words = useWords(adminJobWords);
  const said = useSaid();
  const reload = useReload();
  const [asking, setAsking] = useState<'retry' | 'refund' | null>(null);
  if (!hasEnded(job)) return <RunningActions job={job} />;
  const { rowsToRetry: rows, creditsToRetry, retryRefusal, retryRefusalData } = job;
  const whyNot = rows === 0 ? words.nothingToRetry : said(retryRefusal ?? '', retryRefusalData);
  const canRetry = rows > 0 && retryRefusal === null;
  const price = creditsToRetry > 0 ? creditsText(creditsToRetry) : null;
  const retry: AdminAction = {
    title: words.retryTitle,
    effect: words.retryEffect(rows, price),
    confirmLabel: words.retryConfirm(rows, price),
    needsReason: true,
    act: (reason) => retryJobOf(job.jobId, reason),
    success: words.retryDone,
  };
  const close = () => setAsking(null);
  return (
    <Flex gap="3" wrap="wrap" align="center">
      <Button size="sm" disabled={!canRetry} onClick={() => setAsking('retry')}>
        <RotateCcw aria-hidden /> {words.retry}
      </Button>
      {job.creditsRefundable > 0 ? (
        <Button size="sm" variant="outline" colorPalette="gray" onClick={() => setAsking('refund')}>
          <Undo2 aria-hidden /> {words.refund}
        </Button>
      ) : null}
      {canRetry ? null : (
        <Text textStyle="sm" color="fg.muted">
          {whyNot}
        </Text>
      )}
      {asking === 'retry' ? <ActionDialog action={retry} onDone={reload} onClose={close} /> : null}
      {asking === 'refund' ? <RefundDialog job={job} onDone={reload} onClose={close} /> : null}
    </Flex>
  );
}

function RunningActions({ job }: { job: AdminJobDetail }) {
  return (
    <Flex>
      <StopJobsButton stops={{ jobId: job.jobId }} size="sm" />
    </Flex>
  );
}

export function StuckActions({ job, stop }: { job: AdminJobDetail; stop: JobWaiting }) {
  const words = useWords(adminJobWords);
  const reload = useReload();
  // Another stop may be shown while the dialog is open; the decision remains one about the stop that was seen.
  const [chosen, setChosen] = useState<{ decision: StuckDecision; since: string } | null>(null);
  return (
    <Notice tone="warning" title={words.stuck}>
      <Stack gap="3">
        <Text>
          <Said text={stop.message} data={stop.messageData} />
        </Text>
        {job.endsByItselfAt ? (
          <Text>{words.stopDeadline(formatDateTime(stop.since), formatDateTime(job.endsByItselfAt))}</Text>
        ) : null}
        <Flex gap="2" wrap="wrap">
          {stuckDecisions.map((choice) => (
            <Button
              key={choice}
              size="xs"
              variant="outline"
              colorPalette="gray"
              bg="bg.panel"
              onClick={() => setChosen({ decision: choice, since: stop.since })}
            >
              {words.decisions[choice]}
            </Button>
          ))}
        </Flex>
        {chosen ? (
          <ActionDialog
            action={{
              title: words.decisionTitles[chosen.decision],
              effect: words.decisionEffects[chosen.decision],
              confirmLabel: words.decisions[chosen.decision],
              destructive: chosen.decision !== 'retry',
              needsReason: true,
              act: (reason) => decideJob(job.jobId, { ...chosen, reason }),
              success: words.decided,
            }}
            onDone={reload}
            onClose={() => setChosen(null)}
          />
        ) : null}
      </Stack>
    </Notice>
  );
}
