/** Messages of payments and refunds: in the credit history, and as answers to administrators. */
import { defineMessages } from '../messages/define.ts';

export const paymentMessages = defineMessages('payment', {
  decisionTaken: { en: 'Your decision is being carried out.', bn: 'আপনার সিদ্ধান্ত কার্যকর করা হচ্ছে।' },
  refundStarted: { en: 'The refund is on its way.', bn: 'ফেরতের টাকা পাঠানো হচ্ছে।' },
  paid: { en: 'bKash payment {trxId}', bn: 'bKash পেমেন্ট {trxId}' },
  refunded: { en: 'Refund of payment {trxId}', bn: 'পেমেন্ট {trxId}-এর টাকা ফেরত' },
  refundNotMade: { en: 'Refund of payment {trxId} was not made', bn: 'পেমেন্ট {trxId}-এর টাকা ফেরত দেওয়া হয়নি' },
  tooManyDecimals: {
    en: 'The amount can have two decimals at most.',
    bn: 'টাকার পরিমাণে দশমিকের পরে সর্বোচ্চ দুই ঘর দেওয়া যায়।',
  },
  belowMinimum: {
    en: 'Minimum purchase amount is {#amountBdt} BDT',
    bn: 'সর্বনিম্ন ক্রয় {#amountBdt} টাকা',
  },
  aboveMaximum: {
    en: 'Maximum purchase amount is {#amountBdt} BDT',
    bn: 'সর্বোচ্চ ক্রয় {#amountBdt} টাকা',
  },
  noCredit: { en: 'This amount buys no whole credit.', bn: 'এই টাকায় একটি পুরো ক্রেডিটও হয় না।' },
  belowCartMinimum: {
    en: 'Minimum purchase is {#credits} credits',
    bn: 'সর্বনিম্ন ক্রয় {#credits} ক্রেডিট',
  },
  lastPaymentOpen: {
    en: 'bKash is still confirming your last payment of this order. Please wait a few minutes.',
    bn: 'bKash এই অর্ডারের আগের পেমেন্ট এখনো নিশ্চিত করছে। কয়েক মিনিট অপেক্ষা করুন।',
  },
  triedTooOften: {
    en: 'This order was tried too often. Please begin a new purchase.',
    bn: 'এই অর্ডারে অনেকবার চেষ্টা করা হয়েছে। নতুন করে কেনা শুরু করুন।',
  },
  noReceipt: { en: 'There is no receipt of this transaction.', bn: 'এই লেনদেনের কোনো রসিদ নেই।' },
  notCompleted: {
    en: 'Only a payment that bKash has completed can be refunded.',
    bn: 'bKash যে পেমেন্ট সম্পন্ন করেছে, শুধু তার টাকা ফেরত দেওয়া যায়।',
  },
  otherRefundOpen: {
    en: 'Another refund of this payment is still under way.',
    bn: 'এই পেমেন্টের আরেকটি ফেরত এখনো চলছে।',
  },
  tooManyRefunds: {
    en: 'A payment can be refunded in {#most} parts at most.',
    bn: 'একটি পেমেন্টের টাকা সর্বোচ্চ {#most} ভাগে ফেরত দেওয়া যায়।',
  },
  refundTooLate: {
    en: 'bKash refunds a payment within {#days} days only.',
    bn: 'bKash শুধু {#days} দিনের মধ্যে টাকা ফেরত দেয়।',
  },
  refundTooLarge: {
    en: 'This is more than what is left of the payment.',
    bn: 'পেমেন্টের যত টাকা বাকি আছে, এটি তার চেয়ে বেশি।',
  },
  notHeld: {
    en: 'This payment does not wait for a decision.',
    bn: 'এই পেমেন্ট কোনো সিদ্ধান্তের অপেক্ষায় নেই।',
  },
  noTrxId: { en: 'bKash gave no trxID.', bn: 'bKash কোনো trxID দেয়নি।' },
  trxIdTaken: {
    en: 'The trxID belongs to payment {invoice}.',
    bn: 'এই trxID পেমেন্ট {invoice}-এর।',
  },
  noAmount: { en: 'bKash gave no amount.', bn: 'bKash টাকার পরিমাণ জানায়নি।' },
  onlyClosable: { en: 'It can only be closed.', bn: 'এটি শুধু বন্ধ করা যায়।' },
  noRefundList: {
    en: 'bKash does not list its refunds now.',
    bn: 'bKash এখন ফেরতের তালিকা দিচ্ছে না।',
  },
  decisionNotOffered: {
    en: 'This decision is not possible here. Please load the page again.',
    bn: 'এখানে এই সিদ্ধান্ত নেওয়া যায় না। পাতাটি আবার লোড করুন।',
  },
  alreadyDecided: {
    en: 'This has already been decided.',
    bn: 'এ বিষয়ে আগেই সিদ্ধান্ত নেওয়া হয়েছে।',
  },
  chooseListedRefund: {
    en: "Choose the refund of this amount from bKash's list.",
    bn: 'bKash-এর তালিকা থেকে এই পরিমাণ টাকার ফেরতটি বাছুন।',
  },
  refundUnaccounted: {
    en: "bKash's list has a refund of this amount that is not accounted for.",
    bn: 'bKash-এর তালিকায় এই পরিমাণ টাকার একটি ফেরত আছে, যার হিসাব এখানে নেই।',
  },
  refundMayComeYet: {
    en: 'bKash may still make this refund.',
    bn: 'bKash এখনো এই টাকা ফেরত দিতে পারে।',
  },
});
