/**
 * Signals whose contents nothing can decode, as Temporal's own tools can send them: they fail every task of the payment's
 * workflow, so the reconciler ends it and a new run continues from the stored state.
 */
import { describe, expect, test } from 'vitest';
import { requestRefund } from '#api/domain/payments/payment-refunds.ts';
import { failingToday, FAILING_MS, untilFailing } from '#tests/harness/failing-tasks.ts';
import { paidPayment, pathOf } from '#tests/harness/payment-calls.ts';
import { firstWallet } from '#tests/sandbox/bkash/merchant.ts';
import { purchaseWorkflowId, refundWorkflowId } from '#workflows/ids.ts';
import { startIntervenedPayments } from './intervened-payments.ts';
import { customerProblems } from './payment-audit.ts';

const TEST_MS = 2 * FAILING_MS;

const { payments, people, reconcile, untilDecided } = await startIntervenedPayments({
  PURCHASE_MINUTE_MS: '100',
});
const { app, control } = payments;
const { db, temporal } = app.deps;

/** Sends the signal and waits until the workflow's tasks fail. Returns the run that they fail. */
async function poison(workflowId: string, signalName: string) {
  const { runId } = await temporal.workflow.getHandle(workflowId).describe();
  await temporal.connection.workflowService.signalWorkflowExecution({
    namespace: temporal.options.namespace,
    workflowExecution: { workflowId, runId },
    signalName,
    input: {
      payloads: [{ metadata: { encoding: Buffer.from('binary/unheard-of') }, data: Buffer.from('?') }],
    },
  });
  const run = temporal.workflow.getHandle(workflowId, runId);
  await untilFailing(run);
  return run;
}

const noticesOfAdmin = async () =>
  JSON.stringify((await app.get(`/api/notifications/${people.admin.id}`, people.admin.cookie)).body);

describe('a signal that cannot be decoded', () => {
  test.runIf(failingToday.includes('a purchase'))(
    'a purchase goes on in a new run, is debited and credited once, and administrators are told',
    async () => {
      const { paymentID } = await people.ana.created();
      const { id, invoice } = await db.paymentAttempt.findUniqueOrThrow({ where: { paymentId: paymentID } });
      const run = await poison(purchaseWorkflowId(id), 'payerReturned');
      await app.get(pathOf(control.approve(paymentID, firstWallet)));
      await reconcile();
      expect((await run.describe()).status.name).toBe('TERMINATED');
      await untilDecided();
      expect(await customerProblems(db, control, people.ana.id)).toEqual([]);
      expect(await people.ana.credits()).toBe(1100);
      expect(await noticesOfAdmin()).toContain(invoice);
    },
    TEST_MS,
  );

  test.runIf(failingToday.includes('a refund'))(
    'a refund goes on in a new run and is made once',
    async () => {
      const { paymentID } = await paidPayment(payments, people.ana);
      control.addFault({ operation: 'refundStatus', kind: 'http', times: -1 });
      control.addFault({ operation: 'refund', kind: 'dropAfterCommit' });
      const attempt = await db.paymentAttempt.findUniqueOrThrow({ where: { paymentId: paymentID } });
      const { id } = await requestRefund(app.deps, {
        attemptId: attempt.id,
        amountPoisha: 10_000n,
        reason: 'Asked for by mail',
        actorId: people.admin.id,
        acceptShortfall: false,
        key: crypto.randomUUID(),
      });
      const run = await poison(refundWorkflowId(id), 'refundChanged');
      control.clearFaults();
      await reconcile();
      expect((await run.describe()).status.name).toBe('TERMINATED');
      await untilDecided();
      expect(control.refunds().filter((made) => made.paymentID === paymentID)).toHaveLength(1);
    },
    TEST_MS,
  );
});
