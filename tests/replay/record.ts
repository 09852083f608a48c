/**
 * Records the histories that the replay test replays; run by hand when workflows gain a step: `npx tsx
 * tests/replay/record.ts`.
 */
import { randomUUID } from 'node:crypto';
import { Client, Connection, WithStartWorkflowOperation, type WorkflowHandle } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { quote } from '#contracts/messages/message.ts';
import type { Activities } from '#activities/index.ts';
import type { ChunkEnd } from '#activities/rows/chunk-end.ts';
import { workflowBundle } from '#temporal/bundle.ts';
import { freePort } from '#temporal/local/ports.ts';
import { startDevServer } from '#temporal/start.ts';
import { counts, fakeActivities, type Record, type Scenario } from '#tests/workflows/fake-activities.ts';
import {
  bulkRetryWorkflowId,
  credentialTestWorkflowId,
  ownQueueOf,
  taskQueues,
  twinCheckWorkflowId,
} from '#workflows/ids.ts';
import {
  progressQuery,
  type Admission,
  type ServiceJobInput,
  type LeaseAnswer,
  type StuckDecision,
} from '#workflows/messages.ts';
import type { bulkRetry } from '#workflows/bulk-retry.ts';
import type { credentialTest } from '#workflows/credential-test.ts';
import type { serviceJob } from '#workflows/service-job.ts';
import type { twinCheck } from '#workflows/twin-check.ts';
import { writeHistory } from './histories.ts';

/** A workflow continues as a new run after this few events, so that the recorded histories stay small. */
const EVENTS_PER_RUN = '60';
const WAIT_MS = 60_000;
const POLL_MS = 50;
const PORTAL = 'bb-exp';
const queued: LeaseAnswer = { granted: false, position: 1, askAgainMs: WAIT_MS };

const askingSoon: LeaseAnswer = { ...queued, askAgainMs: 100 };

Runtime.install({ logger: new DefaultLogger('ERROR') });
const server = await startDevServer({
  port: await freePort(),
  dynamicConfig: { 'limit.historyCount.suggestContinueAsNew': EVENTS_PER_RUN },
});
const connection = await Connection.connect({ address: server.address });
const native = await NativeConnection.connect({ address: server.address });
const client = new Client({ connection });
const codePath = await workflowBundle('.cache');
try {
  await recordJobs();
  await recordCredentialTests();
  await recordHousekeeping();
  await recordTwinChecks();
  await recordBulkRetries();
} finally {
  await Promise.all([native.close(), connection.close()]);
  await server.stop();
}
process.exit();

type Job = WorkflowHandle<typeof serviceJob>;
type JobRecording = {
  outcome: string;
  scenario: Partial<Scenario>;
  input?: Partial<ServiceJobInput>;
  /** What people do while the job runs. */
  during?: (job: Job, seen: Record) => Promise<unknown>;
};

