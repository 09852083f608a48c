/** Steps of the payment model that refund money. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { decideOpenEnd } from '#api/domain/payments/open-end-decisions.ts';
import { openRefund } from '#api/domain/payments/payment-refunds.ts';
import { reportRefund } from '#api/domain/payments/refund-steps.ts';
import * as rules from './payment-model.ts';
import type { Mishap, Model, ModelAttempt, ModelRefund } from './payment-model.ts';
import { at, command, mishap, nth, pick, refusal, suffering, withPage, type Real } from './payment-steps.ts';

export const refund = fc
  .record({
    index: nth,
    percent: fc.constantFrom(1, 33, 50, 100),
    acceptShortfall: fc.boolean(),
    next: mishap,
  })
  .map(({ index, percent, acceptShortfall, next }) =>
    command(`refund ${percent} % of ${index}: ${next}`, withPage, async (model, real) => {
      const attempt = pick(model, index);
      // A second payment of an order is refunded in full.
      const part = attempt.recorded === 'duplicate' ? 100 : percent;
      const request = { amount: Math.ceil((attempt.amount * part) / 100), acceptShortfall };
      await sendBack(model, real, { attempt, ...request, next });
    }),
  );

/** Requests it twice with one key, as a double click does. */
export async function sendBack(
  model: Model,
  real: Real,
  request: { attempt: ModelAttempt; amount: number; acceptShortfall: boolean; next: Mishap },
): Promise<void> {
  const { attempt, amount, acceptShortfall, next } = request;
  const expected = rules.refundOf(model, attempt, request);
  const asked = { attemptId: attempt.id, amountPoisha: BigInt(amount), acceptShortfall, key: randomUUID() };
  const open = () =>
    openRefund(real.db, { ...asked, reason: 'Model', actorId: null, now: new Date() }).catch(refusal);
  const opened = await open();
  expect(typeof opened === 'string' ? opened : { taken: Number(opened.creditsTaken) }).toEqual(expected);
  if (typeof opened === 'string' || typeof expected === 'string') return;
  expect(await open()).toMatchObject({ id: opened.id });
  model.available -= expected.taken;
  const made: ModelRefund = {
    id: opened.id,
    attempt,
    amount,
    ...expected,
    made: false,
    sent: false,
    state: 'open',
  };
  model.refunds.push(made);
  await send(real, made, next);
}

/** However often it is requested, the refund is sent to bKash once. */
export async function send(real: Real, refund: ModelRefund, next: Mishap): Promise<void> {
  const { id: refundId } = refund;
  const sentBefore = real.control.calls('refund').length;
  const wasSent = refund.sent;
  const { state } = await suffering(real, 'refund', next, () =>
    real.activities.sendRefund({ refundId }),
  ).catch(() => real.activities.markRefundUnknown({ refundId }));
  if (!wasSent) {
    refund.sent = next !== 'crash before';
    refund.made = rules.isCommitted(next);
    if (next === 'none') refund.state = 'done';
  }
  expect(state).toBe(stateOf(refund));
  const sentNow = real.control.calls('refund').length - sentBefore;
  expect(sentNow).toBe(wasSent || !rules.isArriving(next) ? 0 : 1);
}

function stateOf({ state, sent }: ModelRefund): string {
  if (state !== 'open') return state;
  return sent ? 'unknown' : 'pending';
}

export const sendAgain = fc.tuple(nth, mishap).map(([index, next]) =>
  command(
    `send refund ${index} again: ${next}`,
    ({ refunds }) => refunds.some(({ state }) => state === 'open'),
    async ({ refunds }, real) => {
      const open = refunds.filter(({ state }) => state === 'open');
      await send(real, at(open, index), next);
    },
  ),
);

/** A person finds the refund missing in bKash's list when bKash can no longer make it. */
export async function decideNotMade(model: Model, real: Real, refund: ModelRefund): Promise<void> {
  const { attemptId, settlesAt } = await real.db.paymentRefund.findUniqueOrThrow({
    where: { id: refund.id },
  });
  const clock = () => settlesAt ?? new Date();
  await reportRefund(real.db, refund.id, clock());
  const end = await real.db.paymentOpenEnd.findFirstOrThrow({ where: { subject: refund.id } });
  const body = { decision: 'not_made' as const, reason: 'Not in the list of bKash' };
  await decideOpenEnd({ ...real.deps, clock }, { attemptId, endId: end.id, adminId: real.userId, body });
  refund.state = 'failed';
  model.available += refund.taken;
}

export const refusedRefund = nth.map((index) =>
  command(`refund ${index} without the merchant's balance`, withPage, async (model, real) => {
    const attempt = pick(model, index);
    if (typeof rules.refundOf(model, attempt, { amount: 1, acceptShortfall: true }) === 'string') return;
    const { control, activities, db } = real;
    const balance = control.merchantPoisha();
    control.setMerchantPoisha(0);
    const key = randomUUID();
    const request = { attemptId: attempt.id, amountPoisha: 1n, acceptShortfall: true, key };
    const { id } = await openRefund(db, { ...request, reason: 'Model', actorId: null, now: new Date() });
    expect(await activities.sendRefund({ refundId: id })).toMatchObject({ state: 'failed' });
    control.setMerchantPoisha(balance);
  }),
);

export const lookForRefund = nth.map((index) =>
  command(
    `look for refund ${index}`,
    ({ refunds }) => refunds.length > 0,
    async ({ refunds }, { activities }) => {
      const refund = at(refunds, index);
      const { view } = await activities.lookForRefund({ refundId: refund.id });
      if (refund.made) refund.state = 'done';
      expect(view.state).toBe(stateOf(refund));
    },
  ),
);
