/** Exports only the payment workflows, for workers of tests. */
export { creditPurchase } from '../../workflows/credit-purchase.ts';
export { paymentRefund } from '../../workflows/payment-refund.ts';
