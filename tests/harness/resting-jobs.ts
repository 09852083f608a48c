/**
 * Waits for jobs on a test stack until nothing more happens without intervention: they have ended with their files, or
 * wait for a person.
 */
import type { JobProgress, JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { until } from './until.ts';

export type StartedService = { service: ServiceDefinition; jobId: string; customer: Customer };
export type RestingJob = StartedService & { job: JobProgress; rows: JobRow[] };

/** Longer than any disturbance, the settling time after it and the reconciler's intervals together. */
export const JOB_TIMEOUT_MS = 300_000;
/** Shorter, so that a decision that changes nothing is reported as such. */
const DECIDED_TIMEOUT_MS = 150_000;

/** Returns the job when it has ended with its files, or waits for a person; asks for it every `pollMs`. */
export async function atRest(
  started: StartedService,
  timeoutMs = JOB_TIMEOUT_MS,
  pollMs?: number,
): Promise<RestingJob> {
  const { customer, jobId } = started;
  let job: JobProgress | undefined;
  await until(
    `the job of ${started.service.id} to end`,
    async () => {
      ({ job } = await customer.read<{ job: JobProgress }>(`/api/jobs/${jobId}/status`));
      return job.finishedAt !== null || job.waiting?.kind === 'person';
    },
    timeoutMs,
    pollMs,
  );
  if (job?.finishedAt) await customer.follow(jobId, timeoutMs);
  return { ...started, job: job as JobProgress, rows: await customer.rows(jobId) };
}

/** Plays an administrator who finds nothing on the portal and has the rows run again, as often as necessary. */
export const retriedUntilEnded = async (admin: Customer, started: StartedService): Promise<RestingJob> => {
  await until(
    'the decision to be followed',
    async () => {
      const { job } = await atRest(started);
      if (job.finishedAt) return true;
      // A decision that arrives before a new run has read its rows is refused.
      await decideRetry(admin, job).catch(() => undefined);
      return false;
    },
    DECIDED_TIMEOUT_MS,
  );
  return atRest(started);
};

const decideRetry = (admin: Customer, { jobId, waiting }: JobProgress): Promise<unknown> =>
  admin.call(`/api/admin/jobs/${jobId}/decide`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      decision: 'retry',
      since: waiting?.since,
      reason: 'The portal does not have it.',
    }),
  });
