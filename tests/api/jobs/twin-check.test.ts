/**
 * Filings are read back from their portal an hour and a day later: administrators are notified of duplicates and of
 * missing filings.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PortalFault } from '#activities/portals/contract.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import { HOUR_MS } from '#contracts/durations.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import type { SubmitRunner } from '#services/runner.ts';
import { runners } from '#services/runners.ts';
import { newCustomer, newExporter, type Customer } from '#tests/harness/job-calls.ts';
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
let filed: { records: Record<string, unknown>; intents: Prisma.PortalIntentCreateManyInput[] };

/** A job that has filed its three EXPs. */
beforeAll(async () => {
  await sandbox.seed({ portal });
  admin = await newCustomer(app, { isAdmin: true });
  ana = await newExporter(app);
  const file = new File([readFileSync('activities/services/exp-issue/sample.csv')], 'exp.csv');
  const request = { serviceId: 'exp-issue', file, totalCredits: 3 * ISSUE_COST };
  ({ jobId } = await ana.started(request));
  expect(await ana.ended(jobId)).toMatchObject({ state: 'completed' });
  const records = (await sandbox.state()).portals[portal]?.records ?? {};
  filed = { records, intents: await db.portalIntent.findMany() };
});

/** Each test finds the portal and the platform as they were when the job had ended. */
beforeEach(async () => {
  await sandbox.seed({ portal, records: filed.records });
  await db.portalIntent.deleteMany();
  await db.portalIntent.createMany({ data: filed.intents });
  await db.notification.deleteMany({ where: { userId: admin.id } });
});

const filings = () =>
  db.portalIntent.findMany({ where: { jobId, state: 'done' }, orderBy: { rowNumber: 'asc' } });
const alerts = async (kind: string) =>
  (await db.notification.findMany({ where: { userId: admin.id } })).filter(
    ({ words }) => (words as { kind?: string } | null)?.kind === kind,
  );

/** Makes the check due now and waits until the visit is over. */
async function readBack(): Promise<void> {
  const checkDueAt = new Date(Date.now() - 1_000);
  await db.portalIntent.updateMany({ where: { jobId, state: 'done' }, data: { checkDueAt, checks: 0 } });
  await temporal.workflow.execute('twinChecks', {
    taskQueue: taskQueues.main,
    workflowId: `twin-checks-${randomUUID()}`,
  });
  await temporal.workflow.getHandle(twinCheckWorkflowId(portal, ana.id)).result();
}

type Exp = { serial: string; invoiceNo: string };

/** The portal's records after somebody has filed the first row's EXP once more. */
async function recordsWithTwin(): Promise<{ records: Record<string, unknown>; twin: string }> {
  const records = (await sandbox.state()).portals[portal]?.records ?? {};
  const [first] = await filings();
  const reference = first?.reference ?? '';
  const filed = records[reference] as Exp | undefined;
  if (!filed) throw new Error(`The sandbox has no ${reference}.`);
  const twin = reference.replace(filed.serial, '999999');
  return { records: { ...records, [twin]: { ...filed, serial: '999999' } }, twin };
}

test('a filing is read back an hour after it was made, then a day after it, and not again', async () => {
  const made = await filings();
  const dueInMs = made.map(({ checkDueAt, sentAt }) => Number(checkDueAt) - Number(sentAt));
  for (const ms of dueInMs) expect(Math.abs(ms - HOUR_MS)).toBeLessThan(60_000);
  await readBack();
  const read = await filings();
  for (const { checkDueAt, sentAt, checks } of read) {
    expect(checks).toBe(1);
    expect(Math.abs(Number(checkDueAt) - Number(sentAt) - 24 * HOUR_MS)).toBeLessThan(60_000);
  }
  await db.portalIntent.updateMany({
    where: { jobId },
    data: { sentAt: new Date(Date.now() - 25 * HOUR_MS) },
  });
  await readBack();
  expect((await filings()).map(({ checkDueAt }) => checkDueAt)).toEqual(read.map(() => null));
  expect(await alerts('filing_twins')).toEqual([]);
  expect(await alerts('filing_gone')).toEqual([]);
});

test('a filing that the portal has lost is reported once, with its row and number', async () => {
  const [first] = await filings();
  await sandbox.seed({ portal });
  await readBack();
  const alerted = await alerts('filing_gone');
  expect(alerted).toHaveLength((await filings()).length);
  expect(alerted.map(({ message }) => message).join(' ')).toContain(first?.reference ?? 'a reference');
  await readBack();
  expect(await alerts('filing_gone')).toHaveLength(alerted.length);
});

test('a filing that the portal has twice is reported once, with the reference of the duplicate', async () => {
  const { records, twin } = await recordsWithTwin();
  await sandbox.seed({ portal, records });
  await readBack();
  const alerted = await alerts('filing_twins');
  expect(alerted).toHaveLength(1);
  expect(alerted[0]?.message).toContain(twin);
  await readBack();
  expect(await alerts('filing_twins')).toHaveLength(1);
});

test('a portal that is down is queried again later, and nothing is reported in the meantime', async () => {
  await sandbox.setFault({ portal, kind: 'http503-maintenance', times: -1 });
  await readBack();
  for (const { checkDueAt } of await filings())
    expect(Number(checkDueAt)).toBeGreaterThan(Date.now() + HOUR_MS / 2);
  expect(await alerts('filing_gone')).toEqual([]);
  await sandbox.clearFaults();
});

test.each(['INPUT_INVALID', 'PORTAL_CHANGED'] as const)(
  'a filing whose look-up ends as %s is looked up later, and the other filings now',
  async (outcome) => {
    vi.spyOn(runners['exp-issue'] as SubmitRunner, 'check').mockRejectedValueOnce(
      new PortalFault(outcome, portalMessages.listTooLong({ pages: 50 })),
    );
    await readBack();
    const read = await filings();
    const isLater = ({ checkDueAt, sentAt }: (typeof read)[number]): boolean =>
      Number(checkDueAt) >= Number(sentAt) + 24 * HOUR_MS;
    expect(read.map(({ checks }) => checks)).toEqual(read.map(() => 1));
    expect(read.filter(isLater)).toHaveLength(read.length - 1);
    expect(read.map(({ checkDueAt }) => checkDueAt)).not.toContain(null);
  },
);

test('a check of filings releases its lease on the portal', async () => {
  await readBack();
  expect(await db.portalLease.count()).toBe(0);
});

test('a filing made with another login than the saved one is not reported as lost', async () => {
  await ana.saveBankLogin('nordic');
  await readBack();
  expect(await alerts('filing_gone')).toEqual([]);
});
