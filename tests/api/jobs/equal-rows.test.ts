/** Rows of a sheet that ask the same are worked once and charged once; every row has the answer. */
import { beforeEach, expect, test } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import type { ChosenRow } from '#contracts/jobs/jobs.ts';
import type { CreditHistoryAnswer } from '#contracts/calls/credits-answers.ts';
import { newExporter, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const SERVICE = 'exp-search';
const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BB_EXP_URL: sandbox.url('bb-exp') });
const { db } = app.deps;

let ana: Customer;
beforeEach(async () => {
  await sandbox.seed();
  await sandbox.clearFaults();
  ana = await newExporter(app);
});

/** A serial that the portal does not know. */
const UNKNOWN = '009999';
const sheet = (...serials: string[]): File =>
  new File(
    [['ad_code,exp_serial,exp_year', ...serials.map((serial) => `1084,${serial},2026`)].join('\n')],
    'exps.csv',
  );

async function ended(serials: string[], totalCredits: number) {
  const { jobId } = await ana.started({ serviceId: SERVICE, file: sheet(...serials), totalCredits });
  return { job: await ana.ended(jobId), rows: await ana.rows(jobId) };
}

const lookups = async (): Promise<number> =>
  (await sandbox.journal('bb-exp')).filter(({ kind }) => kind === 'lookup').length;

async function expectSettled(credits: number): Promise<void> {
  expect(await ana.credits()).toEqual({ available: 100 - credits, held: 0 });
  expect(await verifyLedger(db)).toEqual([]);
}

async function corrected(jobId: string, rows: ChosenRow[]) {
  const { body, text } = await app.post(`/api/jobs/${jobId}/corrections/check`, { rows }, ana.cookie);
  expect(body, text).toMatchObject({ success: true });
  const preview = body['preview'] as { totalCredits: number; readyRows: number[]; paidRows: number };
  const { totalCredits } = preview;
  const run = await app.post(`/api/jobs/${jobId}/corrections`, { rows, totalCredits }, ana.cookie);
  expect(run, run.text).toMatchObject({ status: 200 });
  return { preview, job: await ana.ended(jobId), rows: await ana.rows(jobId) };
}

test('five rows of which four are different are charged four times, and every row has its answer', async () => {
  const serials = ['110100', '110101', '110100', '110102', '110103'];
  expect(await ana.previewed(SERVICE, sheet(...serials))).toMatchObject({
    totalRows: 5,
    billableRows: 4,
    repeatedRows: 1,
    invalidRows: 0,
    totalCredits: 2,
    problems: [],
    warnings: [{ row: 3, problem: 'Same as row 1.' }],
  });
  const { job, rows } = await ended(serials, 2);
  expect(job).toMatchObject({
    state: 'completed',
    rowsTotal: 5,
    rowsSucceeded: 5,
    creditsReservedFirst: 2,
    creditsUsed: 2,
    creditsReturned: 0,
  });
  expect(job.events.map(({ message }) => message)).toContain('Credits reserved for 4 rows');
  expect(rows.map(({ outcome, charged, sameAsRow }) => [outcome, charged, sameAsRow])).toEqual([
    ['SUCCESS', true, null],
    ['SUCCESS', true, null],
    ['SUCCESS', false, 1],
    ['SUCCESS', true, null],
    ['SUCCESS', true, null],
  ]);
  expect(rows[2]).toMatchObject({
    portalReference: rows[0]?.portalReference,
    values: rows[0]?.values,
    documents: rows[0]?.documents,
  });
  expect(await lookups()).toBe(4);
  const { body } = await ana.get(`/api/users/${ana.id}/credit-history?limit=1`);
  expect((body['history'] as CreditHistoryAnswer['history'])[0]).toMatchObject({ creditsChange: -2 });
  await expectSettled(2);
});

test('the start of a sheet with equal rows is refused at the price of all its rows', async () => {
  const file = sheet('110200', '110200');
  expect(await ana.start({ serviceId: SERVICE, file, totalCredits: 1 })).toMatchObject({
    status: 409,
    body: { code: 'PRICE_CHANGED', totalCredits: 0.5, billableRows: 1 },
  });
});

