/** Steps of a customer's payments on the real verbs, the real client and the simulator, each beside its model. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { PaymentActivities } from '#activities/payments.ts';
import { balancesOf, reserve, settle } from '#api/domain/ledger.ts';
import { openRefund } from '#api/domain/payment-refunds.ts';
import { openOrder } from '#api/domain/purchases.ts';
import { creditsHundredthsForPoisha } from '#contracts/purchase-rules.ts';
import { DomainError } from '#contracts/errors.ts';
import type { Database } from '#prisma/client.ts';
import type { Control } from '#tests/sandbox/bkash/control.ts';
import * as rules from './payment-model.ts';
import type { Mishap, Model, ModelAttempt, ModelRefund } from './payment-model.ts';

export type Real = {
  db: Database;
  control: Control;
  activities: PaymentActivities;
  userId: string;
  wallet: string;
  /** What happens to the next call that moves money. */
  mishap: { next: Mishap };
};
type Command = fc.AsyncCommand<Model, Real>;
type Play = (model: Model, real: Real) => Promise<void>;

const ORDERS = 3;
const AMOUNTS_POISHA = [5_000, 7_777, 12_345];
const CREDITS_PER_BDT_HUNDREDTHS = 200;
const now = (): Date => new Date();

/** After every step the customer has what the rules say. */
const command = (name: string, isPossible: (model: Model) => boolean, play: Play): Command => ({
  check: isPossible,
  run: async (model, real) => {
    await play(model, real);
    const held = model.held.reduce((sum, { amount }) => sum + amount, 0);
    expect(await balancesOf(real.db, real.userId), name).toEqual({
      availableHundredths: BigInt(model.available),
      reservedHundredths: BigInt(held),
    });
  },
  toString: () => name,
});

const mishaps: Mishap[] = ['none', 'none', 'lost before', 'lost after', 'crash before', 'crash after'];
/** The latest is meant most often. */
const nth = fc.constantFrom(0, 0, 0, 1, 2);
const seldom = fc.constantFrom(false, false, false, true);
const mishap = fc.constantFrom(...mishaps);
const always = (): boolean => true;
const at = <Item>(items: Item[], index: number): Item => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('There is none.');
  return item;
};

/** A step on one of the attempts that have a page. */
const onAttempt = (
  name: string,
  play: (attempt: ModelAttempt, real: Real, model: Model) => Promise<void> | void,
) =>
  nth.map((index) =>
    command(`${name} ${index}`, withPage, async (model, real) => play(pick(model, index), real, model)),
  );
const pick = (model: Model, index: number): ModelAttempt =>
  at(model.attempts.filter(({ paymentId }) => paymentId !== null).toReversed(), index);
const withPage = ({ attempts }: Model): boolean => attempts.some(({ paymentId }) => paymentId !== null);

/** Loses an answer at the simulator, or ends the worker around the call. */
async function suffering<Answer>(
  { control, mishap: suffered }: Real,
  operation: 'create' | 'execute' | 'refund',
  next: Mishap,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (next === 'lost before') control.addFault({ operation, kind: 'dropBefore' });
  if (next === 'lost after') control.addFault({ operation, kind: 'dropAfterCommit' });
  suffered.next = next;
  try {
    return await work();
  } finally {
    suffered.next = 'none';
    control.clearFaults();
  }
}

const refusal = (error: unknown): string => {
  if (error instanceof DomainError) return error.code;
  throw error;
};

