/**
 * Failed rows corrected in the browser: only they run, under the same job; nothing is done or paid for a second time.
 */
import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import type { ChosenRow, RowOutcome } from '#contracts/jobs/jobs.ts';
import type { CorrectionPreview, JobDetail, JobRow, StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import { newCustomer, setBalance, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const COST = 2;
const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BB_EXP_URL: sandbox.url('bb-exp'), HM_URL: sandbox.url('hm') });

let ana: Customer;
beforeEach(async () => {
  await sandbox.seed();
  // The portals have lost their filings, so nobody needs to wait for them to appear.
  await app.deps.db.portalIntent.deleteMany();
  ana = await newCustomer(app);
  for (const portalName of ['bangladesh_bank_exp', 'hm_supplier']) {
    const login = { consent: true, portalName, username: 'padma', password: 'padma1234' };
    await app.post('/api/credentials/save', login, ana.cookie);
  }
});

type Cells = Record<string, string>;
const sample = (id: string): Cells[] =>
  Papa.parse<Cells>(readFileSync(`activities/services/${id}/sample.csv`, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  }).data;
const sheet = (rows: Cells[]): File => new File([Papa.unparse(rows)], 'rows.csv');

const [first = {}, second = {}] = sample('exp-issue');
/** Refused by the portal: the chapter is not in the tariff. */
const refused = { ...second, hs_code: '77034290' };
/** Refused by the platform: no country has this code. */
const invalid = { ...second, invoice_no: 'PAL/HM/2026/0149', destination_country: 'XQ' };

async function ended(serviceId: string, rows: Cells[], totalCredits: number) {
  const { jobId } = await ana.started({ serviceId, file: sheet(rows), totalCredits });
  return state(jobId);
}

async function state(jobId: string): Promise<{ jobId: string; job: JobDetail; rows: JobRow[] }> {
  return { jobId, job: await ana.ended(jobId), rows: await ana.rows(jobId) };
}

const post = (path: string, json: object) => app.post(path, json, ana.cookie);
async function check(jobId: string, rows: ChosenRow[]): Promise<CorrectionPreview> {
  const { body, text } = await post(`/api/jobs/${jobId}/corrections/check`, { rows });
  expect(body, text).toMatchObject({ success: true });
  return body['preview'] as CorrectionPreview;
}
const run = (jobId: string, rows: ChosenRow[], totalCredits: number) =>
  post(`/api/jobs/${jobId}/corrections`, { rows, totalCredits });
async function rerun(jobId: string, rows: ChosenRow[], totalCredits: number) {
  const answer = await run(jobId, rows, totalCredits);
  expect(answer, answer.text).toMatchObject({ status: 200, body: { success: true } });
  expect((answer.body as unknown as StartedJob).jobId).toBe(jobId);
  return state(jobId);
}
const outcomes = (rows: JobRow[]): string[] => rows.map(({ outcome }) => outcome);
const filedKeys = async (): Promise<string[]> =>
  (await sandbox.journal()).filter(({ kind }) => kind === 'commit').map(({ key }) => key ?? '');