async function recordJobs(): Promise<void> {
  const finished: ChunkEnd = { end: 'finished', isEnded: true, rows: counts(3, 3) };
  const more = (done: number): Extract<ChunkEnd, { end: 'more' }> => ({
    end: 'more',
    rows: counts(40, done),
  });
  const down: ChunkEnd = { end: 'portal down', message: quote('Down.'), rows: counts(3, 1), workedRows: 1 };
  const stuck: ChunkEnd = { end: 'stuck', message: quote('Row 2 could not be worked.'), rows: counts(3, 1) };
  const refused: ChunkEnd = {
    end: 'stopped',
    code: 'CREDENTIALS_INVALID',
    message: quote('Invalid Login Credentials'),
    rows: counts(3, 0),
  };
  const placeLost: ChunkEnd = { end: 'place lost', rows: counts(3, 1) };
  const paused: ChunkEnd = { end: 'paused', rows: counts(3, 1) };
  const stopped: ChunkEnd = { end: 'cancelled', rows: counts(3, 1) };
  const confirming: ChunkEnd = { end: 'confirming', lookInMs: 300, waitingRows: 1, rows: counts(3, 2) };
  const onPortal = { portal: PORTAL };
  const release = deferred();
  const stop = deferred();
  const lateStop = deferred();
  const recordings: JobRecording[] = [
    { outcome: 'completed', scenario: { chunks: [more(1), finished] } },
    { outcome: 'completed-on-portal', scenario: { chunks: [finished] }, input: onPortal },
    { outcome: 'rows-failed', scenario: { chunks: [{ ...finished, rows: counts(3, 3, 2) }] } },
    { outcome: 'no-credits', scenario: { balanceHundredths: 10 } },
    { outcome: 'credentials-refused', scenario: { chunks: [refused] }, input: onPortal },
    { outcome: 'portal-down-then-up', scenario: { chunks: [down, down, finished] }, input: onPortal },
    { outcome: 'place-lost', scenario: { chunks: [placeLost, finished] }, input: onPortal },
    {
      outcome: 'session-kept',
      scenario: { chunks: [{ ...more(1), queue: taskQueues.rows }, finished] },
      input: onPortal,
    },
    {
      outcome: 'session-worker-gone',
      scenario: { chunks: [{ ...more(1), queue: ownQueueOf('gone') }, finished] },
      input: onPortal,
    },
    { outcome: 'portal-paused', scenario: { chunks: [paused, finished] }, input: onPortal },
    { outcome: 'filings-confirmed', scenario: { chunks: [confirming, finished] }, input: onPortal },
    { outcome: 'stopped-in-the-database', scenario: { chunks: [stopped] }, input: onPortal },
    { outcome: 'settled-by-itself', scenario: { chunks: [{ end: 'finished', rows: counts(3, 3) }] } },
    {
      outcome: 'waited-for-its-slot',
      scenario: { queued: askingSoon, leases: [queued], chunks: [finished] },
      input: onPortal,
      during: async (job, seen) => {
        await until(() => seen.calls.includes('requestSlot'));
        await job.signal('slotGranted');
      },
    },
    {
      outcome: 'stopped-decided-and-continued',
      scenario: {
        chunks: [{ ...stuck, about: { row: 2 } }, { ...stuck, about: { filings: [1, 3] } }, finished],
      },
      during: async (job, seen) => {
        await until(() => seen.waits.length === 1);
        await decide(job, 'retry');
        await until(() => seen.waits.length === 2);
        await decide(job, 'skip row');
      },
    },
    {
      outcome: 'cancelled',
      scenario: { chunks: [() => release.promise.then(() => more(1))] },
      during: async (job, seen) => {
        await until(() => seen.chunks === 1);
        await job.signal('rowsWorked', counts(3, 1));
        await job.executeUpdate('cancel');
        release.resolve();
      },
    },
    {
      outcome: 'stopped',
      scenario: { chunks: [() => stop.promise.then(() => more(1))] },
      during: async (job, seen) => {
        await until(() => seen.chunks === 1);
        await job.signal('stop');
        stop.resolve();
      },
    },
    {
      outcome: 'stop-of-an-earlier-run',
      scenario: { chunks: [() => lateStop.promise.then(() => finished)] },
      input: { attempt: 2 },
      during: async (job, seen) => {
        await until(() => seen.chunks === 1);
        await job.signal('stop', 1);
        lateStop.resolve();
      },
    },
  ];
  for (const { outcome, scenario, input, during } of recordings) {
    const { activities, record } = fakeActivities(scenarioOf(scenario));
    await withWorkers(activities, async () => {
      const job = await startJob('user-1', input);
      await during?.(job, record);
      await job.result();
      await save('serviceJob', outcome, job);
    });
  }
  const chunks = Array.from({ length: 15 }, (_, index) => more(index + 1));
  const last: ChunkEnd = { end: 'finished', isEnded: true, rows: counts(40, 40) };
  await recordContinuedJob({ chunks: [...chunks, last] }, ['continued-as-new', 'carried-on']);
  const leases = Array.from({ length: 8 }, () => askingSoon);
  await recordContinuedJob({ queued: askingSoon, leases }, ['continued-in-queue', 'carried-on-in-queue']);
}

/** Decides about the stop at which the job waits. */
async function decide(job: Job, decision: StuckDecision): Promise<void> {
  const { waiting } = await job.query(progressQuery);
  await job.executeUpdate('decideStuck', { args: [decision, waiting?.since ?? ''] });
}

async function recordContinuedJob(
  scenario: Partial<Scenario>,
  [continued, carriedOn]: [string, string],
): Promise<void> {
  const { activities } = fakeActivities(scenarioOf(scenario));
  await withWorkers(activities, async () => {
    const job = await startJob('user-1', { portal: PORTAL });
    const first = (await job.describe()).runId;
    await job.result();
    const last = (await job.describe()).runId;
    if (first === last) throw new Error('The job did not continue as a new run.');
    await save('serviceJob', continued, client.workflow.getHandle(job.workflowId, first));
    await save('serviceJob', carriedOn, client.workflow.getHandle(job.workflowId, last));
  });
}

/** One test finds the login free, and one finds it in use until it gives up waiting. */
async function recordCredentialTests(): Promise<void> {
  const outcomes = { ok: [], 'in-use': [queued] };
  for (const [outcome, leases] of Object.entries(outcomes)) {
    const { activities } = fakeActivities(scenarioOf({ leases }));
    await withWorkers(
      { ...activities, testCredential: async () => ({ outcome: 'ok', message: '' }) },
      async () => {
        const test = await startTest('user-1');
        await test.result();
        await save('credentialTest', outcome, test);
      },
    );
  }
}

async function recordHousekeeping(): Promise<void> {
  const done = async () => undefined as never;
  const activities = {
    deleteExpired: done,
    reconcileJobs: done,
    reconcilePayments: done,
    auditBooks: done,
    startTwinChecks: done,
  };
  await withWorkers(activities, async () => {
    for (const name of ['retention', 'reconciliation', 'paymentReconciliation', 'bookAudit', 'twinChecks']) {
      const handle = await client.workflow.start(name, { workflowId: name, taskQueue: taskQueues.main });
      await handle.result();
      await save(name, 'completed', handle);
    }
  });
}

