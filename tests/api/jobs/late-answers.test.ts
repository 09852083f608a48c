/**
 * Rows that ended while nobody could say whether they were filed: their portal is read an hour and a day later, and the
 * customer is given the number if it lists exactly one such filing.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { collect } from '#activities/collect-results.ts';
import { reconcileJobs } from '#activities/reconcile-jobs.ts';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { dueFilings, scheduleReadBacks } from '#api/domain/jobs/filings/read-backs.ts';
import { beginCollection, replaceResults } from '#api/domain/jobs/job-files.ts';
import { noteLateFiling } from '#api/domain/jobs/filings/late-filings.ts';
import { HOUR_MS } from '#contracts/durations.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { quote } from '#contracts/messages/message.ts';
import { noJson } from '#prisma/client.ts';
import { filedKeys } from '#tests/harness/row-ends.ts';
import { newCustomer, newExporter, type Customer } from '#tests/harness/job-calls.ts';
import { firstRowOf } from '#tests/harness/sample-rows.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { taskQueues, twinCheckWorkflowId } from '#workflows/ids.ts';

const ISSUE_COST = 2;
const portal = 'bb-exp';

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BB_EXP_URL: sandbox.url(portal) });
const { db, temporal } = app.deps;

let admin: Customer;
let ana: Customer;
let jobId: string;
let number: string;
let records: Record<string, unknown>;

/** A job of one row, which the portal has filed. */
beforeAll(async () => {
  await sandbox.seed({ portal });
  admin = await newCustomer(app, { isAdmin: true });
  ana = await newExporter(app);
  const file = firstRowOf('exp-issue');
  ({ jobId } = await ana.started({ serviceId: 'exp-issue', file, totalCredits: ISSUE_COST }));
  expect(await ana.ended(jobId)).toMatchObject({ state: 'completed' });
  records = (await sandbox.state()).portals[portal]?.records ?? {};
  number = (await rowOf()).portalReference ?? '';
  expect(records[number]).toBeDefined();
});

/** Each test begins as if the job had ended without an answer to the filing, whose look-up is due now. */
beforeEach(async () => {
  await sandbox.seed({ portal, records });
  await db.portalIntent.updateMany({
    where: { jobId },
    data: { state: 'committing', reference: null, commits: 1, sends: 1, sentAt: ago(2), settlesAt: ago(1) },
  });
  await db.jobRow.updateMany({
    where: { jobId },
    data: {
      outcome: 'UNCERTAIN',
      message: jobMessages.rowMaybeFiled(),
      portalReference: null,
      values: noJson,
      charged: false,
      processedAt: ago(1),
    },
  });
  await db.job.update({ where: { id: jobId }, data: { state: 'failed', rowsSucceeded: 0, rowsFailed: 1 } });
  await db.notification.deleteMany();
});

const ago = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);
const rowOf = () => db.jobRow.findUniqueOrThrow({ where: { jobId_rowNumber: { jobId, rowNumber: 1 } } });
const intentOf = () => db.portalIntent.findFirstOrThrow({ where: { jobId } });
const noticesOf = async ({ id }: Customer): Promise<unknown[]> =>
  (await db.notification.findMany({ where: { userId: id } })).map(({ words }) => words);

const makeDue = () =>
  db.portalIntent.updateMany({ where: { jobId }, data: { checkDueAt: new Date(Date.now() - 1_000) } });

/** Makes the look-up due now and waits until the visit is over. */
async function readAgain(): Promise<void> {
  await makeDue();
  await temporal.workflow.execute('twinChecks', {
    taskQueue: taskQueues.main,
    workflowId: `twin-checks-${randomUUID()}`,
  });
  await temporal.workflow.getHandle(twinCheckWorkflowId(portal, ana.id)).result();
}

test('a row of unknown outcome gets the number under which the portal lists it later, and is not filed again', async () => {
  const credits = await ana.credits();
  await readAgain();
  expect(await rowOf()).toMatchObject({
    outcome: 'UNCERTAIN',
    charged: false,
    portalReference: number,
    message: jobMessages.rowFiledBeforeEnd(),
  });
  expect(await noticesOf(ana)).toEqual([
    {
      kind: 'filing_found',
      values: expect.objectContaining({ file: 'exp-issue.csv', row: 1, reference: number }),
    },
  ]);
  expect(await intentOf()).toMatchObject({ state: 'done', reference: number });
  expect(await ana.credits()).toEqual(credits);
  expect(await resultText()).toContain(number);
  await readAgain();
  expect(await noticesOf(ana)).toHaveLength(1);

  // Running it again fetches the result, charges it once, and files nothing.
  await ana.retry(jobId);
  expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 1 });
  expect(await rowOf()).toMatchObject({ outcome: 'SUCCESS', charged: true, portalReference: number });
  expect(await ana.credits()).toEqual({ ...credits, available: credits.available - ISSUE_COST });
  expect(await filedKeys(sandbox, portal)).toEqual([]);
  expect(await verifyLedger(db)).toEqual([]);
});

const resultText = async (): Promise<string> => {
  const { files } = await ana.job(jobId);
  return (await ana.get(files.find(({ name }) => name === 'result.csv')?.url ?? '')).text;
};

