/** Stops running jobs: a single job, or all jobs of a customer, service or portal. */
import { Button } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { OctagonX } from 'lucide-react';
import { useState } from 'react';
import type { StopTarget } from '#contracts/jobs/admin-jobs.ts';
import { call } from '#web/lib/client.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { notify } from '#web/ui/notify.ts';
import { requestIdText } from '#web/ui/states.tsx';
import { ActionDialog, type AdminAction } from '#web/features/admin/action-dialog.tsx';
import { adminJobsKey } from './queries.ts';
import { portalsKey } from '#web/features/admin/portals/queries.ts';
import { stopWords } from './stop-words.ts';

const stopJob = (jobId: string, reason: string) =>
  call('POST /api/admin/jobs/:jobId/stop', { params: { jobId }, body: { reason } });

const countJobs = (target: StopTarget) => call('POST /api/admin/jobs/stop/preview', { body: { target } });

const stopJobs = (target: StopTarget, reason: string) =>
  call('POST /api/admin/jobs/stop', { body: { target, reason } });

type Together = { target: StopTarget; name: string };
type Counted = { jobs: number; customers: number };

function titleOf({ target, name }: Together, { jobs, customers }: Counted): string {
  const words = wordsNow(stopWords);
  return 'userId' in target ? words.titleOfCustomer(jobs, name) : words.titleOfPlace(jobs, customers, name);
}

const asked = { destructive: true, needsReason: true } as const;

function stopOne(jobId: string): AdminAction {
  const words = wordsNow(stopWords);
  return {
    ...asked,
    title: words.jobTitle,
    effect: words.effect(true),
    confirmLabel: words.stopJob,
    reasonHint: words.reasonHint,
    act: (reason) => stopJob(jobId, reason),
    success: words.stoppedJob,
  };
}

function stopMany(together: Together, counted: Counted): AdminAction {
  const words = wordsNow(stopWords);
  return {
    ...asked,
    title: titleOf(together, counted),
    effect: words.effect(false),
    confirmLabel: words.stopCounted(counted.jobs),
    reasonHint: words.reasonHint,
    act: async (reason) => {
      const { stopped } = await stopJobs(together.target, reason);
      notify('success', words.stoppedJobs(stopped));
    },
    success: null,
  };
}

/** Jobs that are stopped together are counted before the question. `size` matches the buttons beside it. */
export function StopJobsButton(props: { stops: { jobId: string } | Together; size: 'xs' | 'sm' }) {
  const { stops, size } = props;
  const words = useWords(stopWords);
  const client = useQueryClient();
  const [action, setAction] = useState<AdminAction | null>(null);
  const isOne = 'jobId' in stops;
  const label = isOne ? words.stopJob : words.stopJobs;
  const counting = useMutation({
    mutationFn: ({ target }: Together) => countJobs(target),
    onSuccess: (counted, together) => {
      if (counted.jobs === 0) notify('info', words.noneRunning);
      else setAction(stopMany(together, counted));
    },
    onError: (error) => notify('error', errorText(error), requestIdText(error)),
  });
  const ask = () => {
    if (isOne) setAction(stopOne(stops.jobId));
    else if (!counting.isPending) counting.mutate(stops);
  };
  const reload = () => {
    void client.invalidateQueries({ queryKey: adminJobsKey });
    void client.invalidateQueries({ queryKey: portalsKey });
  };
  return (
    <>
      <Button
        size={size}
        variant="outline"
        colorPalette="failure"
        aria-label={isOne ? undefined : `${label}: ${stops.name}`}
        // It is not disabled while it counts, because it would lose the focus, which comes back to it from the question.
        aria-busy={counting.isPending}
        onClick={ask}
      >
        <OctagonX aria-hidden /> {label}
      </Button>
      {action ? <ActionDialog action={action} onDone={reload} onClose={() => setAction(null)} /> : null}
    </>
  );
}
