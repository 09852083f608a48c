/** Look-ups of filings that cannot be made for days: they wait until the portal can be read, or nothing is left to look for. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { endIntent } from '#api/domain/jobs/filings/intents.ts';
import { deleteResults } from '#api/domain/jobs/job-retention.ts';
import { pausePortal, resumePortal } from '#api/domain/portals/portals.ts';
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { chargedJobs } from '#tests/harness/charged-jobs.ts';
import { newCustomer, newExporter, type Customer } from '#tests/harness/job-calls.ts';
import { firstRowOf } from '#tests/harness/sample-rows.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { taskQueues, twinCheckWorkflowId } from '#workflows/ids.ts';

const ISSUE_COST = 2;
const portal = 'bb-exp';
/** More tries than a check that needs the customer gets. */
const ROUNDS = 8;
const PAUSED_DAYS = 5;

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BB_EXP_URL: sandbox.url(portal) });
const { db, temporal } = app.deps;
const charged = chargedJobs(db);

let admin: Customer;
let ana: Customer;
let jobId: string;
let number: string;

/** A job of one row, which the portal has filed. */
beforeAll(async () => {
  await sandbox.seed({ portal });
  admin = await newCustomer(app, { isAdmin: true });
  ana = await newExporter(app);
  const file = firstRowOf('exp-issue');
  ({ jobId } = await ana.started({ serviceId: 'exp-issue', file, totalCredits: ISSUE_COST }));
  expect(await ana.ended(jobId)).toMatchObject({ state: 'completed' });
  number = (await rowOf()).portalReference ?? '';
});

/** Each test begins as if the job had ended without an answer to the filing, whose look-up is due now. */
beforeEach(async () => {
  await sandbox.clearFaults();
  await db.portalState.updateMany({ data: { pausedAt: null } });
  await db.portalIntent.updateMany({
    where: { jobId },
    data: { state: 'committing', reference: null, checks: 0, checkDueAt: ago(0), sentAt: ago(HOUR_MS) },
  });
  await db.jobRow.updateMany({
    where: { jobId },
    data: {
      outcome: 'UNCERTAIN',
      message: jobMessages.rowMaybeFiled(),
      portalReference: null,
      processedAt: ago(HOUR_MS),
    },
  });
  await db.job.update({ where: { id: jobId }, data: { state: 'failed' } });
  await db.notification.deleteMany();
});

const decision = () => ({ portal, adminId: admin.id, reason: 'It looks different.' });
const ago = (ms: number): Date => new Date(Date.now() - ms - 1_000);
const rowOf = () => db.jobRow.findUniqueOrThrow({ where: { jobId_rowNumber: { jobId, rowNumber: 1 } } });
const dueAt = async () => (await db.portalIntent.findFirstOrThrow({ where: { jobId } })).checkDueAt;
const noticesOf = async ({ id }: Customer): Promise<unknown[]> =>
  (await db.notification.findMany({ where: { userId: id } })).map(({ words }) => words);

/** Starts the visits that are due. */
const startVisits = () =>
  temporal.workflow.execute('twinChecks', {
    taskQueue: taskQueues.main,
    workflowId: `twin-checks-${randomUUID()}`,
  });

/** Lets the time pass until the next look-up, if any is scheduled, and waits until the visit is over. */
async function readWhenDue(): Promise<void> {
  await db.portalIntent.updateMany({
    where: { jobId, checkDueAt: { not: null } },
    data: { checkDueAt: ago(0) },
  });
  await startVisits();
  await temporal.workflow.getHandle(twinCheckWorkflowId(portal, ana.id)).result();
}

test('a row of unknown outcome gets its number after the portal has been down for longer than a few look-ups', async () => {
  await sandbox.setFault({ portal, kind: 'http503-maintenance', times: -1 });
  for (let round = 0; round < ROUNDS; round += 1) await readWhenDue();
  expect(await rowOf()).toMatchObject({ portalReference: null });
  await sandbox.clearFaults();
  await readWhenDue();
  expect(await rowOf()).toMatchObject({ outcome: 'UNCERTAIN', portalReference: number });
  expect(await noticesOf(admin)).toEqual([]);
});

test('a look-up that needs a person is abandoned after a few tries, so that no more codes are sent', async () => {
  await sandbox.setFault({ portal, kind: 'captcha-on', times: -1 });
  const dueTimes: (Date | null)[] = [];
  for (let round = 0; round < ROUNDS && !dueTimes.includes(null); round += 1) {
    await readWhenDue();
    dueTimes.push(await dueAt());
  }
  expect(dueTimes.slice(0, -1)).not.toContain(null);
  expect(dueTimes.at(-1)).toBeNull();
  expect(dueTimes.length).toBeGreaterThan(1);
});

test('a row of unknown outcome gets its number after its portal has been paused for days', async () => {
  await pausePortal(app.deps, decision());
  await db.portalIntent.updateMany({ where: { jobId }, data: { checkDueAt: ago(PAUSED_DAYS * DAY_MS) } });
  await startVisits();
  await resumePortal(app.deps, decision());
  await startVisits();
  await temporal.workflow.getHandle(twinCheckWorkflowId(portal, ana.id)).result();
  expect(await rowOf()).toMatchObject({ outcome: 'UNCERTAIN', portalReference: number });
});

/** A filing whose look-up is due and whose row has been deleted, of a customer with the status. */
async function withoutRows(state: string, status = 'active'): Promise<void> {
  const job = await charged.started(1);
  await charged.intent(job, { state, commits: 1, sends: 1, sentAt: ago(DAY_MS), checkDueAt: ago(0) });
  await db.user.update({ where: { id: job.userId }, data: { status } });
  await db.job.update({ where: { id: job.jobId }, data: { finishedAt: ago(DAY_MS), expiresAt: ago(0) } });
  await deleteResults(app.deps, new Date());
  await db.notification.deleteMany();
}

test('administrators learn that the rows of filings were deleted before these could be looked up', async () => {
  await pausePortal(app.deps, decision());
  for (const status of ['active', 'suspended']) await withoutRows('done', status);
  await startVisits();
  await startVisits();
  const values = { portal: expect.any(String) };
  expect(await noticesOf(admin)).toEqual([{ kind: 'filings_unchecked', values }]);
  expect(await db.portalIntent.count({ where: { checkDueAt: { not: null } } })).toBe(1);
  expect(await dueAt()).not.toBeNull();
});

test('administrators learn of a filing that was not looked up although the first report of it failed', async () => {
  await pausePortal(app.deps, decision());
  await withoutRows('done');
  vi.spyOn(app.deps.logger, 'error').mockImplementationOnce(() => {
    throw new Error('The log cannot be written.');
  });
  await startVisits();
  expect(await noticesOf(admin)).toEqual([
    { kind: 'filings_unchecked', values: { portal: expect.any(String) } },
  ]);
});

test('a filing that the portal has refused is not reported as one that was not looked up', async () => {
  await pausePortal(app.deps, decision());
  await withoutRows('refused');
  await startVisits();
  expect(await noticesOf(admin)).toEqual([]);
});

test('a filing that turns out to be refused is not looked up any more', async () => {
  const intent = await db.portalIntent.findFirstOrThrow({ where: { jobId } });
  const seen = { ...intent, state: 'committing' as const };
  await endIntent(db, seen, { state: 'refused', reference: null, token: null });
  expect(await db.portalIntent.findFirstOrThrow({ where: { jobId } })).toMatchObject({
    state: 'refused',
    checkDueAt: null,
  });
});
