/** Schemas of the calls of spec section 7 "Payments" that create and follow a bKash payment, and its states. */
import { z } from 'zod';
import { claimedUser } from '#contracts/envelope.ts';
import { reasonLengthMax, reasonLengthMin } from '#contracts/accounts/reason-rules.ts';
import { limits } from '#contracts/limits.ts';

/**
 * States of one bKash payment (bkash.md 8). `unknown`: an answer was lost; bKash is queried until the outcome is known.
 * `duplicate`: paid, but its order was already paid; the money is returned. `held`: bKash's figures differ; a person
 * decides.
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

/** Where the purchase was started; each place has its own minimum (spec sections 5 and 9). */
const purchaseOrigins = ['dialog', 'cart'] as const;
export type PurchaseOrigin = (typeof purchaseOrigins)[number];

/**
 * `amount` is in BDT. `merchantInvoiceNumber` is the client's order number: the same number is the same order.
 * `credits` is what the customer was shown for the amount; a different number of credits is never given silently. A
 * client that omits it accepts the price at which the order was created. `another` opens a second payment for an order
 * whose first is still open, at the customer's request; if both are paid, the later one is returned.
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
  another: z.boolean().optional(),
});
export type CreatePaymentBody = z.infer<typeof createPaymentBody>;

export const queryPaymentBody = claimedUser.extend({ paymentID: z.string().min(5).max(100) });

/** Statuses of the payment dialog; `Initiated` covers everything that is not decided yet. */
export const transactionStatuses = ['Initiated', 'Completed', 'Failed', 'Cancelled'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** Results that a payer's browser claims on its return. */
export const returnClaims = ['success', 'failure', 'cancel'] as const;

/** Query parameters of bKash's redirect (bkash.md 6); older gateways send no signature. */
export const callbackQuery = z.object({
  paymentID: z.string().min(5).max(100),
  status: z.string().max(20),
  signature: z.string().max(100).optional(),
});

/** Path of the page a payer returns to, also without a session; it shows no personal data. */
export const resultTokenPath = z.object({ token: z.string().regex(/^[\w-]{20,100}$/) });

/** Message that the return page posts to the window that opened it; it is only a hint. */
export type PaymentWindowMessage = { source: 'chalan-payment'; type: 'success' | 'failed' };

// ── Administrators ──────────────────────────────────────────────────────────────────────────────────────

export const attemptIdPath = z.object({ id: z.uuid() });

/** Why an administrator makes a change; stored in the log. */
export const reason = z.string().trim().min(reasonLengthMin, 'Please give a reason.').max(reasonLengthMax);

/** bKash chooses the ids, so every id that can be stored is accepted. */
export const noticePath = z.object({ messageId: z.string().min(1).max(200) });
export const handleNoticeBody = z.object({ reason });

/** `amount` is in BDT. `acceptShortfall`: continue even if not all of the credits can be taken back. */
export const refundBody = z.object({
  amount: z.number().positive(),
  reason,
  acceptShortfall: z.boolean().default(false),
});

/** Decision about a held payment: credited as agreed, sent back, or closed without either. */
export const decideBody = z.object({ decision: z.enum(['credit', 'refund', 'close']), reason });

export const adminPaymentsQuery = z.object({
  /** `decision` selects the payments that a person must decide about. */
  state: z.enum([...attemptStates, 'open', 'decision']).optional(),
  search: z.string().trim().max(limits.searchCharactersMax).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

export type AdminPaymentsQuery = z.infer<typeof adminPaymentsQuery>;
