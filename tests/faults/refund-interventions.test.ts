/**
 * `temporal workflow terminate | cancel | reset | signal` at every phase of a refund: it is made once, or waits for a
 * person.
 */
import { describe, expect, test } from 'vitest';
import { requestRefund } from '#api/domain/payments/payment-refunds.ts';
import { todaysThird } from '#tests/harness/depth.ts';
import { intervene, interventions } from '#tests/harness/interventions.ts';
import { paidPayment } from '#tests/harness/payment-calls.ts';
import { until } from '#tests/harness/until.ts';
import { refundWorkflowId } from '#workflows/ids.ts';
import { startIntervenedPayments } from './intervened-payments.ts';
import { customerProblems } from './payment-audit.ts';

/** With this minute, a refund has settled within four seconds. */
const MINUTE_MS = 10;
/** How long a call takes while the workflow is disturbed. */
const UNDER_WAY_MS = 700;
const { payments, people, reconcile, untilDecided } = await startIntervenedPayments({
  PURCHASE_MINUTE_MS: String(MINUTE_MS),
});
const { app, control } = payments;
const { db, temporal } = app.deps;

const refundSignals = [{ name: 'refundChanged', args: [] }];
const refundOf = (paymentID: string) => control.refunds().filter((made) => made.paymentID === paymentID);

async function askRefund(paymentID: string): Promise<string> {
  const { id } = await requestRefund(app.deps, {
    attemptId: (await db.paymentAttempt.findUniqueOrThrow({ where: { paymentId: paymentID } })).id,
    amountPoisha: 10_000n,
    reason: 'Asked for by mail',
    actorId: people.admin.id,
    acceptShortfall: false,
    key: crypto.randomUUID(),
  });
  return id;
}
const refundState = async (id: string) => (await db.paymentRefund.findUniqueOrThrow({ where: { id } })).state;
const untilRefund = (id: string, state: string) =>
  until(`the refund to be ${state}`, async () => (await refundState(id)) === state);

type RefundPhase = (paymentID: string) => Promise<{ refundId: string; resume: () => Promise<void> }>;
const refundPhases: Record<string, RefundPhase> = {
  'under way': async (paymentID) => {
    control.addFault({ operation: 'refund', kind: 'delay', ms: UNDER_WAY_MS });
    const refundId = await askRefund(paymentID);
    await until('the call', () =>
      control.calls('refund').some(({ body }) => body['paymentId'] === paymentID),
    );
    return { refundId, resume: async () => undefined };
  },
  'waiting for bKash': async (paymentID) => {
    control.addFault({ operation: 'refundStatus', kind: 'http', times: -1 });
    const refundId = await askRefund(paymentID);
    await until('a look', () =>
      control.calls('refundStatus').some(({ body }) => body['paymentId'] === paymentID),
    );
    return { refundId, resume: async () => control.clearFaults() };
  },
  unknown: async (paymentID) => {
    control.addFault({ operation: 'refund', kind: 'listedLate', ms: 1_500 });
    const refundId = await askRefund(paymentID);
    await untilRefund(refundId, 'unknown');
    return { refundId, resume: async () => undefined };
  },
  ended: async (paymentID) => {
    const refundId = await askRefund(paymentID);
    await untilRefund(refundId, 'done');
    return { refundId, resume: async () => undefined };
  },
};

const phasesInTurn = Object.entries(refundPhases).map(([name, reach], turn) => [name, reach, turn] as const);
describe.each(phasesInTurn)('a refund that is %s', (_, reach, turn) => {
  test.each(todaysThird(interventions, turn))(
    'a refund survives "%s": it is made once',
    async (intervention) => {
      const { paymentID } = await paidPayment(payments, people.ana);
      const { refundId, resume } = await reach(paymentID);
      await intervene(temporal, refundWorkflowId(refundId), intervention, refundSignals);
      await resume();
      await untilDecided();
      expect(await refundState(refundId)).toBe('done');
      expect(refundOf(paymentID)).toHaveLength(1);
      expect(control.calls('refund').filter(({ body }) => body['paymentId'] === paymentID)).toHaveLength(1);
      expect(await customerProblems(db, control, people.ana.id)).toEqual([]);
      expect(await people.ana.credits()).toBe(900);
    },
  );
});

test.each(todaysThird(interventions))(
  'a refund that waits for a person survives "%s": it is not sent again, and the person decides',
  async (intervention) => {
    const { paymentID } = await paidPayment(payments, people.ana);
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
      people.admin.cookie,
    );
    expect(answer, answer.text).toMatchObject({ status: 200 });
    await untilDecided();
    expect(control.calls('refund').filter(({ body }) => body['paymentId'] === paymentID)).toHaveLength(1);
    expect(await customerProblems(db, control, people.ana.id)).toEqual([]);
    expect(await people.ana.credits()).toBe(1100);
  },
);
