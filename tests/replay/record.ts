/** Records the histories that the replay test replays, by hand, when workflows gain a step: `npx tsx tests/replay/record.ts`. */
import { randomUUID } from 'node:crypto';
import { Client, Connection, WithStartWorkflowOperation, type WorkflowHandle } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { gateActivities } from '#activities/gate.ts';
import type { Activities } from '#activities/index.ts';
import type { ChunkEnd } from '#activities/rows.ts';
import { workflowBundle } from '#temporal/bundle.ts';
import { freePort } from '#temporal/local/ports.ts';
import { startDevServer } from '#temporal/start.ts';
import { counts, fakeActivities, type Record, type Scenario } from '#tests/workflows/fake-activities.ts';
import { bulkRetryWorkflowId, credentialTestWorkflowId, gateWorkflowId, taskQueues } from '#workflows/ids.ts';
import type { Admission, GateState, ServiceJobInput } from '#workflows/messages.ts';
import type { bulkRetry } from '#workflows/bulk-retry.ts';
import type { credentialTest } from '#workflows/credential-test.ts';
import type { serviceJob } from '#workflows/service-job.ts';
import { writeHistory } from './histories.ts';

/** So few events make a workflow continue as a new run that the recorded histories stay small. */
const EVENTS_PER_RUN = '60';
const WAIT_MS = 60_000;
const POLL_MS = 50;
const PORTAL = 'bb-exp';

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
  await recordGate();
  await recordHousekeeping();
  await recordBulkRetries();
} finally {
  await Promise.all([native.close(), connection.close()]);
  await server.stop();
}
process.exit();

type Job = WorkflowHandle<typeof serviceJob>;
type JobStory = {
  outcome: string;
  scenario: Partial<Scenario>;
  input?: Partial<ServiceJobInput>;
  /** What people do meanwhile. */
  during?: (job: Job, seen: Record) => Promise<unknown>;
};