const buy = fc.tuple(fc.nat({ max: ORDERS - 1 }), seldom).map(([order, isLost]) =>
  command(`buy ${order}${isLost ? ', answer lost' : ''}`, always, async (model, real) => {
    const amount = at(AMOUNTS_POISHA, order);
    const credits = creditsHundredthsForPoisha(amount, CREDITS_PER_BDT_HUNDREDTHS);
    const expected = rules.openingOf(model, order);
    const opened = await openOrder(real.db, {
      userId: real.userId,
      invoice: `MODEL-${order}-${real.userId}`,
      amountPoisha: BigInt(amount),
      creditsHundredths: BigInt(credits),
      creditsPerBdtHundredths: CREDITS_PER_BDT_HUNDREDTHS,
      now: now(),
    }).catch(refusal);
    if (typeof opened === 'string' || expected !== 'new') {
      expect(typeof opened === 'string' ? opened : opened.id).toBe(
        typeof expected === 'string' ? expected : expected.id,
      );
      return;
    }
    const { id } = opened;
    const { view } = await suffering(real, 'create', isLost ? 'lost after' : 'none', () =>
      real.activities.createPayment({ attemptId: id }),
    );
    expect(view.state).toBe(isLost ? 'failed' : 'initiated');
    const paymentId = view.page?.paymentId ?? null;
    const fresh = { approved: false, cancelled: false, debited: false, asked: false, returned: false };
    model.attempts.push({ id, paymentId, order, amount, credits, ...fresh, over: isLost, recorded: 'no' });
  }),
);

const approve = onAttempt('approve', (attempt, real) => approved(attempt, real));

function approved(attempt: ModelAttempt, { control, wallet }: Real): void {
  if (attempt.approved || attempt.cancelled) return;
  control.approve(attempt.paymentId ?? '', wallet);
  attempt.approved = true;
}

const cancel = onAttempt('cancel', (attempt, { control }) => {
  if (attempt.approved || attempt.cancelled) return;
  control.cancel(attempt.paymentId ?? '');
  attempt.cancelled = true;
});

const claimToHaveGivenUp = onAttempt('claim to have given up on', async (attempt, { db }) => {
  await db.paymentAttempt.update({ where: { id: attempt.id }, data: { returned: 'cancel' } });
  attempt.returned = true;
});

const execute = fc.tuple(nth, seldom, mishap).map(([index, isEarly, next]) =>
  command(`${isEarly ? '' : 'approve and '}execute ${index}: ${next}`, withPage, async (model, real) => {
    const attempt = pick(model, index);
    const { id: attemptId } = attempt;
    if (!isEarly) approved(attempt, real);
    const executesBefore = real.control.calls('execute').length;
    const isAsked = rules.execute(model, attempt, next);
    await suffering(real, 'execute', next, () => real.activities.executePayment({ attemptId })).catch(() =>
      real.activities.markPaymentUnknown({ attemptId }),
    );
    const reaches = isAsked && next !== 'crash before';
    expect(real.control.calls('execute').length - executesBefore).toBe(reaches ? 1 : 0);
  }),
);

const executeElsewhere = onAttempt('be debited elsewhere for', (attempt, { control }) => {
  control.execute(attempt.paymentId ?? '');
  if (attempt.approved) attempt.debited = true;
});

const check = fc.tuple(nth, seldom).map(([index, isLost]) =>
  command(`check ${index}${isLost ? ', answer lost' : ''}`, withPage, async (model, real) => {
    const attempt = pick(model, index);
    if (isLost) real.control.addFault({ operation: 'query', kind: 'malformed' });
    const { answered } = await real.activities.checkPayment({ attemptId: attempt.id });
    expect(answered).toBe(!isLost);
    if (!isLost) rules.record(model, attempt);
  }),
);

const end = onAttempt('end', async (attempt, { activities }) => {
  if (attempt.recorded === 'duplicate') return;
  await activities.endPurchase({ attemptId: attempt.id });
  attempt.over = true;
});

const refund = fc
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
async function sendBack(
  model: Model,
  real: Real,
  wish: { attempt: ModelAttempt; amount: number; acceptShortfall: boolean; next: Mishap },
): Promise<void> {
  const { attempt, amount, acceptShortfall, next } = wish;
  const expected = rules.refundOf(model, attempt, wish);
  const asked = { attemptId: attempt.id, amountPoisha: BigInt(amount), acceptShortfall, key: randomUUID() };
  const open = () =>
    openRefund(real.db, { ...asked, reason: 'Model', actorId: null, now: now() }).catch(refusal);
  const opened = await open();
  expect(typeof opened === 'string' ? opened : { taken: Number(opened.creditsTaken) }).toEqual(expected);
  if (typeof opened === 'string' || typeof expected === 'string') return;
  expect(await open()).toMatchObject({ id: opened.id });
  model.available -= expected.taken;
  const made: ModelRefund = { id: opened.id, attempt, amount, ...expected, made: false, state: 'open' };
  model.refunds.push(made);
  await send(real, made, next, false);
}

