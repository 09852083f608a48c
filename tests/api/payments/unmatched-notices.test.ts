/**
 * bKash notices that fit no payment: all open ones are counted and the oldest are listed, until an administrator marks
 * them as handled.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createMetrics } from '#api/adapters/metrics.ts';
import { recordDecision } from '#api/domain/payments/purchase-settlement.ts';
import { platformState } from '#api/domain/site/platform-state.ts';
import type { Overview } from '#contracts/calls/overview-answers.ts';
import type { UnmatchedNoticesAnswer } from '#contracts/calls/payments-answers.ts';
import { MINUTE_MS } from '#contracts/durations.ts';
import { limits } from '#contracts/limits.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { paidPurchase } from './paid-purchase.ts';

const app = await startTestApp();
const { db } = app.deps;
const place = '/api/admin/payments/unmatched-notices';
const reason = 'A payment at the counter, in the books of June';
const first = Date.parse('2026-06-01T00:00:00Z');

let admin: Account;
beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(() => db.ipnMessage.deleteMany());

const notice = (minute: number, more: { attemptId?: string } = {}) => ({
  messageId: randomUUID(),
  trxId: `TRX${minute}`,
  amount: 12_345n,
  body: {},
  receivedAt: new Date(first + minute * MINUTE_MS),
  ...more,
});
const listed = async (): Promise<UnmatchedNoticesAnswer> => {
  const answer = await app.get(place, admin.cookie);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body as unknown as UnmatchedNoticesAnswer;
};
const handle = (messageId: string, json: object = { reason }) =>
  app.post(`${place}/${messageId}/handle`, json, admin.cookie);
const money = async () =>
  ((await app.get('/api/admin/overview', admin.cookie)).body['overview'] as Overview).money;

/** A payment in the given state, with a notice of its own whose id is returned. */
async function noticed(status: 'completed' | 'failed'): Promise<string> {
  const purchase = { userId: admin.id, amountPoisha: 100n, trxId: randomUUID(), status };
  const { attemptId } = await paidPurchase(db, purchase);
  const data = notice(500, { attemptId });
  await db.ipnMessage.create({ data });
  return data.messageId;
}

test('the oldest open notices are listed, and those that the list has no room for are counted', async () => {
  const notices = Array.from({ length: limits.unmatchedNoticesListMax + 1 }, (_, minute) => notice(minute));
  await db.ipnMessage.createMany({ data: notices.toReversed() });
  const { notices: open, totalCount } = await listed();
  expect(totalCount).toBe(limits.unmatchedNoticesListMax + 1);
  expect(open.map(({ messageId }) => messageId)).toEqual(
    notices.slice(0, limits.unmatchedNoticesListMax).map(({ messageId }) => messageId),
  );
});

test('a notice that is handled leaves the list and the figures, with one entry in the log of changes', async () => {
  const [early, late] = [notice(1), notice(2)];
  await db.ipnMessage.createMany({ data: [early, late] });
  const failed = await noticed('failed');
  await noticed('completed');
  expect(await money()).toMatchObject({ notices: 3, noticesBdt: 370.35 });
  const metrics = createMetrics('api', { platform: () => platformState(app.deps) });
  const text = await metrics.text();
  expect(text).toMatch(/^chalan_notices_for_people(\{.*\})? 3$/m);
  expect(text).toMatch(/^chalan_payments_for_people(\{.*\})? 0$/m);
  expect(await handle(early.messageId, { reason: ' ' })).toMatchObject({ status: 400 });
  for (const answer of [await handle(early.messageId), await handle(early.messageId)])
    expect(answer, answer.text).toMatchObject({ status: 200 });
  expect(await listed()).toMatchObject({
    notices: [{ messageId: late.messageId }, { messageId: failed }],
    totalCount: 2,
  });
  expect(await money()).toMatchObject({ notices: 2, noticesBdt: 246.9 });
  const entries = await db.auditEntry.findMany({ where: { subject: `bkash-notice/${early.messageId}` } });
  expect(entries).toMatchObject([
    {
      adminId: admin.id,
      action: 'bKash notice handled',
      reason,
      after: { trxId: early.trxId, amountBdt: 123.45 },
    },
  ]);
  expect(await db.ipnMessage.findUnique({ where: { messageId: early.messageId } })).toMatchObject({
    handledBy: admin.id,
    handledReason: reason,
  });
});

test('a notice of a payment that is accounted for cannot be marked as handled, nor one that does not exist', async () => {
  for (const messageId of [await noticed('completed'), randomUUID()])
    expect(await handle(messageId)).toMatchObject({ status: 404 });
});

test('a decision to close a held payment also handles its notice', async () => {
  const trxId = randomUUID();
  const purchase = { userId: admin.id, amountPoisha: 50_000n, trxId, status: 'pending' };
  const { attemptId } = await paidPurchase(db, purchase);
  const heldPayment = { paymentId: 'TR0011', amountPoisha: '40000', trxId, completedAt: null };
  await db.paymentAttempt.update({ where: { id: attemptId }, data: { state: 'held', heldPayment } });
  const data = notice(1, { attemptId });
  await db.ipnMessage.create({ data });
  const now = new Date();
  await recordDecision(db, attemptId, { decision: 'close', actorId: admin.id, reason }, now);
  expect(await listed()).toMatchObject({ notices: [], totalCount: 0 });
  expect(await money()).toMatchObject({ notices: 0 });
  expect(await db.ipnMessage.findUnique({ where: { messageId: data.messageId } })).toMatchObject({
    handledAt: now,
    handledBy: admin.id,
    handledReason: reason,
  });
});

test('a notice can be handled whatever characters bKash uses in its id', async () => {
  const data = { ...notice(1), messageId: `a.b:c/d e${'f'.repeat(120)}` };
  await db.ipnMessage.create({ data });
  expect(await handle(encodeURIComponent(data.messageId))).toMatchObject({ status: 200 });
  expect(await listed()).toMatchObject({ totalCount: 0 });
});
