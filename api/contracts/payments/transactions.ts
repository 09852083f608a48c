/** Schemas of the calls of spec section 7 about a customer's transactions: list, summary, confirmation, receipt. */
import { z } from 'zod';
import { claimedUser, filter } from '#contracts/envelope.ts';
import { userIdParam } from '#contracts/jobs/jobs.ts';
import { paymentStatuses } from './payment-statuses.ts';

/** A day in Asia/Dhaka. */
const day = z.iso.date();

export const transactionsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  dateFrom: filter(day),
  dateTo: filter(day),
  paymentStatus: filter(z.enum(paymentStatuses)),
});
export type TransactionsQuery = z.infer<typeof transactionsQuery>;
export const receiptParam = userIdParam.extend({ id: z.uuid() });

/** The create payload of spec section 3. None of it is trusted: it only identifies what the purchase has recorded. */
export const confirmTransactionBody = claimedUser.extend({
  userId: z.string('User ID is required').trim().min(1, 'User ID is required').max(100),
  transactionType: z.literal('credit_purchase'),
  amountBdt: z.number(),
  creditsAmount: z.number(),
  paymentMethod: z.literal('bkash'),
  paymentStatus: z.string().max(20),
  transactionId: z.string().min(1).max(100),
  gatewayReference: z.string().max(100).optional(),
  paymentDate: z.string().max(40).optional(),
  notes: z.string().max(500).optional(),
});

/** Formats a receipt's number, with the year in Dhaka: 12 → CH-2026-000012. */
export const receiptLabel = (receiptNumber: number, paidAt: Date): string =>
  `CH-${paidAt.toLocaleDateString('en-CA', { timeZone: 'Asia/Dhaka', year: 'numeric' })}-${String(receiptNumber).padStart(6, '0')}`;
