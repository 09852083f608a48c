/** Runs the failed rows of a finished job again, after asking. */
import { Button, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { JobDetail } from '#contracts/jobs.ts';
import { isExpired } from '../../lib/dates.ts';
import { plural } from '../../lib/plural.ts';
import { ConfirmDialog } from '../../ui/modal.tsx';
import { notify } from '../../ui/notify.ts';
import { errorText, requestIdText } from '../../ui/states.tsx';
import { meQuery } from '../auth/queries.ts';
import { workHistoryKey } from '../work-history/queries.ts';
import { hasEnded, retryJob, startedText } from './queries.ts';

export function RetryRows(props: { job: JobDetail }) {
  const { job } = props;
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const retry = useMutation({
    mutationFn: () => retryJob(job.jobId),
    onSuccess: (started) => notify('success', startedText(started)),
    onError: (error) => notify('error', errorText(error), requestIdText(error)),
    onSettled: () => {
      setAsking(false);
      for (const queryKey of [['jobs', job.jobId], meQuery.queryKey, workHistoryKey]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
  if (!hasEnded(job) || job.rowsFailed === 0 || isExpired(job.expiresAt)) return null;
  return (
    <>
      <Button variant="outline" colorPalette="gray" onClick={() => setAsking(true)}>
        <RotateCcw aria-hidden /> Run failed rows again
      </Button>
      <ConfirmDialog
        open={asking}
        title="Run the failed rows again?"
        confirmLabel="Run Again"
        pending={retry.isPending}
        onConfirm={() => retry.mutate()}
        onCancel={() => setAsking(false)}
      >
        <Text textStyle="sm">
          {plural(job.rowsFailed, 'row')} ended without a result. Those that were not charged run again as
          they are; their credits are reserved at this job’s price, and rows that fail again give them back.
          Errors in the rows themselves have to be corrected first.
        </Text>
      </ConfirmDialog>
    </>
  );
}
