/** Steps of a customer who buys, pays and spends, and how all of them are settled. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { quote } from '#contracts/messages/message.ts';
import { reserve, settle } from '#api/domain/credits/ledger.ts';
import { openOrder } from '#api/domain/payments/purchases.ts';
import { creditsHundredthsForPoisha } from '#contracts/payments/purchase-rules.ts';
import * as rules from './payment-model.ts';
import type { Model, ModelAttempt } from './payment-model.ts';
import {
  at,
  command,
  mishap,
  nth,
  onAttempt,
  pick,
  refusal,
  seldom,
  suffering,
  withPage,
  type Real,
} from './payment-steps.ts';
import {
  decideNotMade,
  lookForRefund,
  refund,
  refusedRefund,
  send,
  sendAgain,
  sendBack,
} from './refund-commands.ts';

const ORDERS = 3;
const AMOUNTS_POISHA = [5_000, 7_777, 12_345];
const CREDITS_PER_BDT_HUNDREDTHS = 200;
const buy = fc.tuple(fc.nat({ max: ORDERS - 1 }), seldom).map(([order, isLost]) =>
  command(
    `buy ${order}${isLost ? ', answer lost' : ''}`,
    () => true,
    async (model, real) => {
      const amount = at(AMOUNTS_POISHA, order);
      const credits = creditsHundredthsForPoisha(amount, CREDITS_PER_BDT_HUNDREDTHS);
      const expected = rules.openingOf(model, order);
      const opened = await openOrder(real.db, {
        userId: real.userId,
        invoice: `MODEL-${order}-${real.userId}`,
        amountPoisha: BigInt(amount),
        creditsHundredths: BigInt(credits),
        creditsPerBdtHundredths: CREDITS_PER_BDT_HUNDREDTHS,
        shownHundredths: null,
        now: new Date(),
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
    },
  ),
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
    await suffering(real, 'execute', next, () =>
      real.activities.executePayment({ attemptId, again: false }),
    ).catch(() => real.activities.markPaymentUnknown({ attemptId }));
    const reaches = isAsked && rules.isArriving(next);
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
  await activities.endPurchase({ attemptId: attempt.id, answered: true });
  attempt.over = true;
});

const work = fc.constantFrom(50, 4_000, 12_000).map((amount) =>
  command(
    `reserve ${amount}`,
    () => true,
    async (model, { db, userId }) => {
      const job = { jobId: randomUUID(), attempt: 1, userId, description: quote('Model') };
      const held = await reserve(db, { ...job, amountHundredths: BigInt(amount) }).catch(refusal);
      if (model.available < amount) return expect(held).toBe('INSUFFICIENT_CREDITS');
      model.available -= amount;
      model.held.push({ jobId: job.jobId, amount });
    },
  ),
);

const finishWork = fc.tuple(nth, fc.integer({ min: 0, max: 100 })).map(([index, percent]) =>
  command(
    `settle ${index}: ${percent} %`,
    ({ held }) => held.length > 0,
    async (model, { db }) => {
      const job = at(model.held, index);
      const captured = Math.floor((job.amount * percent) / 100);
      const settlement = { jobId: job.jobId, attempt: 1, captureHundredths: BigInt(captured) };
      await settle(db, { ...settlement, description: quote('Model') });
      model.held.splice(model.held.indexOf(job), 1);
      model.available += job.amount - captured;
    },
  ),
);

/** The common steps are drawn twice as often. */
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
  sendAgain,
  lookForRefund,
  work,
  finishWork,
];

/** Continues as the workflows do until nothing is open: bKash answers again, and second payments are refunded. */
export async function settleAll(model: Model, real: Real): Promise<void> {
  for (const attempt of model.attempts.filter(({ paymentId }) => paymentId !== null)) {
    await real.activities.checkPayment({ attemptId: attempt.id });
    rules.record(model, attempt);
  }
  for (const refund of model.refunds.filter(({ state }) => state === 'open')) {
    if (!refund.sent) await send(real, refund, 'none');
    else if (refund.made) await real.activities.lookForRefund({ refundId: refund.id });
    else await decideNotMade(model, real, refund);
    if (refund.made) refund.state = 'done';
  }
  for (const attempt of model.attempts.filter(({ recorded }) => recorded === 'duplicate')) {
    const sent = model.refunds.filter((refund) => refund.attempt === attempt && refund.state === 'done');
    const amount = sent.reduce((left, refund) => left - refund.amount, attempt.amount);
    if (amount > 0) await sendBack(model, real, { attempt, amount, acceptShortfall: true, next: 'none' });
  }
  for (const { id } of model.attempts) await real.activities.endPurchase({ attemptId: id, answered: true });
}
