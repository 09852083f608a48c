/**
 * Bookings of a whole order and of one of its lines have different keys. While the answer of one is lost and its
 * booking may still appear on the portal, the other is not booked.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { quote } from '#contracts/messages/message.ts';
import type { FilingEnd } from '#activities/rows/filing.ts';
import { damcoBookingService as service } from '#services/damco-booking/service.ts';
import type { RowData } from '#services/contract.ts';
import type { SubmitRunner } from '#services/runner.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { rowRunOn } from '#tests/harness/filing-protocol.ts';
import { claimedLease, type ClaimedLease } from '#tests/harness/leases.ts';

const { db } = await createTestDatabase();
const { portal } = service;

const wholeOrder = (order: string): RowData => ({ po_no: order });
const line = (order: string, po_line: string): RowData => ({ po_no: order, po_line });

/** A portal that shows its bookings only after `list`, and accepts any number of them. */
function forwarder() {
  const booked: RowData[] = [];
  let isListed = false;
  const overlaps = (one: RowData, other: RowData): boolean =>
    one['po_no'] === other['po_no'] &&
    (one['po_line'] === undefined || other['po_line'] === undefined || one['po_line'] === other['po_line']);
  const runner: SubmitRunner = {
    outputColumns: [],
    check: async ([row]) => {
      if (!isListed || !booked.some((other) => overlaps(row, other))) return { found: 'absent' };
      return { found: 'different', message: quote('The portal has another booking of it.') };
    },
    run: async ([row]) => {
      booked.push(row);
      return { outcome: 'SUCCESS', message: quote('Booked.') };
    },
  };
  const list = (): void => {
    isListed = true;
  };
  return { booked, runner, list };
}

/** Works the row of a new job on the login. */
async function work(login: string, data: RowData, runner: SubmitRunner): Promise<[FilingEnd, ClaimedLease]> {
  const lease = await claimedLease(db, { portal, login });
  const naturalKey = service.input.naturalKey(data);
  const end = await rowRunOn(
    db,
    service,
    lease,
    runner,
  )({ data, naturalKey, groupRow: null, sameAsRow: null });
  // The job ends, and its lease passes on to the next one.
  await db.portalLease.deleteMany({ where: { token: lease.claim.token } });
  return [end, lease];
}

/** The request of the booking has left, its answer is lost, and it may take effect for that long. */
async function loseAnswer({ by, claim }: ClaimedLease, effectMs: number): Promise<void> {
  const [sentAt, settlesAt] = [new Date(Date.now() - HOUR_MS), new Date(Date.now() + effectMs)];
  const { count } = await db.portalIntent.updateMany({
    where: { jobId: by.jobId },
    data: { state: 'committing', token: claim.token, commits: 1, sends: 1, sentAt, settlesAt },
  });
  expect(count).toBe(1);
}

const newOrder = (): string => String(Math.floor(4_500_000_000 + Math.random() * 99_999_999));
const pairs: [string, (order: string) => RowData, (order: string) => RowData][] = [
  ['a line', wholeOrder, (order) => line(order, '10')],
  ['the whole order', (order) => line(order, '10'), wholeOrder],
];

test.each(pairs)(
  'a booking of %s waits while an overlapping booking with a lost answer may still appear',
  async (_, first, second) => {
    const [login, order, { booked, runner, list }] = [`login-${randomUUID()}`, newOrder(), forwarder()];
    const [, lease] = await work(login, first(order), runner);
    await loseAnswer(lease, HOUR_MS);
    const [end] = await work(login, second(order), runner);
    expect(end).toMatchObject({ outcome: 'UNCERTAIN', aside: { why: 'confirming' } });
    expect(booked).toEqual([first(order)]);
    list();
    expect((await work(login, second(order), runner))[0]).toMatchObject({ outcome: 'CONFLICT' });
    expect(booked).toEqual([first(order)]);
  },
);

test('a booking of another line or order does not wait for one with a lost answer', async () => {
  const [login, order, { booked, runner }] = [`login-${randomUUID()}`, newOrder(), forwarder()];
  const [, lease] = await work(login, line(order, '10'), runner);
  await loseAnswer(lease, HOUR_MS);
  for (const other of [line(order, '20'), wholeOrder(newOrder()), line(order.slice(0, -1), '10')])
    expect((await work(login, other, runner))[0]).toMatchObject({ outcome: 'SUCCESS' });
  expect(booked).toHaveLength(4);
});

test('a booking is made if an overlapping one with a lost answer can no longer appear and is not there', async () => {
  const [login, order, { booked, runner }] = [`login-${randomUUID()}`, newOrder(), forwarder()];
  const [, lease] = await work(login, wholeOrder(order), runner);
  await loseAnswer(lease, -1_000);
  booked.length = 0;
  expect((await work(login, line(order, '10'), runner))[0]).toMatchObject({ outcome: 'SUCCESS' });
});
