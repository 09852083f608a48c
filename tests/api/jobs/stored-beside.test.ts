/** The end of a row that is only looked up is stored while the next row is worked. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { createGate } from '#tests/harness/gate.ts';
import { newExporter, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const SERVICE = 'exp-search';
const LOCKED_MS = 120_000;
const SLOW_MS = 600_000;
const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BB_EXP_URL: sandbox.url('bb-exp') });
const { db } = app.deps;

let ana: Customer;
/** Ends the lock of a test that has failed. */
let unlocked = (): void => undefined;
afterEach(() => unlocked());
beforeEach(async () => {
  await sandbox.seed();
  await sandbox.clearFaults();
  ana = await newExporter(app);
});

/** Starts a job and stops it at its first search, when nobody can change its first row until `unlock` is called. */
async function startedWithLockedRow(serials: readonly string[], totalCredits: number) {
  await sandbox.setFault({ route: 'search', kind: 'slow', ms: SLOW_MS });
  const lines = ['ad_code,exp_serial,exp_year', ...serials.map((serial) => `1084,${serial},2026`)];
  const file = new File([lines.join('\n')], 'exps.csv');
  const { jobId } = await ana.started({ serviceId: SERVICE, file, totalCredits });
  await until('the first search', async () => (await sandbox.state()).held.length > 0);
  const gate = createGate();
  unlocked = gate.open;
  const locking = db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM job_rows WHERE job_id = ${jobId}::uuid AND row_number = 1 FOR UPDATE`;
      await gate.pass();
    },
    { timeout: LOCKED_MS },
  );
  await gate.reached;
  await sandbox.clearFaults();
  const unlock = async (): Promise<void> => {
    gate.open();
    await locking;
  };
  return { jobId, unlock };
}

const lookups = async (): Promise<number> =>
  (await sandbox.journal('bb-exp')).filter(({ kind }) => kind === 'lookup').length;

/** Processes of the database that wait to end a row. */
async function waitingEnds(): Promise<number[]> {
  const waiting = await db.$queryRaw<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query LIKE '%UPDATE job_rows SET outcome%' AND pid <> pg_backend_pid()`;
  return waiting.map(({ pid }) => pid);
}

const endIsWaiting = (): Promise<void> =>
  until('the end of the first row to be stored', async () => (await waitingEnds()).length > 0);

async function expectEnded(jobId: string, credits: number): Promise<void> {
  const job = await ana.ended(jobId);
  expect(job).toMatchObject({ state: 'completed', rowsDone: 2, rowsSucceeded: 2, creditsUsed: credits });
  expect((await ana.rows(jobId)).map(({ outcome }) => outcome)).toEqual(['SUCCESS', 'SUCCESS']);
  expect(await verifyLedger(db)).toEqual([]);
}

test('a row is looked up while the end of the one before is being stored, for which the job waits', async () => {
  const { jobId, unlock } = await startedWithLockedRow(['110100', '110101'], 1);
  await endIsWaiting();
  await until('the search of the second row', async () => (await lookups()) === 2);
  const [first] = await ana.rows(jobId);
  expect(first).toMatchObject({ outcome: 'PENDING' });
  await unlock();
  await expectEnded(jobId, 1);
  expect(await lookups()).toBe(2);
});

test('a row that asks the same as the one before waits until the end of that one is stored', async () => {
  const { jobId, unlock } = await startedWithLockedRow(['110100', '110100'], 0.5);
  await endIsWaiting();
  await unlock();
  await expectEnded(jobId, 0.5);
  expect(await lookups()).toBe(1);
});

test('a row whose end could not be stored is looked up again', async () => {
  const { jobId, unlock } = await startedWithLockedRow(['110100', '110101'], 1);
  await endIsWaiting();
  await until('the search of the second row', async () => (await lookups()) === 2);
  for (const pid of await waitingEnds()) await db.$queryRaw`SELECT pg_terminate_backend(${pid}::integer)`;
  await unlock();
  await expectEnded(jobId, 1);
  expect(await lookups()).toBeGreaterThan(2);
});
