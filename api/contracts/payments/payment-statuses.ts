/** What can become of a payment. Apart from the schemas, so that pages need not load their library. */

export const paymentStatuses = ['completed', 'pending', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
