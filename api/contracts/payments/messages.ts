/** Messages of payments and refunds: in the credit history, and as answers to administrators. */
import { defineMessages } from '../messages/define.ts';

export const paymentMessages = defineMessages('payment', {
  decisionTaken: { en: 'Your decision is being carried out.', bn: 'আপনার সিদ্ধান্ত কার্যকর করা হচ্ছে।' },
  refundStarted: { en: 'The refund is on its way.', bn: 'ফেরতের টাকা পাঠানো হচ্ছে।' },
  paid: { en: 'bKash payment {trxId}', bn: 'bKash পেমেন্ট {trxId}' },
  refunded: { en: 'Refund of payment {trxId}', bn: 'পেমেন্ট {trxId}-এর টাকা ফেরত' },
  refundNotMade: { en: 'Refund of payment {trxId} was not made', bn: 'পেমেন্ট {trxId}-এর টাকা ফেরত দেওয়া হয়নি' },
});
