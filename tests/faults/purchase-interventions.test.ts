/**
 * `temporal workflow terminate | cancel | reset | signal` at every phase of a purchase: one debit is credited once, and
 * the books agree.
 */
import { describe, expect, test } from 'vitest';
import { limits } from '#contracts/limits.ts';
import { todaysThird } from '#tests/harness/depth.ts';
import { intervene, interventions } from '#tests/harness/interventions.ts';
import { pathOf } from '#tests/harness/payment-calls.ts';
import { until } from '#tests/harness/until.ts';
import { firstWallet } from '#tests/sandbox/bkash/merchant.ts';
import { purchaseWorkflowId } from '#workflows/ids.ts';
import { startIntervenedPayments } from './intervened-payments.ts';
import { customerProblems, executeProblems } from './payment-audit.ts';

/** With this minute, an execute has settled after 1.5 s. */
const MINUTE_MS = 100;
/** How long a call takes while the workflow is disturbed: bKash acts within the settling time. */
const UNDER_WAY_MS = 700;
const { payments, people, untilDecided } = await startIntervenedPayments({
  PURCHASE_MINUTE_MS: String(MINUTE_MS),
  BKASH_EXECUTE_AGAIN: 'true',
});
const { app, control } = payments;
const { db, temporal } = app.deps;

const attemptOf = (paymentId: string) => db.paymentAttempt.findUniqueOrThrow({ where: { paymentId } });
const untilState = (paymentID: string, state: string) =>
  until(`the payment to be ${state}`, async () => (await attemptOf(paymentID)).state === state);
const returnTo = async (address: string) => {
  await app.get(pathOf(address));
};

const purchaseSignals = [
  { name: 'payerReturned', args: [null] },
  { name: 'look', args: [] },
  { name: 'payerReturned', args: [{ status: 'cancel' }] },
  { name: 'payerReturned', args: [{ status: 'success' }] },
];

/** Brings a purchase to a phase; returns how its payer continues from there. */
type Phase = () => Promise<{ attemptId: string; resume: () => Promise<void> }>;

const created = async (number: string = crypto.randomUUID()) => {
  const { paymentID } = await people.ana.created({ number });
  return { paymentID, attemptId: (await attemptOf(paymentID)).id };
};
const paysOn = (paymentID: string) => returnTo(control.approve(paymentID, firstWallet));

const phases: Record<string, Phase> = {
  opened: async () => {
    control.addFault({ operation: 'create', kind: 'delay', ms: UNDER_WAY_MS });
    const number = crypto.randomUUID();
    const opening = people.ana.create({ number });
    let attemptId = '';
    await until('the attempt', async () => {
      const attempt = await db.paymentAttempt.findFirst({ where: { userId: people.ana.id } });
      attemptId = attempt?.id ?? '';
      return control.calls('create').some(({ body }) => body['merchantInvoiceNumber'] === attempt?.invoice);
    });
    return {
      attemptId,
      resume: async () => {
        await opening;
        // Whatever the payer was shown, the order is requested again and paid on the page in the answer.
        let paymentID = '';
        await until('the page', async () => {
          const { status, body } = await people.ana.create({ number });
          paymentID = String(body['paymentID']);
          return status === 200;
        });
        await paysOn(paymentID);
      },
    };
  },
  'waiting for the payer': async () => {
    const { paymentID, attemptId } = await created();
    return { attemptId, resume: () => paysOn(paymentID) };
  },
  executing: async () => {
    const { paymentID, attemptId } = await created();
    control.addFault({ operation: 'execute', kind: 'answerLate', ms: UNDER_WAY_MS });
    await paysOn(paymentID);
    await until('the debit', () => control.ledger().some((entry) => entry.paymentID === paymentID));
    return { attemptId, resume: async () => undefined };
  },
  'executing at a bKash that debits late': async () => {
    const { paymentID, attemptId } = await created();
    control.addFault({ operation: 'execute', kind: 'delay', ms: UNDER_WAY_MS });
    await paysOn(paymentID);
    await until('the execute', () => control.calls('execute').some((call) => call.paymentID === paymentID));
    return { attemptId, resume: async () => undefined };
  },
  unknown: async () => {
    const { paymentID, attemptId } = await created();
    control.addFault({ operation: 'execute', kind: 'dropAfterCommit' });
    control.addFault({ operation: 'query', kind: 'http', times: -1 });
    await paysOn(paymentID);
    await untilState(paymentID, 'unknown');
    return { attemptId, resume: async () => control.clearFaults() };
  },
  'unknown, and never at bKash': async () => {
    const { paymentID, attemptId } = await created();
    control.addFault({ operation: 'execute', kind: 'dropBefore' });
    await paysOn(paymentID);
    await untilState(paymentID, 'unknown');
    return { attemptId, resume: async () => undefined };
  },
  held: async () => {
    const { paymentID, attemptId } = await created();
    control.tamper({ operation: 'execute', invoice: 'CHANOTHER' });
    await paysOn(paymentID);
    await untilState(paymentID, 'held');
    const decision = { decision: 'credit', reason: 'Checked with bKash' };
    return {
      attemptId,
      // Between two runs of the workflow nothing accepts the decision, and the administrator is asked to try again.
      resume: () =>
        until('the decision to be taken', async () => {
          const place = `/api/admin/payments/${attemptId}/decide`;
          const { status } = await app.post(place, decision, people.admin.cookie);
          expect([200, 503]).toContain(status);
          return status === 200;
        }),
    };
  },
  'sending back': async () => {
    const number = crypto.randomUUID();
    const first = await created(number);
    const { signature } = control.payment(first.paymentID);
    // The payer's browser reports that the page was abandoned, which is not true.
    await app.get(`/api/bkash/callback?paymentID=${first.paymentID}&status=cancel&signature=${signature}`);
    const second = await created(number);
    await paysOn(second.paymentID);
    await people.ana.ended(second.paymentID);
    control.addFault({ operation: 'refund', kind: 'delay', ms: UNDER_WAY_MS });
    control.approve(first.paymentID, firstWallet);
    control.execute(first.paymentID);
    await control.deliver({ paymentID: first.paymentID });
    await untilState(first.paymentID, 'duplicate');
    return { attemptId: first.attemptId, resume: async () => undefined };
  },
  ended: async () => {
    const { paymentID, attemptId } = await created();
    await paysOn(paymentID);
    await people.ana.ended(paymentID);
    return { attemptId, resume: async () => undefined };
  },
};

const phasesInTurn = Object.entries(phases).map(([name, reach], turn) => [name, reach, turn] as const);
describe.each(phasesInTurn)('a purchase that is %s', (_, reach, turn) => {
  test.each(todaysThird(interventions, turn))(
    'a purchase survives "%s": it is debited once and credited once',
    async (intervention) => {
      const { attemptId, resume } = await reach();
      await intervene(temporal, purchaseWorkflowId(attemptId), intervention, purchaseSignals);
      await resume();
      await untilDecided();
      expect(await customerProblems(db, control, people.ana.id)).toEqual([]);
      expect(await people.ana.credits()).toBe(1100);
      const open = await db.paymentOpenEnd.findMany({
        where: { attempt: { userId: people.ana.id }, closedAt: null },
      });
      expect(open).toEqual([]);
    },
  );
});

test('no payment that may have been debited was executed again', () => {
  const settleMs = limits.executeSettleMinutes * MINUTE_MS;
  expect(executeProblems(control.calls('execute'), settleMs)).toEqual([]);
});