/** A visit that had to wait for its lease. */
async function recordTwinChecks(): Promise<void> {
  const { activities } = fakeActivities(scenarioOf({ leases: [askingSoon] }));
  await withWorkers({ ...activities, readFilingsBack: async () => undefined }, async () => {
    const handle = await client.workflow.start<typeof twinCheck>('twinCheck', {
      workflowId: twinCheckWorkflowId(PORTAL, 'customer'),
      taskQueue: taskQueues.main,
      args: [{ portal: PORTAL, userId: 'customer' }],
    });
    await handle.result();
    await save('twinCheck', 'completed', handle);
  });
}

/**
 * One in which all jobs had their turn; one stopped after its second turn; and one long enough to continue as a new
 * run.
 */
async function recordBulkRetries(): Promise<void> {
  const bulkRetries = { done: 3, stopped: 5, long: 40 };
  for (const [name, total] of Object.entries(bulkRetries)) {
    const activities: Partial<Activities> = {
      beginBulkRetry: async () => total,
      takeBulkRetryTurn: async ({ turn }) => ({ stopped: name === 'stopped' && turn === 2 }),
      endBulkRetry: async () => undefined,
    };
    await withWorkers(activities, async () => {
      const bulkRetryId = randomUUID();
      const handle = await client.workflow.start<typeof bulkRetry>('bulkRetry', {
        workflowId: bulkRetryWorkflowId(bulkRetryId),
        taskQueue: taskQueues.main,
        args: [{ bulkRetryId, adminId: 'admin', reason: 'The portal is up again', pauseMs: 1 }],
      });
      const first = (await handle.describe()).runId;
      await handle.result();
      if (name !== 'long') {
        await save('bulkRetry', name, handle);
        return;
      }
      const { workflowId } = handle;
      const last = (await handle.describe()).runId;
      if (first === last) throw new Error('The bulk retry did not continue as a new run.');
      await save('bulkRetry', 'continued-as-new', client.workflow.getHandle(workflowId, first));
      await save('bulkRetry', 'carried-on', client.workflow.getHandle(workflowId, last));
    });
  }
}

function scenarioOf(given: Partial<Scenario>): Scenario {
  const chunks: ChunkEnd[] = [{ end: 'finished', isEnded: true, rows: counts(3, 3) }];
  return { rowsTotal: 3, balanceHundredths: 1_000, priceHundredths: 150, chunks, ...given };
}

async function withWorkers(activities: Partial<Activities>, run: () => Promise<void>): Promise<void> {
  const shared = { connection: native, activities };
  const workers = await Promise.all([
    Worker.create({ ...shared, taskQueue: taskQueues.main, workflowBundle: { codePath } }),
    Worker.create({ ...shared, taskQueue: taskQueues.rows }),
    Worker.create({ ...shared, taskQueue: taskQueues.portals }),
  ]);
  const running = workers.map((worker) => worker.run());
  try {
    await run();
  } finally {
    for (const worker of workers) worker.shutdown();
    await Promise.all(running);
  }
}

async function startJob(userId: string, input: Partial<ServiceJobInput> = {}): Promise<Job> {
  const jobId = randomUUID();
  const workflowId = `job/test/${jobId}`;
  const frozen: ServiceJobInput = {
    jobId,
    userId,
    serviceId: 'test',
    portal: null,
    effect: 'read',
    attempt: 1,
    rowsPerChunk: 100,
    parking: { firstMs: 200, maxMs: 400, giveUpAfterMs: WAIT_MS },
    ...input,
  };
  await client.workflow
    .executeUpdateWithStart<typeof serviceJob, Admission, []>('admit', {
      updateId: 'admit-1',
      startWorkflowOperation: new WithStartWorkflowOperation<typeof serviceJob>('serviceJob', {
        workflowId,
        taskQueue: taskQueues.main,
        workflowIdConflictPolicy: 'USE_EXISTING',
        args: [frozen],
      }),
    })
    .catch((error: unknown) => process.stdout.write(`${String(error)}\n`));
  return client.workflow.getHandle<typeof serviceJob>(workflowId);
}

function startTest(userId: string): Promise<WorkflowHandle<typeof credentialTest>> {
  const draftId = randomUUID();
  return client.workflow.start<typeof credentialTest>('credentialTest', {
    workflowId: credentialTestWorkflowId(PORTAL, draftId),
    taskQueue: taskQueues.main,
    args: [{ userId, portal: PORTAL, draftId, username: 'padma' }],
  });
}

async function save(workflow: string, outcome: string, handle: WorkflowHandle): Promise<void> {
  writeHistory({ workflow, outcome, history: (await handle.fetchHistory()) as never });
  process.stdout.write(`${workflow}/${outcome}\n`);
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('The condition did not come true in time.');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
