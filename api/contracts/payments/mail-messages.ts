/** Texts of mails about pending payments and refunds. */
import { defineMessages } from '../messages/define.ts';

export const paymentMailMessages = defineMessages('payment-mail', {
  checked: { en: 'Your payment is being checked', bn: 'আপনার পেমেন্ট যাচাই করা হচ্ছে' },
  otherFigures: {
    en: 'For your payment of {#bdt} BDT on {@day}, bKash reported figures that differ from those agreed, so we have not added the credits yet.',
    bn: '{@day} তারিখের ৳{#bdt} পেমেন্টে bKash যে অঙ্ক জানিয়েছে তা ঠিক করা অঙ্কের সঙ্গে মেলেনি, তাই এখনো ক্রেডিট যোগ হয়নি।',
  },
  creditsOrMoneyBack: {
    en: 'Our team looks into it and either adds the credits or sends the money back. Please do not pay again.',
    bn: 'আমাদের দল দেখছে; হয় ক্রেডিট যোগ হবে, নয় টাকা ফেরত যাবে। আবার টাকা দেবেন না।',
  },
  unconfirmed: { en: 'Your payment is not confirmed yet', bn: 'আপনার পেমেন্ট এখনো নিশ্চিত হয়নি' },
  notConfirmed: {
    en: 'bKash has not yet confirmed your payment of {#bdt} BDT on {@day}.',
    bn: '{@day} তারিখের ৳{#bdt} পেমেন্ট bKash এখনো নিশ্চিত করেনি।',
  },
  weGoOnAsking: {
    en: 'We will keep checking with bKash. As soon as it has the money, your credits are added; if it has not taken any, we tell you. Please do not pay again before that.',
    bn: 'আমরা bKash থেকে জানতে থাকব। টাকা পৌঁছালেই ক্রেডিট যোগ হবে; টাকা নেওয়া না হলে আপনাকে জানাব। তার আগে আবার টাকা দেবেন না।',
  },
  refundDelayed: { en: 'Your refund is delayed', bn: 'আপনার টাকা ফেরতে দেরি হচ্ছে' },
  refundNotConfirmed: {
    en: 'We asked bKash to send {#bdt} BDT of your payment on {@day} back to your wallet; bKash has not confirmed it yet.',
    bn: '{@day} তারিখের পেমেন্টের ৳{#bdt} আপনার ওয়ালেটে ফেরত দিতে আমরা bKash-কে বলেছি; bKash এখনো তা নিশ্চিত করেনি।',
  },
  nothingToDo: {
    en: 'Our team looks into it. There is nothing for you to do.',
    bn: 'আমাদের দল দেখছে। আপনার কিছু করতে হবে না।',
  },
  refundedTwice: { en: 'A refund was made more than once', bn: 'একাধিকবার টাকা ফেরত গেছে' },
  sentBeside: {
    en: 'For your payment on {@day}, bKash sent {#bdt} BDT to your wallet in addition to the refunds that we asked for.',
    bn: '{@day} তারিখের পেমেন্টে আমরা যা ফেরত দিতে বলেছি তার বাইরে bKash আপনার ওয়ালেটে ৳{#bdt} পাঠিয়েছে।',
  },
  weWrite: {
    en: 'Our team looks into it and writes to you if there is anything to do.',
    bn: 'আমাদের দল দেখছে; আপনার কিছু করার থাকলে আপনাকে লিখব।',
  },
  seeTransactions: { en: 'See your transactions', bn: 'আপনার লেনদেন দেখুন' },
});
