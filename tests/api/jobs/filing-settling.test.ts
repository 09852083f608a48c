/**
 * The settling time of a filing whose worker vanished: its login's lease passes on, but nobody files the same again
 * while the click may still take effect on the portal.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { quote } from '#contracts/messages/message.ts';
import type { FilingEnd } from '#activities/rows/filing.ts';
import { intentKey } from '#api/domain/jobs/filings/intent-keys.ts';
import { bepzaEpIssueService as service } from '#services/bepza-ep-issue/service.ts';
import type { RowData } from '#services/contract.ts';
import type { SubmitRunner } from '#services/runner.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { rowRunOn } from '#tests/harness/filing-protocol.ts';
import { claimedLease, type ClaimedLease } from '#tests/harness/leases.ts';

const { db } = await createTestDatabase();
const { portal } = service;

/** Each login has its own enterprise, because a reference that one login has shown is refused to others. */
const item = (login: string, invoice_no: string, item_no: string): RowData => ({
  enterprise_code: login,
  invoice_no,
  item_no,
});
const whole = (login: string): RowData[] => [item(login, 'INV-1', '1'), item(login, 'INV-1', '2')];

/** One more job on the login, with the rows of one invoice. */
async function openJob(login: string, rows: RowData[]): Promise<ClaimedLease> {
  const lease = await claimedLease(db, { portal, login });
  const { jobId } = lease.by;
  await db.jobRow.createMany({
    data: rows.map((data, index) => {
      const naturalKey = service.input.naturalKey(data);
      return { jobId, rowNumber: index + 1, source: {}, data, naturalKey, groupRow: 1 };
    }),
  });
  return lease;
}

/** Works the job's filing as a worker does; `clicks` counts how often the form is filled in and sent. */
async function work(lease: ClaimedLease, rows: RowData[]): Promise<{ end: FilingEnd; clicks: number }> {
  let clicks = 0;
  const runner: SubmitRunner = {
    outputColumns: [],
    check: async () => ({ found: 'absent' }),
    run: async () => {
      clicks += 1;
      return { outcome: 'SUCCESS', message: quote('Filed.') };
    },
  };
  const [data = {}] = rows;
  const naturalKey = service.input.naturalKey(data);
  const end = await rowRunOn(db, service, lease, runner)({ data, naturalKey, groupRow: 1, sameAsRow: null });
  return { end, clicks };
}

/** A worker has let its request go and has then vanished with its lease. */
async function vanished(login: string, rows: RowData[]): Promise<void> {
  const first = await openJob(login, rows);
  await work(first, rows);
  const { jobId } = first.by;
  const [sentAt, settlesAt] = [new Date(), new Date(Date.now() + HOUR_MS)];
  const { count } = await db.portalIntent.updateMany({
    where: { jobId },
    data: { state: 'committing', token: first.claim.token, commits: 1, sends: 1, sentAt, settlesAt },
  });
  expect(count).toBe(1);
  const renewedAt = new Date(Date.now() - 60_000);
  await db.portalLease.updateMany({ where: { token: first.claim.token }, data: { renewedAt } });
}

const sheets: Record<string, (login: string) => RowData[]> = {
  'in the same order': whole,
  'in another order': (login) => whole(login).toReversed(),
  'without its first item': (login) => whole(login).slice(1),
  'in small letters': (login) => whole(login).map((row) => ({ ...row, invoice_no: 'inv-1' })),
};
test.each(Object.entries(sheets))(
  'the next job on the login waits with the same invoice, its rows %s, while the click may take effect',
  async (_, sheet) => {
    const login = `login-${randomUUID()}`;
    await vanished(login, whole(login));
    const rows = sheet(login);
    const { end, clicks } = await work(await openJob(login, rows), rows);
    expect(clicks).toBe(0);
    expect(end).toMatchObject({ outcome: 'UNCERTAIN', aside: { why: 'confirming' } });
  },
);

test('the next job on the login waits while a click may take effect that was stored with the key as it was typed', async () => {
  const login = `login-${randomUUID()}`;
  const rows = whole(login).map((row) => ({ ...row, invoice_no: 'Inv-1' }));
  await vanished(login, rows);
  const key = [login, service.id, login, 'Inv-1'].join('|');
  const stored = { portal, key: { contains: login } };
  expect(await db.portalIntent.updateMany({ where: stored, data: { key } })).toEqual({ count: 1 });
  const { end, clicks } = await work(await openJob(login, rows), rows);
  expect(clicks).toBe(0);
  expect(end).toMatchObject({ outcome: 'UNCERTAIN', aside: { why: 'confirming' } });
  expect(await db.portalIntent.count({ where: stored })).toBe(1);
});

test('the next job on the login waits while a click may take effect, though its invoice was filed in another spelling', async () => {
  const login = `login-${randomUUID()}`;
  const rows = whole(login).map((row) => ({ ...row, invoice_no: 'Inv-1' }));
  await vanished(login, rows);
  const key = [login, service.id, login, 'Inv-1'].join('|');
  await db.portalIntent.updateMany({ where: { portal, key: { contains: login } }, data: { key } });
  const done = await openJob(login, whole(login));
  await db.portalIntent.create({
    data: {
      portal,
      key: intentKey({ login, serviceId: service.id, naturalKey: `${login}|INV-1` }),
      state: 'done',
      commits: 1,
      ...done.by,
    },
  });
  await db.portalLease.updateMany({
    where: { token: done.claim.token },
    data: { renewedAt: new Date(Date.now() - 60_000) },
  });
  const { end, clicks } = await work(await openJob(login, rows), rows);
  expect(clicks).toBe(0);
  expect(end).toMatchObject({ outcome: 'UNCERTAIN', aside: { why: 'confirming' } });
});

test('the next job on the login files another invoice while the click of the first may take effect', async () => {
  const login = `login-${randomUUID()}`;
  await vanished(login, whole(login));
  const rows = [item(login, 'INV-2', '1')];
  const { end, clicks } = await work(await openJob(login, rows), rows);
  expect(end).toMatchObject({ outcome: 'SUCCESS' });
  expect(clicks).toBe(1);
});
