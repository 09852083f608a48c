/** Starts the job once, and says how that went (spec section 8, "Automation"). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contracts/auth.ts';
import { clientMessages } from '#contracts/errors.ts';
import type { Preview, StartedJob } from '#contracts/jobs.ts';
import { ApiError, isNetworkError } from '../../api/client.ts';
import { requestIdText } from '../../ui/states.tsx';
import { notify } from '../../ui/notify.ts';
import { meQuery, useSetCredits } from '../auth/queries.ts';
import { credentialsKey } from '../credentials/queries.ts';
import { startJob } from '../jobs/queries.ts';
import { workHistoryKey } from '../work-history/queries.ts';

function startedText({ immediate, queuePosition }: StartedJob): string {
  return immediate || queuePosition === null
    ? clientMessages.processingStarted
    : `${clientMessages.queuedPrefix}${queuePosition}`;
}

function failureText(error: unknown): string {
  const message = error instanceof Error && error.message !== '' ? error.message : clientMessages.startFailedUnknown;
  return (isNetworkError(error) ? clientMessages.startNetworkPrefix : clientMessages.startFailedPrefix) + message;
}

/** The price that the server asks now, if that is why it refused. */
function changedPrice(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'PRICE_CHANGED') return null;
  const price = error.details['totalCredits'];
  return typeof price === 'number' ? price : null;
}

export function useStartJob(input: { user: User; onStarted: (jobId: string) => void }) {
  const { user, onStarted } = input;
  const client = useQueryClient();
  const setCredits = useSetCredits();
  const [newPrice, setNewPrice] = useState<number | null>(null);

  const start = useMutation({
    mutationFn: ({ preview, key }: { preview: Preview; key: string }) =>
      startJob({ preview, userId: user.id, totalCredits: preview.totalCredits, idempotencyKey: key }),
    onSuccess: (started) => {
      setCredits(started.newCredits);
      notify('success', startedText(started));
      onStarted(started.jobId);
      void client.invalidateQueries({ queryKey: workHistoryKey });
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    onError: (error) => {
      const price = changedPrice(error);
      if (price !== null) setNewPrice(price);
      else notify('error', failureText(error), requestIdText(error));
      void client.invalidateQueries({ queryKey: credentialsKey });
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
  return { start, newPrice, dropNewPrice: () => setNewPrice(null) };
}