test('a paid rejected row runs again free of charge, an invalid row at its price, and a finished row is not touched', async () => {
  const { jobId, rows } = await ended('exp-issue', [first, refused, invalid], 2 * COST);
  expect(outcomes(rows)).toEqual(['SUCCESS', 'REJECTED', 'INPUT_INVALID']);
  expect(await ana.credits()).toEqual({ available: 100 - 2 * COST, held: 0 });

  const corrected: ChosenRow[] = [
    { rowNumber: 2, cells: { hs_code: '62034290' } },
    { rowNumber: 3, cells: { destination_country: 'DE' } },
  ];
  expect(await check(jobId, corrected)).toMatchObject({
    problems: [],
    readyRows: [2, 3],
    paidRows: 1,
    totalCredits: COST,
    sufficient: true,
  });
  const after = await rerun(jobId, corrected, COST);
  expect(outcomes(after.rows)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
  expect(after.rows[0]?.portalReference).toBe(rows[0]?.portalReference);
  expect(after.rows[1]?.data['hs_code']).toBe('62034290');
  expect(after.job).toMatchObject({
    state: 'completed',
    rowsSucceeded: 3,
    rowsFailed: 0,
    creditsUsed: 3 * COST,
  });
  expect(await ana.credits()).toEqual({ available: 100 - 3 * COST, held: 0 });
  const keys = await filedKeys();
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(3);
  expect(await verifyLedger(app.deps.db)).toEqual([]);
});

test('a row that takes the invoice of a filed row is refused, whatever its date', async () => {
  const { jobId } = await ended('exp-issue', [first, refused], 2 * COST);
  const cells = {
    invoice_no: (first['invoice_no'] ?? '').toLowerCase(),
    invoice_date: '2026-06-30',
    hs_code: '62034290',
  };
  expect(await check(jobId, [{ rowNumber: 2, cells }])).toMatchObject({
    readyRows: [],
    problems: [{ row: 2, column: 'invoice_no', problem: 'Duplicate of row 1, which is done.' }],
  });
  expect(await run(jobId, [{ rowNumber: 2, cells }], 0)).not.toMatchObject({ status: 200 });
  expect(await filedKeys()).toHaveLength(1);
});

test('a row that is still wrong, already done, or not part of the job is not run', async () => {
  const { jobId } = await ended('exp-issue', [first, invalid], COST);
  const wrong = await check(jobId, [{ rowNumber: 2, cells: { destination_country: 'YY' } }]);
  expect(wrong).toMatchObject({ readyRows: [], totalCredits: 0 });
  expect(wrong.problems).toMatchObject([{ row: 2, column: 'destination_country' }]);
  expect(await run(jobId, [{ rowNumber: 2, cells: {} }], 0)).toMatchObject({
    body: { code: 'NO_BILLABLE_ROWS' },
  });

  const asFirst = {
    destination_country: 'DE',
    invoice_no: first['invoice_no'] ?? '',
    invoice_date: first['invoice_date'] ?? '',
  };
  const duplicate = await check(jobId, [{ rowNumber: 2, cells: asFirst }]);
  expect(duplicate).toMatchObject({
    readyRows: [],
    problems: [{ row: 2, problem: 'Duplicate of row 1, which is done.' }],
  });

  for (const rowNumber of [1, 9]) {
    expect(
      await post(`/api/jobs/${jobId}/corrections/check`, { rows: [{ rowNumber, cells: {} }] }),
    ).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
  }
  expect(await filedKeys()).toHaveLength(1);
});

test('a cell whose meaning was not certain in the upload is not run until it is written again', async () => {
  const unclear = { ...second, invoice_no: 'PAL/HM/2026/0150', quantity: '6000', invoice_value: '46,213' };
  const file = new File([Papa.unparse([first, unclear], { delimiter: ';' })], 'rows.csv');
  const { jobId } = await ana.started({ serviceId: 'exp-issue', file, totalCredits: COST });
  expect(outcomes((await state(jobId)).rows)).toEqual(['SUCCESS', 'INPUT_INVALID']);

  const asItWas: ChosenRow[] = [{ rowNumber: 2, cells: { buyer_name: 'Nordic Wear' } }];
  const { readyRows, problems } = await check(jobId, asItWas);
  expect(readyRows).toEqual([]);
  expect(problems).toMatchObject([{ row: 2, column: 'invoice_value' }]);
  expect(await run(jobId, asItWas, COST)).toMatchObject({ body: { code: 'NO_BILLABLE_ROWS' } });
  const writtenAgain: ChosenRow[] = [{ rowNumber: 2, cells: { invoice_value: '46213.00' } }];
  expect(await check(jobId, writtenAgain)).toMatchObject({ problems: [], readyRows: [2] });
});

test('a correction at another price than the one shown, or without enough credits, changes nothing', async () => {
  const { jobId, rows } = await ended('exp-issue', [first, invalid], COST);
  const corrected = [{ rowNumber: 2, cells: { destination_country: 'DE' } }];
  expect(await run(jobId, corrected, 1)).toMatchObject({
    status: 409,
    body: { code: 'PRICE_CHANGED', totalCredits: COST },
  });
  await setBalance(app, ana, 1);
  expect(await check(jobId, corrected)).toMatchObject({ sufficient: false });
  expect(await run(jobId, corrected, COST)).toMatchObject({ status: 402 });
  const after = await state(jobId);
  expect(after.rows).toEqual(rows);
  expect(await ana.credits()).toEqual({ available: 1, held: 0 });
  // The correction is not stored either: a plain run has no row that could be run unchanged.
  expect(await ana.retry(jobId)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_RETRYABLE' } });
});

describe('a request that another one overtakes', () => {
  /** Lets `overtake` happen between the moment at which the next run is agreed, and its admission. */
  function overtakeNextRun(overtake: () => Promise<unknown>): void {
    const { jobs } = app.deps.workflows;
    const admit = jobs.retryFailedRows;
    vi.spyOn(jobs, 'retryFailedRows').mockImplementationOnce(async (order, askedBy) => {
      await overtake();
      return admit(order, askedBy);
    });
  }
  const second = { rowNumber: 2, cells: { hs_code: '62034290' } };
  const third = { rowNumber: 3, cells: { destination_country: 'DE' } };
  const notRetryable = { status: 409, body: { code: 'JOB_NOT_RETRYABLE' } };

  test('a correction that another correction overtakes is refused, and only the other one runs', async () => {
    const { jobId } = await ended('exp-issue', [first, refused, invalid], 2 * COST);
    overtakeNextRun(() => rerun(jobId, [third], COST));
    expect(await run(jobId, [second], 0)).toMatchObject(notRetryable);
    const { rows, job } = await state(jobId);
    expect(outcomes(rows)).toEqual(['SUCCESS', 'REJECTED', 'SUCCESS']);
    expect(job.creditsUsed).toBe(3 * COST);
    expect(await verifyLedger(app.deps.db)).toEqual([]);
  });

  test('a retry of all failed rows that a correction overtakes is refused', async () => {
    const { jobId } = await ended('exp-issue', [first, refused, invalid], 2 * COST);
    await leaveUnfiled(jobId, 2);
    overtakeNextRun(() => rerun(jobId, [third], COST));
    expect(await ana.retry(jobId)).toMatchObject(notRetryable);
    expect(outcomes((await state(jobId)).rows)).toEqual(['SUCCESS', 'INTERNAL_ERROR', 'SUCCESS']);
  });

  test('a correction that a retry of all failed rows overtakes is refused instead of running the old cells', async () => {
    const { jobId } = await ended('exp-issue', [first, refused, invalid], 2 * COST);
    await leaveUnfiled(jobId, 2);
    overtakeNextRun(async () => {
      expect(await ana.retry(jobId)).toMatchObject({ status: 200 });
      await ana.ended(jobId);
    });
    expect(await run(jobId, [third], COST)).toMatchObject(notRetryable);
    expect(outcomes((await state(jobId)).rows)).toEqual(['SUCCESS', 'REJECTED', 'INPUT_INVALID']);
  });

  test('the same correction asked twice at once is one run, and both requests are answered', async () => {
    const { jobId } = await ended('exp-issue', [first, refused, invalid], 2 * COST);
    const answers = await Promise.all([run(jobId, [third], COST), run(jobId, [third], COST)]);
    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
    const { rows, job } = await state(jobId);
    expect(outcomes(rows)).toEqual(['SUCCESS', 'REJECTED', 'SUCCESS']);
    expect(job).toMatchObject({ creditsUsed: 3 * COST });
  });
});

/** Leaves a row as if it could not be worked, for a reason of ours. */
const leaveUnfiled = (jobId: string, rowNumber: number) => leave(jobId, rowNumber, 'INTERNAL_ERROR');
const leave = (jobId: string, rowNumber: number, outcome: RowOutcome) =>
  app.deps.db.jobRow.update({
    where: { jobId_rowNumber: { jobId, rowNumber } },
    data: { outcome, charged: false },
  });

test('a filing whose answer was lost is run again only as it was sent', async () => {
  const { jobId } = await ended('exp-issue', [first, refused], 2 * COST);
  // The state after a job whose portal could no longer be asked.
  await app.deps.db.jobRow.update({
    where: { jobId_rowNumber: { jobId, rowNumber: 2 } },
    data: { outcome: 'UNCERTAIN', charged: false },
  });
  const changed = await check(jobId, [{ rowNumber: 2, cells: { invoice_no: 'PAL/HM/2026/0150' } }]);
  expect(changed).toMatchObject({
    readyRows: [],
    fixedRows: [2],
    problems: [{ row: 2, column: 'invoice_no', problem: 'The portal may have taken this row.' }],
  });
  expect(await check(jobId, [{ rowNumber: 2, cells: {} }])).toMatchObject({
    readyRows: [2],
    totalCredits: COST,
  });
});

test.each([
  ['was never answered', { state: 'committing', commits: 1, sends: 1, sentAt: new Date() }],
  ['is confirmed', { state: 'done', commits: 1, sends: 1, sentAt: new Date() }],
])('a filing that %s is run again only as it was sent, however its row has ended', async (_, sent) => {
  const { jobId } = await ended('exp-issue', [first, refused], 2 * COST);
  const filing = { jobId, rowNumber: 2 };
  const changed = [{ rowNumber: 2, cells: { invoice_no: 'PAL/HM/2026/0150' } }];
  expect(await check(jobId, changed)).toMatchObject({ readyRows: [2], fixedRows: [], problems: [] });
  await app.deps.db.portalIntent.updateMany({ where: filing, data: sent });
  expect(await check(jobId, changed)).toMatchObject({
    readyRows: [],
    fixedRows: [2],
    problems: [{ row: 2, column: 'invoice_no', problem: 'The portal may have taken this row.' }],
  });
  expect(await check(jobId, [{ rowNumber: 2, cells: {} }])).toMatchObject({ readyRows: [2] });
});

test.each([
  ['has ended as uncertain', async (jobId: string) => leave(jobId, 1, 'UNCERTAIN')],
  [
    'was never answered',
    async (jobId: string) => {
      await leave(jobId, 1, 'INTERNAL_ERROR');
      const sent = { state: 'committing', commits: 1, sends: 1, sentAt: new Date() };
      await app.deps.db.portalIntent.updateMany({ where: { jobId, rowNumber: 1 }, data: sent });
    },
  ],
])('a row that takes the invoice of a row whose filing %s is refused, whatever its date', async (_, lose) => {
  const { jobId } = await ended('exp-issue', [first, refused], 2 * COST);
  await lose(jobId);
  const cells = { invoice_no: first['invoice_no'] ?? '', invoice_date: '2026-06-30', hs_code: '62034290' };
  expect(await check(jobId, [{ rowNumber: 2, cells }])).toMatchObject({
    readyRows: [],
    problems: [
      { row: 2, column: 'invoice_no', problem: 'Duplicate of row 1, which the portal may have taken.' },
    ],
  });
  expect(await check(jobId, [{ rowNumber: 1, cells: {} }])).toMatchObject({ readyRows: [1], problems: [] });
});

test('rows that are filed together run together, including those that the customer left unchanged', async () => {
  const lines = sample('hm-einvoice-create').slice(1, 4);
  const bad = lines.map((line, index) => (index === 1 ? { ...line, article_no: 'none' } : line));
  // A second, valid invoice, because a job needs a row that can run.
  const other = sample('hm-einvoice-create')[0] ?? {};
  const { jobId, rows } = await ended('hm-einvoice-create', [other, ...bad], COST);
  expect(outcomes(rows)).toEqual(['SUCCESS', 'INPUT_INVALID', 'INPUT_INVALID', 'INPUT_INVALID']);
  const corrected = [{ rowNumber: 3, cells: { article_no: lines[1]?.['article_no'] ?? '' } }];
  expect(await check(jobId, corrected)).toMatchObject({
    problems: [],
    readyRows: [2, 3, 4],
    totalCredits: 3 * COST,
  });
  const after = await rerun(jobId, corrected, 3 * COST);
  expect(outcomes(after.rows)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS']);
  expect(new Set(after.rows.slice(1).map(({ portalReference }) => portalReference)).size).toBe(1);
});

test('a job cannot be run more often than its limit', async () => {
  const { jobId } = await ended('exp-issue', [first, invalid], COST);
  await app.deps.db.job.update({ where: { id: jobId }, data: { attempt: limits.runsPerJobMax } });
  const rows = [{ rowNumber: 2, cells: { destination_country: 'DE' } }];
  expect(await run(jobId, rows, COST)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_RETRYABLE' } });
  expect(await ana.retry(jobId)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_RETRYABLE' } });
});