async function recordJobs(): Promise<void> {
  const finished: ChunkEnd = { end: 'finished', rows: counts(3, 3) };
  const more = (done: number): ChunkEnd => ({ end: 'more', rows: counts(40, done) });
  const down: ChunkEnd = { end: 'portal down', message: 'Down.', rows: counts(3, 1), workedRows: 1 };
  const stuck: ChunkEnd = { end: 'stuck', message: 'Row 2 could not be worked.', rows: counts(3, 1) };
  const refused: ChunkEnd = {
    end: 'stopped',
    code: 'CREDENTIALS_INVALID',
    message: 'Invalid Login Credentials',
    rows: counts(3, 0),
  };
  const onPortal = { portal: PORTAL };
  const release = deferred();
  const stories: JobStory[] = [
    { outcome: 'completed', scenario: { chunks: [more(1), finished] } },
    { outcome: 'completed-on-portal', scenario: { chunks: [finished] }, input: onPortal },
    { outcome: 'rows-failed', scenario: { chunks: [{ end: 'finished', rows: counts(3, 3, 2) }] } },
    { outcome: 'no-credits', scenario: { balanceHundredths: 10 } },
    { outcome: 'credentials-refused', scenario: { chunks: [refused] }, input: onPortal },
    { outcome: 'portal-down-then-up', scenario: { chunks: [down, down, finished] }, input: onPortal },
    {
      outcome: 'stuck-retried-and-skipped',
      scenario: { chunks: [stuck, stuck, finished] },
      during: async (job, seen) => {
        await until(() => seen.states.length === 1);
        await job.executeUpdate('decideStuck', { args: ['retry'] });
        await until(() => seen.states.length === 2);
        await job.executeUpdate('decideStuck', { args: ['skip row'] });
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
  ];
  for (const { outcome, scenario, input, during } of stories) {
    const { activities, record } = fakeActivities(scenarioOf(scenario));
    await withWorkers(activities, async () => {
      const job = await startJob('user-1', input);
      await during?.(job, record);
      await job.result();
      await save('serviceJob', outcome, job);
    });
  }
  await recordContinuedJob(more);
}

async function recordContinuedJob(more: (done: number) => ChunkEnd): Promise<void> {
  const chunks = Array.from({ length: 15 }, (_, index) => more(index + 1));
  const { activities } = fakeActivities(
    scenarioOf({ chunks: [...chunks, { end: 'finished', rows: counts(40, 40) }] }),
  );
  await withWorkers(activities, async () => {
    const job = await startJob('user-1', { portal: PORTAL });
    const first = (await job.describe()).runId;
    await job.result();
    const last = (await job.describe()).runId;
    if (first === last) throw new Error('The job did not continue as a new run.');
    await save('serviceJob', 'continued-as-new', client.workflow.getHandle(job.workflowId, first));
    await save('serviceJob', 'carried-on', client.workflow.getHandle(job.workflowId, last));
  });
}

/** A job that holds the slot, and others of the same customer that want it: all at the real gate. */
async function recordGate(): Promise<void> {
  let works = deferred();
  const chunk = (): Promise<ChunkEnd> => works.promise.then(() => ({ end: 'finished', rows: counts(3, 3) }));
  const { activities } = fakeActivities(scenarioOf({ chunks: [chunk], balanceHundredths: 1_000_000 }));
  const gate = client.workflow.getHandle(gateWorkflowId(PORTAL));
  const people = async (): Promise<number> => {
    const { holders, waiting } = await gate.query<GateState>('state');
    return holders.length + waiting.length;
  };
  const real = { ...activities, ...gateActivities({ temporal: client }) };
  await withWorkers({ ...real, testCredential: async () => ({ outcome: 'ok', message: '' }) }, async () => {
    const first = await startJob('user-1', { portal: PORTAL });
    const second = await startJob('user-1', { portal: PORTAL });
    const busy = await startTest('user-1');
    const free = await startTest('user-2');
    await Promise.all([busy.result(), free.result()]);
    await save('credentialTest', 'in-use', busy);
    await save('credentialTest', 'ok', free);
    await gate.executeUpdate('pause', { args: [{ reason: 'Maintenance.', by: 'admin' }] });
    works.resolve();
    await first.result();
    await gate.executeUpdate('resume');
    await second.result();
    await until(async () => (await people()) === 0);
    await save('serviceJob', 'waited-for-its-slot', second);
    await save('portalGate', 'grants-pause-release', gate);
    await gate.terminate();

    works = deferred();
    const lost = await startJob('user-1', { portal: PORTAL });
    await lost.terminate();
    await until(async () => (await people()) === 0);
    await save('portalGate', 'frees-the-slot-of-a-terminated-job', gate);
    const begun = (await gate.describe()).runId;
    works.resolve();
    await until(async () => {
      await (await startJob('user-1', { portal: PORTAL })).result();
      return (await gate.describe()).runId !== begun;
    });
    await save('portalGate', 'continued-as-new', client.workflow.getHandle(gate.workflowId, begun));
    await save('portalGate', 'carried-on', gate);
  });
}

async function recordHousekeeping(): Promise<void> {
  const done = async () => undefined as never;
  await withWorkers({ deleteExpired: done, reconcileJobs: done }, async () => {
    for (const name of ['retention', 'reconciliation']) {
      const handle = await client.workflow.start(name, { workflowId: name, taskQueue: taskQueues.main });
      await handle.result();
      await save(name, 'completed', handle);
    }
  });
}

/** All jobs had their turn; one stopped behind its second turn; one so long that it goes on as a new run. */
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
  const chunks: ChunkEnd[] = [{ end: 'finished', rows: counts(3, 3) }];
  return { rowsTotal: 3, balanceHundredths: 1_000, priceHundredths: 150, chunks, ...given };
}

async function withWorkers(activities: Partial<Activities>, story: () => Promise<void>): Promise<void> {
  const shared = { connection: native, activities };
  const workers = await Promise.all([
    Worker.create({ ...shared, taskQueue: taskQueues.main, workflowBundle: { codePath } }),
    Worker.create({ ...shared, taskQueue: taskQueues.rows }),
    Worker.create({ ...shared, taskQueue: taskQueues.portals }),
  ]);
  const running = workers.map((worker) => worker.run());
  try {
    await story();
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
    args: [{ userId, portal: PORTAL, draftId }],
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
