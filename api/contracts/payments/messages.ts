/** Messages of the payments and refunds in the credit history. */
import { defineMessages } from '../messages/define.ts';

export const paymentMessages = defineMessages('payment', {
  paid: { en: 'bKash payment {trxId}', bn: 'bKash পেমেন্ট {trxId}' },
  refunded: { en: 'Refund of payment {trxId}', bn: 'পেমেন্ট {trxId}-এর টাকা ফেরত' },
  refundNotMade: { en: 'Refund of payment {trxId} was not made', bn: 'পেমেন্ট {trxId}-এর টাকা ফেরত দেওয়া হয়নি' },
});
