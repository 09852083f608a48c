/**
 * Repairs what a lost workflow left behind: resumes or ends jobs whose workflow was terminated, timed out or keeps
 * failing its tasks, releases the leases of workflows that no longer exist, returns reserved credits without an owner,
 * and gives sent filings the longer time that their portals have been given since. Items are independent: one that
 * cannot be repaired now, or does not end, does not stop the others.
 */
import { withinMs } from '#api/adapters/within-ms.ts';
import type { Deps } from '#api/deps.ts';
import { notifyAdministrators } from '#api/domain/messaging/admin-notices.ts';
import { resumeJob } from '#api/domain/jobs/job-admission.ts';
import {
  isUnfinished,
  jobsWithoutFiles,
  noteResume,
  unfinishedJobs,
  type JobWithoutFiles,
  type UnfinishedJob,
} from '#api/domain/jobs/job-repairs.ts';
import { raiseSettling } from '#api/domain/jobs/filings/intents.ts';
import { signalStopped } from '#api/domain/jobs/job-stop.ts';
import { settle, strayReservations, type StrayReservation } from '#api/domain/credits/ledger.ts';
import { allPlaces } from '#api/domain/portals/banks.ts';
import { allLeases, dropLeases, isWorkedOn } from '#api/domain/portals/portal-leases.ts';
import { remindHolders, grantFreeLeases } from '#api/domain/portals/lease-grants.ts';
import { limits } from '#contracts/limits.ts';
import { creditMessages } from '#contracts/credits/messages.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import { filingEffects } from './portals/portals.ts';
import { collect } from './collect-results.ts';
import { endJob } from './job-end.ts';
import { runningWorkflowIds, workflowStateOf } from './workflow-state.ts';

type ReconcileDeps = Pick<
  Deps,
  'db' | 'env' | 'files' | 'mailer' | 'temporal' | 'workflows' | 'logger' | 'clock'
>;

/** A job that loses its workflow more often than this is ended, because something about it breaks every run. */
const RESUMES_MAX = 5;
/** Number of jobs examined at once. Each takes a call to Temporal of a few milliseconds. */
const EXAMINED_AT_ONCE_MAX = 10;
/** After this time a stopped job has either received the stop signal or never will. */
const STOP_HEARD_MS = 20_000;

/**
 * How long a round waits for one item, so that the others are repaired within their minute. The work on the item
 * continues: it may write the files of a large job, or wait for a file store that does not answer.
 */
const ITEM_MAX_MS = 10_000;
/** After this time, an item whose work has not ended is started again, like an activity that writes files. */
const ABANDONED_AFTER_MS = 20 * 60_000;
/** With this many items whose work has not ended, a round starts to write no further files. */
const UNENDED_MAX = 10;

/** Items whose work has not ended, by name, with the time at which it began by `performance.now()`. */
export type UnendedItems = Map<string, number>;
/**
 * A round examines one of so many shares of the jobs whose workflow is listed as running. The list contains workflows
 * that fail their tasks, which are found within minutes, and for some seconds those that have just ended.
 */
export const LISTED_JOB_SHARES = 10;

/**
 * `unended` is shared by the rounds of a process. `share` says which of the listed jobs the round examines, and is chosen
 * by chance, because any process may run the next round; without it, a round examines all.
 */
type Round = { itemMaxMs: number; unended: UnendedItems; share: number | null };
type RoundDeps = ReconcileDeps & { round: Round };

/** Runs one round of repairs. Idempotent, and safe while jobs run. */
export async function reconcileJobs(
  given: ReconcileDeps,
  { itemMaxMs = ITEM_MAX_MS, unended = new Map(), share = null }: Partial<Round> = {},
): Promise<void> {
  const deps: RoundDeps = { ...given, round: { itemMaxMs, unended, share } };
  const running = await runningWorkflowIds(deps, ['serviceJob', 'credentialTest', 'twinCheck']).catch(
    async (error: unknown) => {
      // Lost jobs are found by describing each workflow, which can succeed while listing fails.
      await examineUnfinished(deps, () => true);
      throw error;
    },
  );
  await examineUnfinished(deps, (job) => isExaminedNow(job, running, share));
  await withinRound(deps, { filings: 'settling' }, () => giveLongerTimes(deps));
  await freeLeases(deps, running);
  await returnStrayCredits(deps);
  // Last, because the files of a large job take minutes.
  await writeMissingFiles(deps, running);
}

