/** Stops running jobs: a single job, or all jobs of a customer, service or portal. */
import { Button } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { OctagonX } from 'lucide-react';
import { useState } from 'react';
import type { StopTarget } from '#contracts/jobs/admin-jobs.ts';
import { call } from '#web/lib/client.ts';
import { notify } from '#web/ui/notify.ts';
import { useWords } from '#web/lib/words.ts';
import { ActionDialog, type AdminAction } from '#web/features/admin/action-dialog.tsx';
import { adminJobsKey } from './queries.ts';
import { portalsKey } from '#web/features/admin/portals/queries.ts';
import { stopWords } from './stop-words.ts';

const stopJob = (jobId: string, reason: string) =>
  call('POST /api/admin/jobs/:jobId/stop', { params: { jobId }, body: { reason } });

const stopJobs = (target: StopTarget, reason: string) =>
  call('POST /api/admin/jobs/stop', { body: { target, reason } });

type Stopped = { jobId: string } | { target: StopTarget; name: string };

/** `size` matches the buttons beside it. */
export function StopJobsButton(props: { stops: Stopped; size: 'xs' | 'sm' }) {
  const { stops, size } = props;
  const words = useWords(stopWords);
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const isOne = 'jobId' in stops;
  const label = isOne ? words.stopJob : words.stopJobs;
  const action: AdminAction = {
    title: isOne ? words.jobTitle : words.jobsTitle(stops.name),
    effect: words.effect(isOne),
    confirmLabel: label,
    destructive: true,
    needsReason: true,
    reasonHint: words.reasonHint,
    act: async (reason) => {
      if (isOne) return stopJob(stops.jobId, reason);
      const { stopped } = await stopJobs(stops.target, reason);
      notify('success', words.stoppedJobs(stopped));
      return undefined;
    },
    success: isOne ? words.stoppedJob : null,
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
        onClick={() => setAsking(true)}
      >
        <OctagonX aria-hidden /> {label}
      </Button>
      {isAsking ? <ActionDialog action={action} onDone={reload} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
