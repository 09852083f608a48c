/** A customer's own job: find it, cancel it, answer its question. */
import type { Deps } from '#api/deps.ts';
import { refuseOtherService, type Customer } from '#api/domain/accounts/customers.ts';
import { DomainError } from '#contracts/errors.ts';
import { answerQuestion } from './challenges.ts';
import { signalStopped, markStopped } from './job-stop.ts';
import type { JobDeps } from './service-offers.ts';

/** Returns the customer's own job; others are NOT_FOUND. A token sees only jobs of its services. */
export async function ownJob(deps: Pick<Deps, 'db'>, customer: Customer, jobId: string) {
  const job = await deps.db.job.findFirst({
    where: { id: jobId, userId: customer.id, state: { not: 'draft' } },
  });
  if (!job) throw new DomainError('NOT_FOUND');
  refuseOtherService(customer, job.serviceId);
  return job;
}

/** Cancels a job. It takes effect before this returns: whatever the job was about to file is no longer filed. */
export async function cancelJob(deps: JobDeps, customer: Customer, jobId: string): Promise<void> {
  const job = await ownJob(deps, customer, jobId);
  if (job.finishedAt) throw new DomainError('JOB_NOT_CANCELLABLE');
  const stopped = await markStopped(deps.db, { jobId }, { by: null, reason: null, now: deps.clock() });
  await signalStopped(deps, stopped);
}

/** Stores the answer for the waiting step, and shows the job as running again. */
export async function answerChallenge(
  deps: JobDeps,
  customer: Customer,
  input: { jobId: string; challengeId: string; answer: string },
): Promise<void> {
  const { jobId, challengeId: id, answer } = input;
  const job = await ownJob(deps, customer, jobId);
  await answerQuestion(deps, { id, jobId, userId: customer.id, answer });
  // The step finds the answer automatically; the workflow is notified so that its own progress is correct.
  await deps.workflows.jobs
    .tellAnswered(job, id)
    .catch((err: unknown) => deps.logger.warn({ jobId, err }, 'the workflow was not notified of an answer'));
}
