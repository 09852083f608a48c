/** The final states of a payment. Imports no schemas, so that pages need not load their library. */

export const paymentStatuses = ['completed', 'pending', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