test('a row that waited for the same filing of a colleague gets the number under which the portal lists it later', async () => {
  const { id } = await intentOf();
  const unsent = { state: 'planned', commits: 0, sends: 0, sentAt: null, settlesAt: null, checkDueAt: null };
  await db.portalIntent.update({ where: { id }, data: unsent });
  await db.$transaction((tx) => scheduleReadBacks(tx, jobId));
  const dueInMs = Number((await intentOf()).checkDueAt) - Date.now();
  expect(Math.abs(dueInMs - HOUR_MS)).toBeLessThan(60_000);
  await readAgain();
  expect(await rowOf()).toMatchObject({ outcome: 'UNCERTAIN', charged: false, portalReference: number });
  expect(await noticesOf(ana)).toMatchObject([{ kind: 'filing_found', values: { reference: number } }]);
  // The colleague may withdraw it, so that nobody watches it.
  expect(await intentOf()).toMatchObject({ state: 'done', commits: 0, checkDueAt: null });
  await ana.retry(jobId);
  expect(await ana.ended(jobId)).toMatchObject({ state: 'completed' });
  expect(await rowOf()).toMatchObject({ outcome: 'ALREADY_DONE', portalReference: number });
  expect(await filedKeys(sandbox, portal)).toEqual([]);
});

test('a number that is found just before the worker dies is in the result files soon, whoever collects them then', async () => {
  const due = async () => {
    await makeDue();
    const [filing] = await dueFilings(db, { portal, userId: ana.id }, 1);
    if (!filing) throw new Error('No filing is due.');
    return filing;
  };
  await collect(app.deps, jobId);
  const early = await beginCollection(db, jobId);
  await noteLateFiling(db, await due(), { message: quote('Listed.'), portalReference: number });
  // A collection has read the row before it got the number.
  if (early) await replaceResults(app.deps, early, []);
  expect(await ana.job(jobId)).toMatchObject({ filesPending: true });
  expect(await resultText()).not.toContain(number);
  await reconcileJobs(app.deps);
  expect(await ana.job(jobId)).toMatchObject({ filesPending: false });
  expect(await resultText()).toContain(number);
  expect(await noticesOf(ana)).toMatchObject([{ kind: 'filing_found' }]);
});

test('a portal that lists nothing yet is read once more a day after the row ended, and then in widening steps', async () => {
  await sandbox.seed({ portal });
  await readAgain();
  const { state, checkDueAt } = await intentOf();
  expect(state).toBe('committing');
  const { processedAt } = await rowOf();
  expect(Math.abs(Number(checkDueAt) - Number(processedAt) - 24 * HOUR_MS)).toBeLessThan(60_000);
  expect(await rowOf()).toMatchObject({ portalReference: null, message: jobMessages.rowMaybeFiled() });
  await db.jobRow.updateMany({ where: { jobId }, data: { processedAt: ago(25) } });
  await readAgain();
  const again = await intentOf();
  expect(again).toMatchObject({ state: 'committing' });
  expect(Number(again.checkDueAt) - Date.now()).toBeGreaterThan(12 * HOUR_MS);
  expect(await noticesOf(ana)).toEqual([]);
  expect(await noticesOf(admin)).toEqual([]);
});

test('a row that has run again and ended as uncertain is looked for within an hour, and not when it was planned before', async () => {
  await db.portalIntent.updateMany({ where: { jobId }, data: { checkDueAt: ago(-3 * 24), checks: 4 } });
  await db.$transaction((tx) => scheduleReadBacks(tx, jobId));
  const { checkDueAt, checks } = await intentOf();
  expect(Number(checkDueAt)).toBeLessThanOrEqual(Date.now() + HOUR_MS);
  expect(checks).toBe(0);
});

test('a row whose filing is on the portal twice gets no number, and administrators learn of the duplicate', async () => {
  const { serial, ...filed } = records[number] as { serial: string };
  const twin = number.replace(serial, '999999');
  await sandbox.seed({ portal, records: { ...records, [twin]: { ...filed, serial: '999999' } } });
  await readAgain();
  expect(await rowOf()).toMatchObject({ outcome: 'UNCERTAIN', portalReference: null });
  expect(await noticesOf(ana)).toEqual([]);
  expect(await noticesOf(admin)).toMatchObject([{ kind: 'filing_twins' }]);
});

test('a row that has been run again meanwhile keeps its own result', async () => {
  await db.jobRow.updateMany({
    where: { jobId },
    data: { outcome: 'CONFLICT', message: jobMessages.rowSkipped() },
  });
  await readAgain();
  expect(await rowOf()).toMatchObject({ outcome: 'CONFLICT', portalReference: null });
  expect(await noticesOf(ana)).toEqual([]);
});

/** Another job of the same customer with the same row. */
async function copyOfJob(): Promise<string> {
  const id = randomUUID();
  const [ofJob, ofRow] = [JSON.stringify({ id, idempotency_key: null }), JSON.stringify({ job_id: id })];
  await db.$executeRaw`
    INSERT INTO jobs SELECT (jsonb_populate_record(j, ${ofJob}::jsonb)).* FROM jobs j WHERE j.id = ${jobId}::uuid`;
  await db.$executeRaw`
    INSERT INTO job_rows SELECT (jsonb_populate_record(r, ${ofRow}::jsonb)).* FROM job_rows r
    WHERE r.job_id = ${jobId}::uuid`;
  return id;
}

test('the row of a filing and one of another job that waited for it get the number once the filing is confirmed', async () => {
  const other = await copyOfJob();
  await db.portalIntent.updateMany({ where: { jobId }, data: { state: 'done', reference: number } });
  await readAgain();
  const where = { jobId_rowNumber: { jobId: other, rowNumber: 1 } };
  expect(await db.jobRow.findUniqueOrThrow({ where })).toMatchObject({
    outcome: 'UNCERTAIN',
    portalReference: number,
  });
  expect(await rowOf()).toMatchObject({ outcome: 'UNCERTAIN', charged: false, portalReference: number });
  expect(await intentOf()).toMatchObject({ state: 'done', reference: number });
  await db.job.delete({ where: { id: other } });
});
