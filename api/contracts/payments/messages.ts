/**
 * Messages about payments and refunds: their outcomes, entries of the credit history, and answers to administrators.
 */
import { defineMessages } from '../messages/define.ts';

export const paymentMessages = defineMessages('payment', {
  decisionTaken: { en: 'Your decision is being carried out.', bn: 'আপনার সিদ্ধান্ত কার্যকর করা হচ্ছে।' },
  noticeHandled: {
    en: 'The notification is marked as handled.',
    bn: 'বিজ্ঞপ্তিটি নিষ্পন্ন হিসেবে চিহ্নিত হয়েছে।',
  },
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
  unlimited: { en: 'Administrators have unlimited credits.', bn: 'প্রশাসকের ক্রেডিটের সীমা নেই।' },
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
  otherPaymentId: {
    en: 'bKash reported another paymentID than was agreed.',
    bn: 'bKash যে paymentID জানিয়েছে তা ঠিক করা paymentID-এর সঙ্গে মেলে না।',
  },
  otherInvoice: {
    en: 'bKash reported another invoice than was agreed.',
    bn: 'bKash যে ইনভয়েস নম্বর জানিয়েছে তা ঠিক করা নম্বরের সঙ্গে মেলে না।',
  },
  otherAmount: {
    en: 'bKash reported another amount than was agreed.',
    bn: 'bKash যে পরিমাণ টাকা জানিয়েছে তা ঠিক করা পরিমাণের সঙ্গে মেলে না।',
  },
  otherCurrency: {
    en: 'bKash reported another currency than was agreed.',
    bn: 'bKash যে মুদ্রা জানিয়েছে তা ঠিক করা মুদ্রার সঙ্গে মেলে না।',
  },
  accountDeleted: {
    en: 'The account of this payment was deleted.',
    bn: 'এই পেমেন্টের অ্যাকাউন্ট মুছে ফেলা হয়েছে।',
  },
  jobsHoldCredits: {
    en: 'Jobs of this customer still hold {#credits} credits. Stop them or wait until they have finished.',
    bn: 'এই গ্রাহকের কাজে এখনো {#credits} ক্রেডিট ধরা আছে। কাজগুলো থামান বা শেষ হওয়া পর্যন্ত অপেক্ষা করুন।',
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
  beingConfirmed: { en: 'Your payment is being confirmed.', bn: 'আপনার পেমেন্ট নিশ্চিত করা হচ্ছে।' },
  successful: {
    en: 'Payment successful! Your credits have been added.',
    bn: 'পেমেন্ট সফল হয়েছে! আপনার ক্রেডিট যোগ হয়েছে।',
  },
  creditsAdded: {
    en: 'Payment successful! {#credits} credits were added.',
    bn: 'পেমেন্ট সফল হয়েছে! {#credits} ক্রেডিট যোগ হয়েছে।',
  },
  cancelledOrFailed: { en: 'Payment was cancelled or failed', bn: 'পেমেন্ট বাতিল হয়েছে বা সফল হয়নি' },
  cancelledByPayer: { en: 'The payment was cancelled.', bn: 'পেমেন্ট বাতিল করা হয়েছে।' },
  failedAtBkash: { en: 'The payment failed in bKash.', bn: 'bKash-এ পেমেন্ট সফল হয়নি।' },
  expired: { en: 'The payment was not completed in time.', bn: 'সময়মতো পেমেন্ট শেষ করা হয়নি।' },
  orderPaid: {
    en: 'This order is already paid. Nothing was taken for this payment.',
    bn: 'এই অর্ডারের টাকা আগেই দেওয়া হয়েছে। এবার কোনো টাকা নেওয়া হয়নি।',
  },
  pageNotOpened: { en: 'The payment page was not opened.', bn: 'পেমেন্টের পাতা খোলা হয়নি।' },
  unfinishedAtBkash: {
    en: 'The payment was not completed in bKash.',
    bn: 'bKash-এ পেমেন্ট শেষ করা হয়নি।',
  },
  unconfirmed: {
    en: 'bKash has not confirmed this payment yet.',
    bn: 'bKash এখনো এই পেমেন্ট নিশ্চিত করেনি।',
  },
  held: {
    en: 'bKash reported figures that differ from those agreed. Our team is looking into this payment.',
    bn: 'bKash যে অঙ্ক জানিয়েছে তা ঠিক করা অঙ্কের সঙ্গে মেলেনি। আমাদের দল এই পেমেন্ট দেখছে।',
  },
  duplicate: {
    en: 'This order was already paid. The money goes back to the bKash wallet.',
    bn: 'এই অর্ডারের টাকা আগেই দেওয়া হয়েছিল। টাকা bKash ওয়ালেটে ফেরত যাবে।',
  },
  closedByTeam: { en: 'This payment was closed by our team.', bn: 'আমাদের দল এই পেমেন্ট বন্ধ করেছে।' },
  moneySentBack: { en: 'This payment was refunded.', bn: 'এই পেমেন্টের টাকা ফেরত দেওয়া হয়েছে।' },
  refundedToWallet: {
    en: 'Refunded to the bKash wallet.',
    bn: 'bKash ওয়ালেটে টাকা ফেরত দেওয়া হয়েছে।',
  },
  refusedByBkash: { en: 'bKash refused the request.', bn: 'bKash অনুরোধটি নেয়নি।' },
  alreadyCompleted: {
    en: 'This payment has already been completed.',
    bn: 'এই পেমেন্ট আগেই সম্পন্ন হয়েছে।',
  },
  answerMissing: { en: 'bKash has not confirmed this yet.', bn: 'bKash এখনো এটি নিশ্চিত করেনি।' },
  tryInAMoment: {
    en: 'bKash is not available right now. Please try again in a moment.',
    bn: 'bKash এখন পাওয়া যাচ্ছে না। একটু পরে আবার চেষ্টা করুন।',
  },
  tryLater: {
    en: 'bKash is not available right now. Please try again later.',
    bn: 'bKash এখন পাওয়া যাচ্ছে না। পরে আবার চেষ্টা করুন।',
  },
  notReached: { en: 'bKash could not be reached.', bn: 'bKash-এর সঙ্গে যোগাযোগ করা যায়নি।' },
  refundNotFound: { en: 'bKash has not made this refund.', bn: 'bKash এই টাকা ফেরত দেয়নি।' },
  tryInMinutes: {
    en: 'Please try again in a few minutes.',
    bn: 'কয়েক মিনিট পরে আবার চেষ্টা করুন।',
  },
});