/**
 * Returns whether the round examines the job: at once if its workflow is not listed as running, or if it was stopped.
 * Asking Temporal about every job in every round would cost more the longer a portal is down.
 */
function isExaminedNow(
  { id, serviceId, stoppedAt }: UnfinishedJob,
  running: ReadonlySet<string>,
  share: number | null,
): boolean {
  if (share === null || stoppedAt !== null || !running.has(jobWorkflowId(serviceId, id))) return true;
  return Number.parseInt(id.slice(-4), 16) % LISTED_JOB_SHARES === share;
}

async function examineUnfinished(
  deps: RoundDeps,
  isExamined: (job: UnfinishedJob) => boolean,
): Promise<void> {
  for await (const jobs of unfinishedJobs(deps.db)) await examine(deps, jobs.filter(isExamined));
}

async function examine(deps: RoundDeps, jobs: readonly UnfinishedJob[]): Promise<void> {
  for (let first = 0; first < jobs.length; first += EXAMINED_AT_ONCE_MAX)
    await Promise.all(
      jobs
        .slice(first, first + EXAMINED_AT_ONCE_MAX)
        .map((job) => withinRound(deps, { jobId: job.id }, () => reconcileJob(deps, job))),
    );
}

/** Works on an item until it ends, but no longer than a round waits. Does nothing while earlier work on it continues. */
async function withinRound(
  { logger, round }: RoundDeps,
  about: Record<string, string | number>,
  work: () => Promise<void>,
): Promise<void> {
  const { itemMaxMs, unended } = round;
  const name = Object.values(about).join('|');
  const begunMs = performance.now();
  if (begunMs - (unended.get(name) ?? Number.NEGATIVE_INFINITY) < ABANDONED_AFTER_MS) return;
  unended.set(name, begunMs);
  const ended = work()
    .catch((error: unknown) =>
      logger.error({ ...about, err: error }, 'could not be reconciled; the next round tries again'),
    )
    .finally(() => {
      if (unended.get(name) === begunMs) unended.delete(name);
    });
  const hasEnded = await withinMs(
    itemMaxMs,
    ended.then(() => true),
    () => false,
  );
  if (hasEnded) return;
  const err = new Error(`It did not end within ${itemMaxMs} ms.`);
  logger.error({ ...about, err }, 'is not reconciled yet; the round goes on without it');
}

async function reconcileJob(deps: ReconcileDeps, job: UnfinishedJob): Promise<void> {
  const workflowId = jobWorkflowId(job.serviceId, job.id);
  const nowMs = deps.clock().getTime();
  const isStopped = job.stoppedAt !== null && nowMs - job.stoppedAt.getTime() > STOP_HEARD_MS;
  const state = await workflowStateOf(deps, workflowId);
  if (state === 'running') {
    if (isStopped) await signalStopped(deps, [job]);
    return;
  }
  if (state === 'failing') {
    await reportFailing(deps, job);
    await deps.temporal.workflow
      .getHandle(workflowId)
      .terminate('Its tasks fail; the job goes on in a new run.');
  }
  // A workflow closes after its job has ended, which may have happened since the job was read.
  if (!(await isUnfinished(deps.db, job))) return;
  if (job.stoppedAt !== null) await endIdle(deps, job, stopped);
  else if (job.resumes < RESUMES_MAX) await resume(deps, job);
  else await endIdle(deps, job, givenUp);
}

async function resume(deps: ReconcileDeps, job: UnfinishedJob): Promise<void> {
  const { db, logger } = deps;
  logger.error(
    { jobId: job.id, userId: job.userId, resumes: job.resumes },
    'job had no workflow; started again',
  );
  await noteResume(db, job);
  const rows = {
    total: job.rowsTotal,
    done: job.rowsDone,
    succeeded: job.rowsSucceeded,
    failed: job.rowsFailed,
  };
  await resumeJob(deps, job, { rows, startedAt: job.startedAt });
}

