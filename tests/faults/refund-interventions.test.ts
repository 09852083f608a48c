/** `temporal workflow terminate | cancel | reset | signal` at every phase of a refund: made once, or waiting for a person. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcilePayments } from '#activities/reconcile-payments.ts';
import { requestRefund } from '#api/domain/payment-refunds.ts';
import type { Account } from '#tests/harness/app.ts';
import { intervene, interventions } from '#tests/harness/interventions.ts';
import { paidPayment, startPayments, type Payer } from '#tests/harness/payment-calls.ts';
import { until } from '#tests/harness/stack.ts';
import { refundWorkflowId } from '#workflows/ids.ts';
import { customerProblems, moneyOf, paymentProblems } from './payment-audit.ts';

/** A refund has settled within four seconds. */
const MINUTE_MS = 10;
/** How long a call is under way while somebody intervenes. */
const UNDER_WAY_MS = 700;
/** As the schedule runs it, when records are no longer young. */
const LATER_MS = 2 * 60_000;
const payments = await startPayments({ PURCHASE_MINUTE_MS: String(MINUTE_MS) });
const { app, control } = payments;
const { db, temporal } = app.deps;
let ana: Payer;
let admin: Account;
let before: ReturnType<typeof moneyOf>;
beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
  before = moneyOf(control);
});
beforeEach(async () => {
  control.clearFaults();
  // Nobody waits an hour here before the next customer registers.
  await db.$executeRaw`DELETE FROM rate_limits`;
  ana = await payments.customer();
});

const reconcile = () => reconcilePayments({ ...app.deps, clock: () => new Date(Date.now() + LATER_MS) });
/** The reconciler comes by until every refund of the customer's is decided. */
const untilDecided = (userId: string) =>
  until('every refund to be decided', async () => {
    await reconcile();
    const open = { attempt: { userId }, state: { in: ['pending', 'unknown'] } };
    return (await db.paymentRefund.count({ where: open })) === 0;
  });

const refundSignals = [{ name: 'refundChanged', args: [] }];
const refundOf = (paymentID: string) => control.refunds().filter((made) => made.paymentID === paymentID);

async function askRefund(paymentID: string): Promise<string> {
  const { id } = await requestRefund(app.deps, {
    attemptId: (await db.paymentAttempt.findUniqueOrThrow({ where: { paymentId: paymentID } })).id,
    amountPoisha: 10_000n,
    reason: 'Asked for by mail',
    actorId: admin.id,
    acceptShortfall: false,
    key: crypto.randomUUID(),
  });
  return id;
}
const refundState = async (id: string) => (await db.paymentRefund.findUniqueOrThrow({ where: { id } })).state;
const untilRefund = (id: string, state: string) =>
  until(`the refund to be ${state}`, async () => (await refundState(id)) === state);

type RefundPhase = (paymentID: string) => Promise<{ refundId: string; goOn: () => Promise<void> }>;
const refundPhases: Record<string, RefundPhase> = {
  'under way': async (paymentID) => {
    control.addFault({ operation: 'refund', kind: 'delay', ms: UNDER_WAY_MS });
    const refundId = await askRefund(paymentID);
    await until('the call', () =>
      control.calls('refund').some(({ body }) => body['paymentId'] === paymentID),
    );
    return { refundId, goOn: async () => undefined };
  },
  'waiting for bKash': async (paymentID) => {
    control.addFault({ operation: 'refundStatus', kind: 'http', times: -1 });
    const refundId = await askRefund(paymentID);
    await until('a look', () =>
      control.calls('refundStatus').some(({ body }) => body['paymentId'] === paymentID),
    );
    return { refundId, goOn: async () => control.clearFaults() };
  },
  unknown: async (paymentID) => {
    control.addFault({ operation: 'refund', kind: 'listedLate', ms: 1_500 });
    const refundId = await askRefund(paymentID);
    await untilRefund(refundId, 'unknown');
    return { refundId, goOn: async () => undefined };
  },
  ended: async (paymentID) => {
    const refundId = await askRefund(paymentID);
    await untilRefund(refundId, 'done');
    return { refundId, goOn: async () => undefined };
  },
};

describe.each(Object.entries(refundPhases))('a refund that is %s', (_, reach) => {
  test.each(interventions)('survives %s: made once', async (intervention) => {
    const { paymentID } = await paidPayment(payments, ana);
    const { refundId, goOn } = await reach(paymentID);
    await intervene(temporal, refundWorkflowId(refundId), intervention, refundSignals);
    await goOn();
    await untilDecided(ana.id);
    expect(await refundState(refundId)).toBe('done');
    expect(refundOf(paymentID)).toHaveLength(1);
    expect(control.calls('refund').filter(({ body }) => body['paymentId'] === paymentID)).toHaveLength(1);
    expect(await customerProblems(db, control, ana.id)).toEqual([]);
    expect(await ana.credits()).toBe(900);
  });
});

test.each(interventions)(
  'a refund that waits for a person survives %s: it is not sent again, and the person decides',
  async (intervention) => {
    const { paymentID } = await paidPayment(payments, ana);
    control.addFault({ operation: 'refund', kind: 'dropBefore' });
    const refundId = await askRefund(paymentID);
    const openEnd = () => db.paymentOpenEnd.findFirst({ where: { subject: refundId, closedAt: null } });
    await until('the open end', async () => (await openEnd()) !== null);
    await intervene(temporal, refundWorkflowId(refundId), intervention, refundSignals);
    await reconcile();
    const end = await openEnd();
    expect(await refundState(refundId)).toBe('unknown');
    const answer = await app.post(
      `/api/admin/payments/${end?.attemptId}/open-ends/${end?.id}`,
      { decision: 'not_made', reason: 'Not in the list of bKash' },
      admin.cookie,
    );
    expect(answer, answer.text).toMatchObject({ status: 200 });
    await untilDecided(ana.id);
    expect(control.calls('refund').filter(({ body }) => body['paymentId'] === paymentID)).toHaveLength(1);
    expect(await customerProblems(db, control, ana.id)).toEqual([]);
    expect(await ana.credits()).toBe(1100);
  },
);

afterAll(async () => {
  expect(await paymentProblems(db, control, before)).toEqual([]);
});