async function send(real: Real, refund: ModelRefund, next: Mishap, again: boolean): Promise<void> {
  const { id: refundId } = refund;
  const { state } = await suffering(real, 'refund', next, () =>
    real.activities.sendRefund({ refundId, again }),
  ).catch(() => real.activities.markRefundUnknown({ refundId }));
  if (rules.isCommitted(next)) refund.made = true;
  if (next === 'none') refund.state = 'done';
  expect(state).toBe(next === 'none' ? 'done' : 'unknown');
}

const refusedRefund = nth.map((index) =>
  command(`refund ${index} without the merchant's balance`, withPage, async (model, real) => {
    const attempt = pick(model, index);
    if (typeof rules.refundOf(model, attempt, { amount: 1, acceptShortfall: true }) === 'string') return;
    const { control, activities, db } = real;
    const balance = control.merchantPoisha();
    control.setMerchantPoisha(0);
    const key = randomUUID();
    const wish = { attemptId: attempt.id, amountPoisha: 1n, acceptShortfall: true, key };
    const { id } = await openRefund(db, { ...wish, reason: 'Model', actorId: null, now: now() });
    expect(await activities.sendRefund({ refundId: id, again: false })).toMatchObject({ state: 'failed' });
    control.setMerchantPoisha(balance);
  }),
);

const lookForRefund = nth.map((index) =>
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

const work = fc.constantFrom(50, 4_000, 12_000).map((amount) =>
  command(`reserve ${amount}`, always, async (model, { db, userId }) => {
    const job = { jobId: randomUUID(), attempt: 1, userId, description: 'Model' };
    const held = await reserve(db, { ...job, amountHundredths: BigInt(amount) }).catch(refusal);
    if (model.available < amount) return expect(held).toBe('INSUFFICIENT_CREDITS');
    model.available -= amount;
    model.held.push({ jobId: job.jobId, amount });
  }),
);

const finishWork = fc.tuple(nth, fc.integer({ min: 0, max: 100 })).map(([index, percent]) =>
  command(
    `settle ${index}: ${percent} %`,
    ({ held }) => held.length > 0,
    async (model, { db }) => {
      const job = at(model.held, index);
      const captured = Math.floor((job.amount * percent) / 100);
      const settlement = { jobId: job.jobId, attempt: 1, captureHundredths: BigInt(captured) };
      await settle(db, { ...settlement, description: 'Model' });
      model.held.splice(model.held.indexOf(job), 1);
      model.available += job.amount - captured;
    },
  ),
);

/** The usual ones are drawn twice as often. */
export const paymentCommands = [
  buy,
  buy,
  approve,
  approve,
  execute,
  execute,
  check,
  check,
  cancel,
  claimToHaveGivenUp,
  claimToHaveGivenUp,
  executeElsewhere,
  end,
  refund,
  refund,
  refusedRefund,
  lookForRefund,
  work,
  finishWork,
];

/** What the workflows go on with until nothing is open: bKash answers again, and second payments go back. */
export async function settleAll(model: Model, real: Real): Promise<void> {
  for (const attempt of model.attempts.filter(({ paymentId }) => paymentId !== null)) {
    await real.activities.checkPayment({ attemptId: attempt.id });
    rules.record(model, attempt);
  }
  for (const refund of model.refunds.filter(({ state }) => state === 'open')) {
    const { view } = await real.activities.lookForRefund({ refundId: refund.id });
    if (view.state === 'unknown') await send(real, refund, 'none', true);
    refund.state = 'done';
  }
  for (const attempt of model.attempts.filter(({ recorded }) => recorded === 'duplicate')) {
    const sent = model.refunds.filter((refund) => refund.attempt === attempt && refund.state === 'done');
    const amount = sent.reduce((left, refund) => left - refund.amount, attempt.amount);
    if (amount > 0) await sendBack(model, real, { attempt, amount, acceptShortfall: true, next: 'none' });
  }
  for (const { id } of model.attempts) await real.activities.endPurchase({ attemptId: id });
}
