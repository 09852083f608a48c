/**
 * A paused portal: its jobs wait with their credits and continue afterwards; administrators see why, and every change
 * is recorded.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { recordPortalAddresses } from '#api/domain/portals/portal-addresses.ts';
import type { JobDetail, JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import type { PortalBoardEntry } from '#contracts/calls/portals-answers.ts';
import { limits } from '#contracts/limits.ts';
import { portalAddresses } from '#activities/portals/portals.ts';
import { newCustomer, newExporter, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const COST = 0.5;
const sandbox = await startSandbox();
const app = await startAppWithWorkers({
  BB_EXP_URL: sandbox.url('bb-exp'),
  PORTAL_RETRY_FIRST_MS: '500',
  PORTAL_RETRY_MAX_MS: '1000',
});
const { db } = app.deps;
await recordPortalAddresses(db, portalAddresses(app.deps.env));

let ana: Customer;
let admin: Customer;
beforeEach(async () => {
  await sandbox.seed();
  await sandbox.clearFaults();
  ana = await newExporter(app, 'padma');
  admin = await newCustomer(app, { isAdmin: true });
});

afterEach(() => decide('resume', 'End of a test.'));

const board = async (): Promise<PortalBoardEntry> => {
  const { portals } = (await app.get('/api/admin/portals', admin.cookie)).body as {
    portals: PortalBoardEntry[];
  };
  const found = portals.find(({ portal }) => portal === 'bb-exp');
  if (!found) throw new Error('The board does not show bb-exp.');
  return found;
};
const decide = (action: 'pause' | 'resume', reason: string) =>
  app.post(`/api/admin/portals/bb-exp/${action}`, { reason }, admin.cookie);

const exps = (first: number, count: number): File => {
  const lines = Array.from({ length: count }, (_, index) => `1084,${first + index},2026`);
  return new File([['ad_code,exp_serial,exp_year', ...lines].join('\n')], 'exps.csv');
};
const start = (customer: Customer, first: number, count: number) =>
  customer.started({ serviceId: 'exp-search', file: exps(first, count), totalCredits: count * COST });
const job = async (customer: Customer, jobId: string): Promise<JobProgress> =>
  (await customer.get(`/api/jobs/${jobId}/status`)).body['job'] as JobProgress;
const lookups = async (): Promise<string[]> =>
  (await sandbox.journal()).filter(({ kind }) => kind === 'download').map(({ key }) => key ?? '');

test('a paused portal stops jobs at the next row and admits none; after resuming they continue there', async () => {
  const running = await start(ana, 110_400, 12);
  await until('the first rows', async () => (await job(ana, running.jobId)).rowsDone > 1);
  expect(await decide('pause', 'The bank rebuilds its pages tonight.')).toMatchObject({ status: 200 });
  await until('the job to wait', async () => (await job(ana, running.jobId)).state === 'queued');
  const waiting = await job(ana, running.jobId);
  expect(waiting.waiting).toMatchObject({
    kind: 'portal_paused',
    message: 'Our team has paused this portal.',
  });
  expect(waiting.rowsDone).toBeLessThan(12);
  expect(waiting.creditsReserved).toBe(12 * COST);

  const other = await newExporter(app, 'nordic');
  const late = await start(other, 110_420, 1);
  expect(late).toMatchObject({ immediate: false });
  expect(await board()).toMatchObject({
    state: 'paused',
    detail: 'The bank rebuilds its pages tonight.',
    jobs: { running: 0, queued: 2 },
  });
  const doneBefore = (await job(ana, running.jobId)).rowsDone;

  expect(await decide('resume', 'They are done.')).toMatchObject({ status: 200 });
  const ended: JobDetail[] = [await ana.ended(running.jobId), await other.ended(late.jobId)];
  expect(ended.map(({ state }) => state)).toEqual(['completed', 'completed']);
  expect(doneBefore).toBeLessThan(12);
  const keys = await lookups();
  expect(new Set(keys).size).toBe(keys.length);
  expect(await board()).toMatchObject({ state: 'up', jobs: { running: 0, queued: 0, parked: 0 } });
  expect(await verifyLedger(db)).toEqual([]);
  const entries = await db.auditEntry.findMany({ where: { adminId: admin.id }, orderBy: { at: 'asc' } });
  expect(entries).toMatchObject([
    { action: 'portal paused', subject: 'portal/bb-exp', reason: 'The bank rebuilds its pages tonight.' },
    { action: 'portal resumed', subject: 'portal/bb-exp', reason: 'They are done.' },
  ]);
  await expect(db.auditEntry.deleteMany()).rejects.toThrow(/never changed/);
});

test('a portal that two administrators pause stays paused since the first time, and the audit log says so', async () => {
  const state = () => db.portalState.findUniqueOrThrow({ where: { portal: 'bb-exp' } });
  await decide('pause', 'The bank rebuilds its pages tonight.');
  const { pausedAt } = await state();
  await decide('pause', 'It does not answer.');
  expect(await state()).toMatchObject({ pausedAt, pauseReason: 'It does not answer.' });
  await decide('resume', 'It works.');
  await decide('resume', 'It works.');
  const entries = await db.auditEntry.findMany({
    where: { adminId: admin.id },
    orderBy: { at: 'desc' },
    take: 4,
    select: { action: true, before: true },
  });
  expect(entries.toReversed()).toEqual([
    { action: 'portal paused', before: { paused: false } },
    { action: 'portal paused', before: { paused: true } },
    { action: 'portal resumed', before: { paused: true } },
    { action: 'portal resumed', before: { paused: false } },
  ]);
});

test('a portal that is paused before its first visitor admits nobody until it is resumed', async () => {
  await db.portalState.deleteMany({ where: { portal: 'bb-exp' } });
  await decide('pause', 'Not yet.');
  const { jobId } = await start(ana, 110_430, 1);
  expect(await job(ana, jobId)).toMatchObject({
    state: 'queued',
    queuePosition: 1,
    waiting: { kind: 'portal_paused' },
  });
  await decide('resume', 'Now.');
  expect(await ana.ended(jobId)).toMatchObject({ state: 'completed' });
});

test('a changed page pauses the portal and notifies the administrators, and every job continues when it is resumed', async () => {
  await sandbox.setFault({ portal: 'bb-exp', kind: 'layout-changed', route: 'search', times: -1 });
  const broken = (await start(ana, 110_440, 2)).jobId;
  await until('the job to wait', async () => (await job(ana, broken)).waiting?.kind === 'portal_paused');
  expect(await job(ana, broken)).toMatchObject({ state: 'queued', rowsDone: 0, creditsReserved: 2 * COST });
  expect(await board()).toMatchObject({ state: 'paused', pausedBy: 'Chalan' });
  expect(await db.notification.findMany({ where: { userId: admin.id } })).toMatchObject([
    { title: 'Bangladesh Bank EXP has changed', actionUrl: '/admin?tab=system&section=portals' },
  ]);
  const nordic = await newExporter(app, 'nordic');
  const { jobId } = await start(nordic, 110_443, 1);
  expect((await job(nordic, jobId)).state).toBe('queued');
  await sandbox.clearFaults();
  await decide('resume', 'Adapter mended.');
  expect(await nordic.ended(jobId)).toMatchObject({ state: 'completed' });
  expect(await ana.ended(broken)).toMatchObject({ state: 'completed', rowsSucceeded: 2 });
});

test('a row that finds the portal changed however often it is resumed is given up, and nothing is charged', async () => {
  await sandbox.setFault({ portal: 'bb-exp', kind: 'layout-changed', route: 'search', times: -1 });
  const { jobId } = await start(ana, 110_445, 2);
  for (let resumed = 1; resumed < limits.changedAttemptsMax; resumed += 1) {
    await until('the job to wait', async () => (await job(ana, jobId)).waiting?.kind === 'portal_paused');
    await decide('resume', 'It looks right to us.');
    await until('the portal to be paused again', async () => (await board()).state === 'paused');
  }
  const ended = await ana.ended(jobId);
  expect(ended).toMatchObject({ state: 'failed', errorCode: 'PORTAL_CHANGED', creditsUsed: 0 });
  expect(await ana.credits()).toMatchObject({ held: 0 });
});

test('one lost answer shows the portal as degraded, and an outage shows it as down until it ends', async () => {
  await sandbox.setFault({ portal: 'bb-exp', kind: 'http500', route: 'search', times: 1 });
  expect(await ana.ended((await start(ana, 110_450, 2)).jobId)).toMatchObject({ state: 'completed' });
  expect(await board()).toMatchObject({ state: 'degraded' });
  await sandbox.setFault({ portal: 'bb-exp', kind: 'http503-maintenance', times: 6 });
  const { jobId } = await start(ana, 110_452, 1);
  await until('the outage to be shown', async () => (await board()).state === 'down');
  expect(await ana.ended(jobId)).toMatchObject({ state: 'completed' });
  expect((await board()).state).not.toBe('down');
});

test('a portal that does not exist cannot be paused, and a pause needs a reason', async () => {
  const path = '/api/admin/portals/nowhere/pause';
  expect(await app.post(path, { reason: 'Why not' }, admin.cookie)).toMatchObject({
    status: 404,
    body: { code: 'PORTAL_UNKNOWN' },
  });
  expect(await decide('pause', ' ')).toMatchObject({ status: 400 });
});
