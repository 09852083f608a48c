/** Follows jobs whose workflow was lost, and holds the platform to the time in which it promises to repair them. */
import { setTimeout as delay } from 'node:timers/promises';
import type { JobDetail, JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import type { Temporal } from '#temporal/client.ts';

/** Within this time a job without a workflow goes on or is settled, and a place without one is free. */
const REPAIRED_MS = 60_000;
/** What a round of repairs and the start of a workflow take longer on a machine that runs other tests. */
const SLACK_MS = 15_000;
export const REPAIRED_TIMEOUT_MS = REPAIRED_MS + SLACK_MS;
const POLL_MS = 500;

export type LostJob = {
  workflowId: string;
  /** The answers of the status call and of the job's page. */
  status: () => Promise<JobProgress>;
  detail: () => Promise<JobDetail>;
};

/** Runs the work while `followLost` watches the job; the first failure of either is thrown. */
export async function whileFollowed<Result>(
  temporal: Temporal,
  job: LostJob,
  work: () => Promise<Result>,
): Promise<Result> {
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  const [result] = await Promise.all([working, followLost(temporal, job, () => isOver)]);
  return result;
}

/**
 * Asks for the job's status until `isOver`. Throws if, after the time for repairs, it is not settled with its files
 * although no workflow runs: such a job says "processing" and nothing happens.
 */
async function followLost(temporal: Temporal, job: LostJob, isOver: () => boolean): Promise<void> {
  const deadline = Date.now() + REPAIRED_TIMEOUT_MS;
  while (!isOver()) {
    if (Date.now() > deadline) await mustLive(temporal, job);
    await delay(POLL_MS);
  }
}

async function mustLive(temporal: Temporal, job: LostJob): Promise<void> {
  if (await isSettled(job)) return;
  const { status } = await temporal.workflow.getHandle(job.workflowId).describe();
  if (status.name === 'RUNNING') return;
  // A workflow closes after its job is settled, which may have happened in between.
  if (await isSettled(job)) return;
  const shown = (await job.status()).status;
  throw new Error(`${job.workflowId} is ${status.name} and its job says ${shown}.`);
}

async function isSettled(job: LostJob): Promise<boolean> {
  if ((await job.status()).finishedAt === null) return false;
  return !(await job.detail()).filesPending;
}
