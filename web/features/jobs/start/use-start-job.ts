/** Starts the job once and reports the result (spec section 8, "Automation"). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contracts/calls/accounts-answers.ts';
import type { StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import { REX_SERVICE } from '#contracts/jobs/rex-service.ts';
import { limits } from '#contracts/limits.ts';
import { ApiError, isNetworkError, isRefusal } from '#web/lib/client.ts';
import { requestIdText } from '#web/ui/states.tsx';
import { errorText, messagesNow } from '#web/lib/messages.ts';
import { notify } from '#web/ui/notify.ts';
import { meQuery, useSetCredits } from '#web/features/accounts/auth/queries.ts';
import { banksQuery } from '#web/features/portals/bank-queries.ts';
import { credentialsKey } from '#web/features/portals/queries.ts';
import { startedText, startJob } from '#web/features/jobs/queries.ts';
import { workHistoryKey } from '#web/features/jobs/work-history-queries.ts';
import type { CheckedFile, StartChoice } from './use-start-draft.ts';

function failureText(error: unknown, prefix: string): string {
  const message =
    error instanceof Error && error.message !== '' ? errorText(error) : messagesNow().startFailedUnknown;
  if (isNetworkError(error)) return messagesNow().startNetworkPrefix + message;
  return prefix + message;
}

function failedPrefix(serviceId: string): string {
  return serviceId === REX_SERVICE ? messagesNow().rexStartFailedPrefix : messagesNow().startFailedPrefix;
}

/** Returns the server's current price if the start was refused because of a price change. */
function changedPrice(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'PRICE_CHANGED') return null;
  const price = error.details['totalCredits'];
  return typeof price === 'number' ? price : null;
}

/** The server keeps a checked file for one hour; after that it must be uploaded again. */
type Refusal = 'file is gone' | 'sheet changed' | 'started before' | 'other';
const refusalOf = ({ code }: ApiError): Refusal => {
  if (code === 'NOT_FOUND' || code === 'FILE_EXPIRED') return 'file is gone';
  if (code === 'IDEMPOTENCY_KEY_REUSED') return 'started before';
  return code === 'SHEET_CHANGED' ? 'sheet changed' : 'other';
};

/**
 * A start that was refused because too many came at once is repeated this often before the customer sees a message; the
 * key ensures a single job.
 */
const CROWDED_TRIES_MAX = 5;
const isCrowded = (error: Error): boolean => error instanceof ApiError && error.code === 'TOO_MANY_STARTS';

/** How to start a job outside the dashboard: the button's label, the call, and the beginning of the failure message. */
export type StartCall = {
  label: string;
  send: (checked: CheckedFile) => Promise<StartedJob>;
  failedPrefix: string;
};

/** A start with what was chosen when it was first clicked: its repetitions must send the same. */
type Start = StartChoice & { checked: CheckedFile };

export function useStartJob(input: {
  user: User;
  documentsOnly: boolean;
  /** Null if the service needs no bank. */
  bankKey: string | null;
  call?: StartCall | undefined;
  onSent?: ((file: CheckedFile, choice: StartChoice) => void) | undefined;
  onStarted: (jobId: string, started: CheckedFile) => void;
  onRefused: (refused: CheckedFile, why: Refusal) => void;
}) {
  const { user, documentsOnly, bankKey, call, onSent, onStarted, onRefused } = input;
  const client = useQueryClient();
  const setCredits = useSetCredits();
  const [newPrice, setNewPrice] = useState<number | null>(null);

  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: ({ checked, ...chosen }: Start) => {
      if (call) return call.send(checked);
      const { preview, key } = checked;
      const { totalCredits } = preview;
      return startJob({
        preview,
        userId: user.id,
        totalCredits,
        ...chosen,
        idempotencyKey: key,
      });
    },
    retry: (failures, error) => failures < CROWDED_TRIES_MAX && isCrowded(error),
    retryDelay: limits.startRetryS * 1_000,
    onSuccess: (started, { checked }) => {
      setCredits(started.newCredits);
      notify('success', startedText(started));
      onStarted(started.jobId, checked);
      void client.invalidateQueries({ queryKey: workHistoryKey });
      void client.invalidateQueries({ queryKey: banksQuery.queryKey });
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    onError: (error, { checked: sent }) => {
      const price = changedPrice(error);
      const refusal = isRefusal(error) ? refusalOf(error) : null;
      const isStartedBefore = refusal === 'started before';
      // With a new key, the next click would start a second job of the file.
      if (refusal && !isStartedBefore) onRefused(sent, refusal);
      if (price !== null) setNewPrice(price);
      else if (!isStartedBefore)
        notify(
          'error',
          failureText(error, call?.failedPrefix ?? failedPrefix(sent.preview.serviceId)),
          requestIdText(error),
        );
      void client.invalidateQueries({ queryKey: credentialsKey });
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
  const start = (checked: CheckedFile) => {
    const choice = checked.sent ?? { documentsOnly, bankKey };
    onSent?.(checked, choice);
    mutate({ checked, ...choice });
  };
  const wasStartedBefore = isRefusal(error) && refusalOf(error) === 'started before';
  return {
    start,
    /** The key of the refused start of a file of which a job exists already. */
    keyStartedBefore: wasStartedBefore ? (variables?.checked.key ?? null) : null,
    isStarting: isPending,
    newPrice,
    dropNewPrice: () => setNewPrice(null),
  };
}
