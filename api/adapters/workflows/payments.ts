/** The workflows of purchases and refunds, as the domain's port describes them. */
import type { PurchaseWorkflows, RefundWorkflows } from '#api/domain/workflows-port.ts';
import type { Temporal } from '#temporal/client.ts';
import type { creditPurchase } from '#workflows/credit-purchase.ts';
import { purchaseWorkflowId, refundWorkflowId, taskQueues } from '#workflows/ids.ts';
import type { paymentRefund } from '#workflows/payment-refund.ts';
import type {
  CreditPurchaseInput,
  HeldDecision,
  OpenedPayment,
  PaymentRefundInput,
} from '#workflows/purchase-messages.ts';
import { searchableBy, startAndAsk } from './client-calls.ts';

type ReturnSignal = Parameters<PurchaseWorkflows['tellReturned']>[1];

export function purchaseWorkflows(temporal: Temporal): PurchaseWorkflows {
  const ask = <Answer, Args extends unknown[]>(
    purchase: CreditPurchaseInput,
    update: { name: string; args: Args },
  ): Promise<Answer> =>
    startAndAsk<typeof creditPurchase, Answer, Args>(
      temporal,
      'creditPurchase',
      purchaseOptions(purchase),
      update,
    );
  return {
    open: (purchase) => ask<OpenedPayment, []>(purchase, { name: 'openPayment', args: [] }),
    decideHeld: (purchase, decision) =>
      ask<void, [HeldDecision]>(purchase, { name: 'decideHeld', args: [decision] }),
    tellReturned: async (purchase, claim) => {
      await temporal.workflow.signalWithStart<typeof creditPurchase, [ReturnSignal]>('creditPurchase', {
        ...purchaseOptions(purchase),
        signal: 'payerReturned',
        signalArgs: [claim],
      });
    },
    requestQuery: async (purchase) => {
      await temporal.workflow.signalWithStart<typeof creditPurchase>('creditPurchase', {
        ...purchaseOptions(purchase),
        signal: 'look',
      });
    },
    resume: async (purchase) => {
      await temporal.workflow.start<typeof creditPurchase>('creditPurchase', purchaseOptions(purchase));
    },
  };
}

function purchaseOptions(input: CreditPurchaseInput) {
  return {
    workflowId: purchaseWorkflowId(input.attemptId),
    taskQueue: taskQueues.main,
    args: [input] as [CreditPurchaseInput],
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
    // A new run reads the attempt's state first, so that it repeats nothing.
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    typedSearchAttributes: searchableBy({ customer: input.userId, portal: 'bkash', state: 'new' }),
    staticSummary: 'Purchase of credits',
  };
}

export function refundWorkflows(temporal: Temporal): RefundWorkflows {
  return {
    start: async (refund) => {
      await temporal.workflow.start<typeof paymentRefund>('paymentRefund', refundOptions(refund));
    },
    tellChanged: async (refund) => {
      await temporal.workflow.signalWithStart<typeof paymentRefund>('paymentRefund', {
        ...refundOptions(refund),
        signal: 'refundChanged',
        signalArgs: [],
      });
    },
  };
}

function refundOptions(input: PaymentRefundInput) {
  return {
    workflowId: refundWorkflowId(input.refundId),
    taskQueue: taskQueues.main,
    args: [input] as [PaymentRefundInput],
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    staticSummary: 'Refund of a payment',
  };
}
