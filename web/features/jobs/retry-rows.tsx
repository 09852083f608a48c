/** Runs the failed rows of a finished job again after a confirmation. */
import { Button, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { JobDetail } from '#contracts/calls/jobs/jobs-answers.ts';
import { useBankName } from '#web/lib/bank-name.ts';
import { isExpired } from '#web/lib/dates.ts';
import { ConfirmDialog } from '#web/ui/modal.tsx';
import { notify } from '#web/ui/notify.ts';
import { requestIdText } from '#web/ui/states.tsx';
import { errorText } from '#web/lib/messages.ts';
import { creditsText } from '#web/lib/money.ts';
import { meQuery } from '#web/features/accounts/auth/queries.ts';
import { FilingSentence } from './start/filing-question.tsx';
import { filesRows } from './start/filing-rules.ts';
import { workHistoryKey } from './work-history-queries.ts';
import { hasEnded, retryJob, startedText } from './queries.ts';
import { useWords } from '#web/lib/words.ts';
import { jobWords } from './words.ts';

export function RetryRows(props: { job: JobDetail }) {
  const { job } = props;
  const words = useWords(jobWords);
  const client = useQueryClient();
  const bank = useBankName()(job.bank);
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
  const { rowsToRetry, creditsToRetry } = job;
  if (!hasEnded(job) || rowsToRetry === 0 || isExpired(job.expiresAt)) return null;
  const price = creditsToRetry > 0 ? creditsText(creditsToRetry) : null;
  return (
    <>
      <Button variant="outline" colorPalette="gray" onClick={() => setAsking(true)}>
        <RotateCcw aria-hidden /> {words.retry}
      </Button>
      <ConfirmDialog
        open={asking}
        title={words.retryThis}
        confirmLabel={words.retryConfirm(rowsToRetry, price)}
        pending={retry.isPending}
        onConfirm={() => retry.mutate()}
        onCancel={() => setAsking(false)}
      >
        <Stack gap="2">
          <Text textStyle="sm">{words.retryEffect(rowsToRetry, price)}</Text>
          {filesRows(job) ? <FilingSentence rows={rowsToRetry} bank={bank} /> : null}
        </Stack>
      </ConfirmDialog>
    </>
  );
}