test('equal rows share the failure of the row that was worked, cost nothing, and run again for one price', async () => {
  await sandbox.setFault({ portal: 'bb-exp', kind: 'empty-file', route: 'pdf', times: 3 });
  const { job, rows } = await ended(['110300', '110300', '110301'], 1);
  expect(rows.map(({ outcome, charged }) => [outcome, charged])).toEqual([
    ['BAD_DOWNLOAD', false],
    ['BAD_DOWNLOAD', false],
    ['SUCCESS', true],
  ]);
  expect(rows[1]?.message).toBe(rows[0]?.message);
  expect(job).toMatchObject({
    creditsUsed: 0.5,
    creditsReturned: 0.5,
    rowsToRetry: 2,
    creditsToRetry: 0.5,
  });
  await expectSettled(0.5);

  expect(await ana.retry(job.jobId)).toMatchObject({ status: 200 });
  expect(await ana.ended(job.jobId)).toMatchObject({
    rowsSucceeded: 3,
    creditsReservedAgain: 0.5,
    creditsUsed: 1,
    rowsToRetry: 0,
    creditsToRetry: 0,
  });
  expect((await ana.rows(job.jobId)).map(({ charged, sameAsRow }) => [charged, sameAsRow])).toEqual([
    [true, null],
    [false, 1],
    [true, null],
  ]);
  await expectSettled(1);
});

test('an answer that was paid is not run again as a failed row, neither for the row nor for its equals', async () => {
  const { job, rows } = await ended([UNKNOWN, UNKNOWN], 0.5);
  expect(rows.map(({ outcome, charged }) => [outcome, charged])).toEqual([
    ['NOT_FOUND', true],
    ['NOT_FOUND', false],
  ]);
  expect(await ana.retry(job.jobId)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_RETRYABLE' } });
  await expectSettled(0.5);
});

test('a corrected row that had an equal one becomes independent and is charged, and the other keeps its answer', async () => {
  const { job } = await ended([UNKNOWN, UNKNOWN], 0.5);
  const after = await corrected(job.jobId, [{ rowNumber: 2, cells: { exp_serial: '110400' } }]);
  expect(after.preview).toMatchObject({ readyRows: [2], paidRows: 0, totalCredits: 0.5 });
  expect(after.rows.map(({ outcome, charged, sameAsRow }) => [outcome, charged, sameAsRow])).toEqual([
    ['NOT_FOUND', true, null],
    ['SUCCESS', true, null],
  ]);
  expect(after.job).toMatchObject({ creditsUsed: 1 });
  await expectSettled(1);
});

test('a row corrected to what a finished row asks gets that answer without a look-up and costs nothing', async () => {
  const { job } = await ended(['110500', 'not a serial'], 0.5);
  const before = await lookups();
  const after = await corrected(job.jobId, [{ rowNumber: 2, cells: { exp_serial: '110500' } }]);
  expect(after.preview).toMatchObject({ readyRows: [2], paidRows: 1, totalCredits: 0 });
  expect(after.rows.map(({ outcome, charged, sameAsRow }) => [outcome, charged, sameAsRow])).toEqual([
    ['SUCCESS', true, null],
    ['SUCCESS', false, 1],
  ]);
  expect(await lookups()).toBe(before);
  await expectSettled(0.5);
});

test('a job stored before equal rows were linked links them when it runs again, and is charged once for them', async () => {
  await sandbox.setFault({ portal: 'bb-exp', kind: 'empty-file', route: 'pdf', times: 3 });
  const { job } = await ended(['110600', '110600'], 0.5);
  expect(job).toMatchObject({ rowsFailed: 2, creditsUsed: 0 });
  await db.jobRow.updateMany({ where: { jobId: job.jobId }, data: { sameAsRow: null } });
  expect(await ana.retry(job.jobId)).toMatchObject({ status: 200 });
  expect(await ana.ended(job.jobId)).toMatchObject({ rowsSucceeded: 2, creditsUsed: 0.5 });
  expect((await ana.rows(job.jobId)).map(({ charged, sameAsRow }) => [charged, sameAsRow])).toEqual([
    [true, null],
    [false, 1],
  ]);
  await expectSettled(0.5);
});
