/** Steps of the payment model that send money back. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { openRefund } from '#api/domain/payment-refunds.ts';
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
      // A second payment of an order goes back in one piece.
      const part = attempt.recorded === 'duplicate' ? 100 : percent;
      const wish = { amount: Math.ceil((attempt.amount * part) / 100), acceptShortfall };
      await sendBack(model, real, { attempt, ...wish, next });
    }),
  );

/** Twice with one key, as a double click is. */
export async function sendBack(
  model: Model,
  real: Real,
  wish: { attempt: ModelAttempt; amount: number; acceptShortfall: boolean; next: Mishap },
): Promise<void> {
  const { attempt, amount, acceptShortfall, next } = wish;
  const expected = rules.refundOf(model, attempt, wish);
  const asked = { attemptId: attempt.id, amountPoisha: BigInt(amount), acceptShortfall, key: randomUUID() };
  const open = () =>
    openRefund(real.db, { ...asked, reason: 'Model', actorId: null, now: new Date() }).catch(refusal);
  const opened = await open();
  expect(typeof opened === 'string' ? opened : { taken: Number(opened.creditsTaken) }).toEqual(expected);
  if (typeof opened === 'string' || typeof expected === 'string') return;
  expect(await open()).toMatchObject({ id: opened.id });
  model.available -= expected.taken;
  const made: ModelRefund = { id: opened.id, attempt, amount, ...expected, made: false, state: 'open' };
  model.refunds.push(made);
  await send(real, made, next, false);
}

export async function send(real: Real, refund: ModelRefund, next: Mishap, again: boolean): Promise<void> {
  const { id: refundId } = refund;
  const { state } = await suffering(real, 'refund', next, () =>
    real.activities.sendRefund({ refundId, again }),
  ).catch(() => real.activities.markRefundUnknown({ refundId }));
  if (rules.isCommitted(next)) refund.made = true;
  if (next === 'none') refund.state = 'done';
  expect(state).toBe(next === 'none' ? 'done' : 'unknown');
}

export const refusedRefund = nth.map((index) =>
  command(`refund ${index} without the merchant's balance`, withPage, async (model, real) => {
    const attempt = pick(model, index);
    if (typeof rules.refundOf(model, attempt, { amount: 1, acceptShortfall: true }) === 'string') return;
    const { control, activities, db } = real;
    const balance = control.merchantPoisha();
    control.setMerchantPoisha(0);
    const key = randomUUID();
    const wish = { attemptId: attempt.id, amountPoisha: 1n, acceptShortfall: true, key };
    const { id } = await openRefund(db, { ...wish, reason: 'Model', actorId: null, now: new Date() });
    expect(await activities.sendRefund({ refundId: id, again: false })).toMatchObject({ state: 'failed' });
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
      expect(view.state).toBe(refund.state === 'open' ? 'unknown' : refund.state);
    },
  ),
);
