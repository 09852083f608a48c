/** A filing whose answer was lost under a login that the customer has replaced since: nobody files it under the new one. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { quote } from '#contracts/messages/message.ts';
import type { FilingEnd } from '#activities/rows/filing.ts';
import type { PortalKey, RowData, ServiceDefinition } from '#services/contract.ts';
import { expIssueService } from '#services/exp-issue/service.ts';
import { rexSooSubmissionService } from '#services/rex-soo-submission/service.ts';
import type { SubmitRunner } from '#services/runner.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { rowRunOn } from '#tests/harness/filing-protocol.ts';
import { claimedLease, type ClaimedLease } from '#tests/harness/leases.ts';

type FilingService = ServiceDefinition & { portal: PortalKey };

const { db } = await createTestDatabase();

/** A portal that lists what was filed only after `list`, and accepts any number of equal filings. */
function latePortal() {
  const filed: string[] = [];
  let isListed = false;
  const nameOf = (row: RowData): string => JSON.stringify(row);
  const runner: SubmitRunner = {
    outputColumns: [],
    check: async ([row]) => {
      const index = filed.indexOf(nameOf(row));
      if (!isListed || index < 0) return { found: 'absent' };
      return { found: 'equal', result: { message: quote('Found.'), portalReference: `P-${index}` } };
    },
    run: async ([row]) => {
      filed.push(nameOf(row));
      return { outcome: 'SUCCESS', message: quote('Filed.'), portalReference: `P-${filed.length - 1}` };
    },
  };
  const list = (): void => {
    isListed = true;
  };
  return { filed, runner, list };
}

/** Each row has its own exporter, because a reference that one login has shown is refused to others. */
const newRow = (): RowData => ({
  exporter_erc: randomUUID(),
  invoice_no: randomUUID(),
  invoice_date: '2026-11-02',
  bl_no: 'HLCU1',
});

/** The row of a job, worked under a login by a customer. */
type Work = { service?: FilingService; login?: string; userId?: string; jobId?: string; vouchedAt?: Date };

async function work(
  runner: SubmitRunner,
  data: RowData,
  { service = expIssueService, login = newLogin(), userId, jobId, vouchedAt }: Work = {},
): Promise<{ end: FilingEnd; lease: ClaimedLease; login: string }> {
  const lease = await claimedLease(db, { portal: service.portal, login, ...(jobId ? { jobId } : {}) });
  if (userId) await db.job.update({ where: { id: lease.by.jobId }, data: { userId } });
  const by = { ...lease.by, userId: userId ?? lease.by.userId };
  const run = rowRunOn(db, service, { ...lease, by }, runner);
  const naturalKey = service.input.kind === 'sheet' ? service.input.naturalKey(data) : null;
  const row = { data, naturalKey, groupRow: null, sameAsRow: null };
  const end = await run({ ...row, ...(vouchedAt ? { vouchedAt } : {}) });
  await db.portalLease.deleteMany({ where: { token: lease.claim.token } });
  return { end, lease: { ...lease, by }, login };
}

const newLogin = (): string => `login-${randomUUID()}`;

/** The request of the job's filing has left, its answer is lost, and it may take effect for that long. */
async function loseAnswer({ by, claim }: ClaimedLease, effectMs: number): Promise<void> {
  const [sentAt, settlesAt] = [new Date(Date.now() - HOUR_MS), new Date(Date.now() + effectMs)];
  const { count } = await db.portalIntent.updateMany({
    where: { jobId: by.jobId },
    data: { state: 'committing', token: claim.token, commits: 1, sends: 1, sentAt, settlesAt },
  });
  expect(count).toBe(1);
}

test.each([
  ['the same job', ({ by }: ClaimedLease): Work => ({ userId: by.userId, jobId: by.jobId })],
  ['another job of the customer', ({ by }: ClaimedLease): Work => ({ userId: by.userId })],
])('%s waits under a new login while a filing that was lost under the old one may appear', async (_, who) => {
  const { filed, runner } = latePortal();
  const row = newRow();
  const { lease } = await work(runner, row);
  await loseAnswer(lease, HOUR_MS);
  const { end } = await work(runner, row, who(lease));
  expect(end).toMatchObject({ outcome: 'UNCERTAIN', aside: { why: 'confirming' } });
  expect(filed).toHaveLength(1);
});

test('a filing that left no trace under the old login waits for a person under the new one', async () => {
  const { filed, runner } = latePortal();
  const row = newRow();
  const { lease } = await work(runner, row);
  await loseAnswer(lease, -1_000);
  const again = { userId: lease.by.userId, jobId: lease.by.jobId };
  const { end } = await work(runner, row, again);
  expect(end).toMatchObject({ outcome: 'UNCERTAIN', aside: { why: 'person' } });
  expect(filed).toHaveLength(1);
  const vouched = await work(runner, row, { ...again, vouchedAt: new Date() });
  expect(vouched.end).toMatchObject({ outcome: 'SUCCESS' });
  expect(filed).toHaveLength(2);
});

test('a filing that was lost under the old login is sent again under the new one if the portal refuses duplicates', async () => {
  const { filed, runner } = latePortal();
  const row = newRow();
  const service = rexSooSubmissionService;
  const { lease } = await work(runner, row, { service });
  await loseAnswer(lease, HOUR_MS);
  const again = { service, userId: lease.by.userId, jobId: lease.by.jobId };
  expect((await work(runner, row, again)).end).toMatchObject({ aside: { why: 'confirming' } });
  await loseAnswer(lease, -1_000);
  expect((await work(runner, row, again)).end).toMatchObject({ outcome: 'SUCCESS' });
  expect(filed).toHaveLength(2);
});

test("a filing of the old login that appears under the new one is the job's own, and is read back under the new login", async () => {
  const { filed, runner, list } = latePortal();
  const row = newRow();
  const { lease } = await work(runner, row);
  await loseAnswer(lease, HOUR_MS);
  list();
  const again = { userId: lease.by.userId, jobId: lease.by.jobId };
  const { end, login } = await work(runner, row, again);
  expect(end).toMatchObject({ outcome: 'SUCCESS', portalReference: 'P-0' });
  expect(filed).toHaveLength(1);
  const intents = await db.portalIntent.findMany({ where: { jobId: lease.by.jobId } });
  expect(intents).toMatchObject([{ state: 'done', reference: 'P-0', checkDueAt: expect.any(Date) }]);
  expect(intents[0]?.key).toMatch(new RegExp(`^${login}\\|`));
});

test('another customer files the same invoice at once', async () => {
  const { filed, runner } = latePortal();
  const row = newRow();
  // Neither the numbers of this service nor their keys name the company.
  const service = rexSooSubmissionService;
  const { lease } = await work(runner, row, { service });
  await loseAnswer(lease, HOUR_MS);
  const { end } = await work(runner, row, { service });
  expect(end).toMatchObject({ outcome: 'SUCCESS' });
  expect(filed).toHaveLength(2);
});

test('a filing that the portal has answered under the old login does not hold up the new one', async () => {
  const { runner } = latePortal();
  const row = newRow();
  const { lease } = await work(runner, row);
  const { end } = await work(runner, row, { userId: lease.by.userId });
  expect(end).toMatchObject({ outcome: 'SUCCESS' });
});

test('another invoice of the customer is filed at once under the new login', async () => {
  const { filed, runner } = latePortal();
  const { lease } = await work(runner, newRow());
  await loseAnswer(lease, HOUR_MS);
  const { end } = await work(runner, newRow(), { userId: lease.by.userId });
  expect(end).toMatchObject({ outcome: 'SUCCESS' });
  expect(filed).toHaveLength(2);
});