const stopped = { state: 'cancelled', errorCode: null, errorMessage: null } as const;
const givenUp = {
  state: 'failed',
  errorCode: 'INTERNAL_ERROR',
  errorMessage: jobMessages.stoppedByTeam(),
} as const;

/** Ends an idle job. If a worker still follows a click to its answer, the next round tries again. */
async function endIdle(
  deps: ReconcileDeps,
  job: UnfinishedJob,
  end: typeof stopped | typeof givenUp,
): Promise<void> {
  if (await isInUse(deps, jobWorkflowId(job.serviceId, job.id))) return;
  await endJob(deps, { jobId: job.id, attempt: job.attempt, ...end });
}

/** Returns whether a worker still works under a lease of the workflow, which may be gone. */
const isInUse = ({ db, clock }: ReconcileDeps, holder: string): Promise<boolean> =>
  isWorkedOn(db, holder, new Date(clock().getTime() - limits.leaseSilentMs));

async function reportFailing({ db, logger }: ReconcileDeps, job: UnfinishedJob): Promise<void> {
  logger.error({ jobId: job.id, userId: job.userId }, 'the workflow of a job fails its tasks');
  await notifyAdministrators(db, {
    key: `workflow_failing:${job.id}:${job.attempt}:${job.resumes}`,
    kind: 'workflow_failing',
    values: { service: job.serviceName, file: job.fileName },
    actionUrl: `/admin?tab=jobs&job=${job.id}`,
  });
}

/**
 * A release that gives a portal more time for a filing speaks for those of earlier releases too, with which jobs stay.
 */
async function giveLongerTimes(deps: ReconcileDeps): Promise<void> {
  await raiseSettling(deps.db, filingEffects(deps, await allPlaces(deps.db)));
}

/**
 * Writes the files of jobs that ended while writing them failed and whose workflow was lost afterwards, or whose worker
 * was lost after it had changed a row of the ended job.
 */
async function writeMissingFiles(deps: RoundDeps, running: ReadonlySet<string>): Promise<void> {
  for await (const jobs of jobsWithoutFiles(deps.db))
    for (const job of jobs) {
      if (deps.round.unended.size >= UNENDED_MAX) return;
      await withinRound(deps, { jobId: job.id }, () => writeFilesOf(deps, job, running));
    }
}

async function writeFilesOf(
  deps: ReconcileDeps,
  { id, serviceId, end, areOutdated }: JobWithoutFiles,
  running: ReadonlySet<string>,
): Promise<void> {
  const workflowId = jobWorkflowId(serviceId, id);
  if (running.has(workflowId) || (await workflowStateOf(deps, workflowId)) !== 'gone') return;
  // A customer who has deleted the notice of the end gets no other one.
  if (areOutdated) await collect(deps, id);
  else await endJob(deps, end);
}

/**
 * Releases leases and queue positions of workflows that no longer exist, once no worker uses them, grants leases that
 * were left free, and notifies workflows whose granted lease nobody uses.
 */
async function freeLeases(deps: RoundDeps, running: ReadonlySet<string>): Promise<void> {
  const leases = await allLeases(deps.db);
  const portals = new Set(leases.map(({ portal }) => portal));
  for (const { holder } of leases) {
    if (running.has(holder)) continue;
    await withinRound(deps, { holder }, async () => {
      if ((await workflowStateOf(deps, holder)) !== 'gone') return;
      // Another session on the login could end the one in which a worker still waits for the answer to a click.
      if (!(await isInUse(deps, holder))) await dropLeases(deps.db, holder);
    });
  }
  await grantFreeLeases(deps, [...portals]);
  await remindHolders(deps);
}

/** Returns reservations of jobs that have ended or do not exist, because nothing else will settle them. */
async function returnStrayCredits(deps: RoundDeps): Promise<void> {
  for await (const reservations of strayReservations(deps.db))
    for (const reservation of reservations)
      await withinRound(deps, reservation, () => returnReservation(deps, reservation));
}

async function returnReservation(
  { db, logger }: ReconcileDeps,
  { jobId, attempt }: StrayReservation,
): Promise<void> {
  logger.error({ jobId, attempt }, 'credits were held for no job; returned');
  const description = creditMessages.returnedUnheld();
  await settle(db, { jobId, attempt, captureHundredths: 0n, description });
}
