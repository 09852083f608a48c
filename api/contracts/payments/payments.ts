/** Calls of spec section 7 "Payments" that make and follow a bKash payment, and its states. */
import { z } from 'zod';
import { claimedUser } from '#contracts/envelope.ts';

/**
 * Life of one bKash payment (bkash.md 8). `unknown`: an answer was lost, bKash is asked until it is known. `duplicate`:
 * paid, but its order was paid before; the money goes back. `held`: bKash's figures differ, a person decides.
 */
export const attemptStates = [
  'new',
  'initiated',
  'executing',
  'unknown',
  'paid',
  'duplicate',
  'failed',
  'cancelled',
  'expired',
  'held',
  'refunded',
] as const;
export type AttemptState = (typeof attemptStates)[number];

export const isAttemptState = (value: string): value is AttemptState =>
  attemptStates.some((state) => state === value);

/** Where the purchase was begun: each place has a minimum of its own (spec sections 5 and 9). */
const purchaseOrigins = ['dialog', 'cart'] as const;
export type PurchaseOrigin = (typeof purchaseOrigins)[number];

/**
 * `amount` in BDT. `merchantInvoiceNumber` is the client's number of the order: the same number is the same order.
 * `credits`: what the customer was shown for the amount; other credits are never given silently. A client that leaves them
 * out means the price that the order was first made with.
 */
export const createPaymentBody = claimedUser.extend({
  amount: z.coerce.number().positive().max(10_000_000),
  merchantInvoiceNumber: z
    .string()
    .min(8)
    .max(100)
    .regex(/^[\w-]+$/),
  origin: z.enum(purchaseOrigins).default('dialog'),
  credits: z.number().min(0).max(1_000_000_000).optional(),
});
export type CreatePaymentBody = z.infer<typeof createPaymentBody>;

export const queryPaymentBody = claimedUser.extend({ paymentID: z.string().min(5).max(100) });

/** What the payment dialog shows; `Initiated` covers everything that is not decided yet. */
export const transactionStatuses = ['Initiated', 'Completed', 'Failed', 'Cancelled'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** What a payer's browser claims on its return. */
export const returnClaims = ['success', 'failure', 'cancel'] as const;

/** Query of bKash's redirect (bkash.md 6); older gateways send no signature. */
export const callbackQuery = z.object({
  paymentID: z.string().min(5).max(100),
  status: z.string().max(20),
  signature: z.string().max(100).optional(),
});

/** The page a payer comes back to, also without a session: states no personal data. */
export const resultTokenPath = z.object({ token: z.string().regex(/^[\w-]{20,100}$/) });

/** Message that the return page posts to the window that opened it; a hint only. */
export type PaymentWindowMessage = { source: 'chalan-payment'; type: 'success' | 'failed' };

// ── Administrators ──────────────────────────────────────────────────────────────────────────────────────

export const attemptIdPath = z.object({ id: z.uuid() });

/** Why an administrator does something; kept in the log. */
export const reason = z.string().trim().min(3, 'Please give a reason.').max(255);

/** `amount` in BDT. `acceptShortfall`: go on although not all of the credits can be taken back. */
export const refundBody = z.object({
  amount: z.number().positive(),
  reason,
  acceptShortfall: z.boolean().default(false),
});

/** What becomes of a payment that is held: credited as agreed, sent back, or closed without either. */
export const decideBody = z.object({ decision: z.enum(['credit', 'refund', 'close']), reason });

export const adminPaymentsQuery = z.object({
  /** `decision`: those that a person must decide about. */
  state: z.enum([...attemptStates, 'open', 'decision']).optional(),
  search: z.string().trim().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

export type AdminPaymentsQuery = z.infer<typeof adminPaymentsQuery>;
