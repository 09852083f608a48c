/** Response schemas of the calls about payments; the types are inferred from them. */
import { z } from 'zod';
import { openEndKinds } from '#contracts/payments/open-end-rules.ts';
import { attemptStates, transactionStatuses } from '#contracts/payments/payments.ts';
import { paymentStatuses } from '#contracts/payments/payment-statuses.ts';
import { messageShape, textOrNullShape, textShape } from '#contracts/messages/shapes.ts';
import { confirmation, message } from './call.ts';
import { count, credits, moment, optionalMoment } from './parts.ts';

const transaction = z
  .object({
    id: z.uuid(),
    transaction_id: z.string(),
    transaction_type: z.string(),
    amount_bdt: z.number(),
    credits_amount: credits,
    payment_method: z.string(),
    payment_status: z.enum(paymentStatuses),
    refunded_bdt: z.number(),
    receipt_number: z.string().nullable(),
    /** Empty if no message is needed, as for a completed transaction. */
    message: z.string(),
    messageData: messageShape.nullable(),
    /** The order of a payment that its payer has not finished. `continues`: the same payment can still be made. */
    open_order: z.object({ number: z.string(), continues: z.boolean() }).nullable(),
    created_at: moment,
  })
  .meta({ id: 'Transaction' });
export type TransactionView = z.infer<typeof transaction>;

export const transactionSummary = z
  .object({
    total_transactions: count,
    total_spent: z.number(),
    total_credits_purchased: credits,
  })
  .meta({ id: 'TransactionSummary' });
export type TransactionSummary = z.infer<typeof transactionSummary>;

/** `amount` is in BDT, `credits` in credits. */
export const createdPayment = message.extend({
  bkashURL: z.url(),
  paymentID: z.string(),
  amount: z.number(),
  credits: z.number(),
});
export type CreatedPaymentAnswer = z.infer<typeof createdPayment>;

export const queriedPayment = confirmation.extend({
  transactionStatus: z.enum(transactionStatuses),
  trxID: z.string().nullable(),
  paymentID: z.string(),
  amount: z.number(),
  credits: z.number(),
});
export type QueriedPaymentAnswer = z.infer<typeof queriedPayment>;

export const paymentResult = z.object({
  status: z.enum(['processing', 'success', 'failed', 'cancelled']),
  ...textShape('message'),
});
export type PaymentResult = z.infer<typeof paymentResult>;

export const transactionsAnswer = z.object({ transactions: z.array(transaction), totalCount: count });
export type TransactionsAnswer = z.infer<typeof transactionsAnswer>;

/**
 * An open payment problem as administrators see it. `amount` is in BDT; `subject` is the id of one of our refunds or
 * bKash's number of a refund.
 */
const openEnd = z.object({
  id: z.uuid(),
  kind: z.enum(openEndKinds),
  subject: z.string(),
  amount: z.number(),
  ...textOrNullShape('detail'),
  openedAt: moment,
});
export type OpenEnd = z.infer<typeof openEnd>;

/** A refund in bKash's list. `isKnown`: one of our refunds has this number. The amount is in BDT. */
export const listedRefund = z.object({
  refundTrxId: z.string(),
  amount: z.number().nullable(),
  completedAt: z.string().nullable(),
  isKnown: z.boolean(),
});
export type ListedRefund = z.infer<typeof listedRefund>;

/**
 * Amounts are in BDT, credits in credits. `orderNumber` is the customer's number; `invoice` is the one that bKash has.
 */
const adminPayment = z.object({
  id: z.uuid(),
  userId: z.string(),
  email: z.string(),
  invoice: z.string(),
  orderNumber: z.string(),
  paymentId: z.string().nullable(),
  trxId: z.string().nullable(),
  amount: z.number(),
  credits,
  state: z.enum(attemptStates),
  ...textOrNullShape('heldReason'),
  /** What bKash reported about a held payment, beside what was agreed. */
  held: z
    .object({
      amount: z.number().nullable(),
      currency: z.string().nullable(),
      invoice: z.string().nullable(),
      trxId: z.string().nullable(),
      decision: z.string().nullable(),
    })
    .nullable(),
  ...textOrNullShape('message'),
  refunded: z.number(),
  receiptNumber: count.nullable(),
  createdAt: moment,
  paidAt: optionalMoment,
  refunds: z.array(
    z.object({
      id: z.uuid(),
      amount: z.number(),
      creditsTaken: credits,
      state: z.string(),
      reason: z.string(),
      createdAt: moment,
    }),
  ),
  /** Problems that need a decision, oldest first. */
  openEnds: z.array(openEnd),
});
export type AdminPayment = z.infer<typeof adminPayment>;

/** A notification from bKash that matches no paid attempt; `attemptId` is the attempt that it names, if any. */
const unmatchedNotice = z.object({
  messageId: z.string(),
  trxId: z.string(),
  invoice: z.string().nullable(),
  amount: z.number(),
  receivedAt: moment,
  attemptId: z.string().nullable(),
  userId: z.string().nullable(),
  state: z.enum(attemptStates).nullable(),
});
/** The notifications that nobody has dealt with, oldest first; `totalCount` is the number of all of them. */
export const unmatchedNoticesAnswer = z.object({ notices: z.array(unmatchedNotice), totalCount: count });
export type UnmatchedNoticesAnswer = z.infer<typeof unmatchedNoticesAnswer>;

/** `needDecision` counts the payments that a person must decide about, regardless of the filters. */
export const adminPaymentsAnswer = z.object({
  payments: z.array(adminPayment),
  totalCount: count,
  needDecision: count,
});
export type AdminPaymentsAnswer = z.infer<typeof adminPaymentsAnswer>;
