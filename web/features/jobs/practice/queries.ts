/** Provides the calls about practice runs: what can be practised, and starting one. */
import { queryOptions } from '@tanstack/react-query';
import type { StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import { call } from '#web/lib/client.ts';

export const practiceOfferQuery = queryOptions({
  queryKey: ['practice'],
  queryFn: ({ signal }) => call('GET /api/practice', { signal }),
});

/** `own` is the customer's file; without it, the service's sample is run. */
export type PracticeInput = {
  serviceId: string;
  own: { file: File; documents: File | null } | null;
  key: string;
};

export function startPractice({ serviceId, own, key }: PracticeInput): Promise<StartedJob> {
  const form = new FormData();
  form.set('serviceId', serviceId);
  if (own) form.set('file', own.file);
  if (own?.documents) form.set('documents', own.documents);
  return call('POST /api/practice', { form, key });
}
