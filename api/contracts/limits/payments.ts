/** Limits and periods of payments. */
import { DAY_MS } from '#contracts/durations.ts';

export const limitsOfPayments = {
  /** bKash accepts fewer refunds of one payment; refused ones are stored too. */
  refundsPerPaymentListMax: 100,

  /** The list has no pages. */
  unmatchedNoticesListMax: 200,
  /** Maximum number of queries that polling browsers may cause per payment; its timetable continues. */
  polledQueriesPerPaymentMax: 20,

  /** Seven years (spec section 9), which contain at most two leap days. */
  paymentRetentionMs: (7 * 365 + 2) * DAY_MS,

  /**
   * Maximum time between the claim of a call that moves money and its request. A longer time means that the process was
   * frozen in between.
   */
  paymentSendMs: 5_000,
  /**
   * How long bKash may still act on a call that moves money after it was released, in units of PURCHASE_MINUTE_MS.
   * bKash answers within half a minute; it refuses a second execute of a payment, but it carries out a second refund.
   */
  executeSettleMinutes: 15,
  refundSettleMinutes: 6 * 60,
} as const;
