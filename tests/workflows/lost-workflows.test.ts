/**
 * Jobs and places whose workflow is terminated or fails its tasks, while the reconciler runs by itself on its schedule:
 * they are repaired within a minute.
 */
import { randomUUID } from 'node:crypto';
import { Context } from '@temporalio/activity';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { grantLeases, leaseState, requestLease } from '#api/domain/portals/portal-leases.ts';
import type { JobDetail, JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import { ensureSchedules } from '#temporal/schedules.ts';
import { createUser } from '#tests/factories.ts';
import {
  beforeDocuments,
  newCustomer,
  pdf,
  PDF_SERVICE,
  zipOf,
  type Customer,
} from '#tests/harness/job-calls.ts';
import { failingToday, FAILING_MS, untilFailing } from '#tests/harness/failing-tasks.ts';
import { REPAIRED_TIMEOUT_MS, whileFollowed, type LostJob } from '#tests/harness/lost-workflows.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { jobWorkflowId, taskQueues } from '#workflows/ids.ts';
import type { serviceJob } from '#workflows/service-job.ts';

const TEST_TIMEOUT_MS = FAILING_MS + 3 * REPAIRED_TIMEOUT_MS;

const app = await startAppWithWorkers();
const { db, temporal } = app.deps;
beforeAll(() => ensureSchedules(temporal));

/** Jobs whose second PDF is no longer held. The tests run side by side, because each mostly waits for the reconciler. */
const released = new Set<string>();
beforeAll(() => {
  beforeDocuments(app, async (key) => {
    if (!key.includes('/documents/2/')) return;
    if (![...released].some((jobId) => key.includes(jobId))) await Context.current().cancelled;
  });
});

type HalfWorked = LostJob & { ana: Customer; jobId: string; release: () => void };

/** A job of two PDFs that has done the first one and is held at the second one until it is released. */
async function halfWorked(): Promise<HalfWorked> {
  const ana = await newCustomer(app);
  const file = await zipOf('papers.zip', [pdf('a.pdf'), pdf('b.pdf')]);
  const { jobId } = await ana.started({ file, totalCredits: 2 });
  await until('the first row', async () => (await ana.job(jobId)).rowsDone === 1);
  return {
    ana,
    jobId,
    workflowId: jobWorkflowId(PDF_SERVICE, jobId),
    status: async () => (await ana.get(`/api/jobs/${jobId}/status`)).body['job'] as JobProgress,
    detail: () => ana.job(jobId),
    release: () => void released.add(jobId),
  };
}

const terminate = (workflowId: string) => temporal.workflow.getHandle(workflowId).terminate('An operator');

async function endedWhileFollowed(job: HalfWorked): Promise<JobDetail> {
  return whileFollowed(temporal, job, () => job.ana.ended(job.jobId));
}

describe.concurrent('within a minute', () => {
  test(
    'a job whose workflow was terminated goes on by itself, and is charged once',
    async () => {
      const job = await halfWorked();
      await terminate(job.workflowId);
      job.release();
      expect(await endedWhileFollowed(job)).toMatchObject({ state: 'completed', creditsUsed: 2 });
      expect(await job.ana.credits()).toEqual({ available: 98, held: 0 });
      expect(await verifyLedger(db)).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  test(
    'a job that has lost its workflow too often is settled with its files',
    async () => {
      const job = await halfWorked();
      await db.job.update({ where: { id: job.jobId }, data: { resumes: 5 } });
      await terminate(job.workflowId);
      const isSettled = async () => {
        const { finishedAt, filesPending } = await job.detail();
        return finishedAt !== null && !filesPending;
      };
      await until('the job to be settled', isSettled, REPAIRED_TIMEOUT_MS);
      job.release();
      const ended = await job.detail();
      expect(ended).toMatchObject({ state: 'failed', creditsUsed: 1, creditsReturned: 1 });
      expect(ended.files.map(({ name }) => name)).toContain('result.xlsx');
      expect(await job.ana.credits()).toEqual({ available: 99, held: 0 });
    },
    TEST_TIMEOUT_MS,
  );

  test.runIf(failingToday.includes('a job'))(
    'a job whose workflow fails its tasks goes on in a new run, and administrators are told',
    async () => {
      const [job, admin] = await Promise.all([halfWorked(), newCustomer(app, { isAdmin: true })]);
      await terminate(job.workflowId);
      const broken = await startBroken(job);
      await untilFailing(broken);
      job.release();
      const isReplaced = async () => (await broken.describe()).status.name === 'TERMINATED';
      await until('the workflow to be replaced', isReplaced, REPAIRED_TIMEOUT_MS);
      expect(await endedWhileFollowed(job)).toMatchObject({ state: 'completed', creditsUsed: 2 });
      const { body } = await admin.get(`/api/notifications/${admin.id}`);
      expect(JSON.stringify(body)).toContain(`job=${job.jobId}`);
      expect(await job.ana.credits()).toEqual({ available: 98, held: 0 });
    },
    TEST_TIMEOUT_MS,
  );

  test(
    'the lease of a terminated workflow is given to the next in line',
    async () => {
      const [first, next] = [await holderOf('ann'), await holderOf('bob')];
      expect(await isInside(first)).toBe(true);
      expect(await isInside(next)).toBe(false);
      await terminate(first);
      await until('the next to be inside', () => isInside(next), REPAIRED_TIMEOUT_MS);
      expect(await leaseState(db, { portal: PORTAL, holder: first })).toEqual({
        granted: false,
        position: null,
      });
      await terminate(next);
    },
    TEST_TIMEOUT_MS,
  );
});

/** Starts the job's workflow with an order that it cannot read: each of its tasks ends with a TypeError. */
async function startBroken({ jobId, workflowId, ana }: HalfWorked) {
  const rows = { total: 2, done: 1, succeeded: 1, failed: 0 };
  const order = {
    jobId,
    userId: ana.id,
    serviceId: PDF_SERVICE,
    portal: null,
    effect: 'read' as const,
    attempt: 1,
    rowsPerChunk: 100,
    parking: null as never,
    carried: { rows, slotHeld: false, startedAtMs: Date.now() },
  };
  const options = { workflowId, taskQueue: taskQueues.main, args: [order] satisfies [object] };
  const { firstExecutionRunId } = await temporal.workflow.start<typeof serviceJob>('serviceJob', options);
  return temporal.workflow.getHandle(workflowId, firstExecutionRunId);
}

const PORTAL = 'bb-exp';

/** A workflow that has asked for the portal's only place. It stands still, because no worker asks for its tasks. */
async function holderOf(name: string): Promise<string> {
  const { id: userId } = await createUser(db);
  const workflowId = `job/test/${randomUUID()}`;
  await temporal.workflow.start('serviceJob', { workflowId, taskQueue: 'nobody', args: [] });
  await requestLease(db, { portal: PORTAL, login: name, holder: workflowId, userId, sessionsMax: 1 });
  await grantLeases(db, PORTAL);
  return workflowId;
}

async function isInside(holder: string): Promise<boolean> {
  return (await leaseState(db, { portal: PORTAL, holder })).granted;
}
