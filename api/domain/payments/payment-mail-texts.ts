/** Texts of mails about pending payments and refunds, in both languages. */
import type { OpenEndKind } from '#contracts/payments/open-end-rules.ts';
import { bengaliDigits } from '#contracts/messages/read.ts';
import type { MailLanguage, MailText } from '#api/domain/messaging/mail-texts.ts';

export type WaitingPayment = { kind: OpenEndKind; bdt: number; paidAt: Date; url: string };
type Words = { subject: string; parts: string[] };
type WordsOf = (bdt: string, day: string) => Words;

const english: Record<OpenEndKind, WordsOf> = {
  held: (bdt, day) => ({
    subject: 'Your payment is being checked',
    parts: [
      `bKash reported other figures for your payment of ${bdt} BDT of ${day} than agreed, so that we have not added credits yet.`,
      'Our team looks into it and either adds the credits or sends the money back. Please do not pay again.',
    ],
  }),
  payment_unknown: (bdt, day) => ({
    subject: 'Your payment is not confirmed yet',
    parts: [
      `bKash has not confirmed your payment of ${bdt} BDT of ${day} yet.`,
      'We go on asking bKash. As soon as it has the money, your credits are added; if it has not taken any, we tell you. Please do not pay again before that.',
    ],
  }),
  refund_unknown: (bdt, day) => refundDelayed(bdt, day),
  send_back: (bdt, day) => refundDelayed(bdt, day),
  refund_twin: (bdt, day) => ({
    subject: 'A refund was made more than once',
    parts: [
      `For your payment of ${day} bKash sent ${bdt} BDT to your wallet beside the refunds that we asked for.`,
      'Our team looks into it and writes to you if there is anything to do.',
    ],
  }),
};

const refundDelayed: WordsOf = (bdt, day) => ({
  subject: 'Your refund is delayed',
  parts: [
    `We asked bKash to send ${bdt} BDT of your payment of ${day} back to your wallet, and bKash has not confirmed it.`,
    'Our team looks into it. There is nothing for you to do.',
  ],
});

const bengali: Record<OpenEndKind, WordsOf> = {
  held: (bdt, day) => ({
    subject: 'আপনার পেমেন্ট যাচাই করা হচ্ছে',
    parts: [
      `${day} তারিখের ৳${bdt} পেমেন্টে bKash যে অঙ্ক জানিয়েছে তা ঠিক করা অঙ্কের সঙ্গে মেলেনি, তাই এখনো ক্রেডিট যোগ হয়নি।`,
      'আমাদের দল দেখছে; হয় ক্রেডিট যোগ হবে, নয় টাকা ফেরত যাবে। আবার টাকা দেবেন না।',
    ],
  }),
  payment_unknown: (bdt, day) => ({
    subject: 'আপনার পেমেন্ট এখনো নিশ্চিত হয়নি',
    parts: [
      `${day} তারিখের ৳${bdt} পেমেন্ট bKash এখনো নিশ্চিত করেনি।`,
      'আমরা bKash থেকে জানতে থাকব। টাকা পৌঁছালেই ক্রেডিট যোগ হবে; টাকা নেওয়া না হলে আপনাকে জানাব। তার আগে আবার টাকা দেবেন না।',
    ],
  }),
  refund_unknown: (bdt, day) => refundDelayedInBengali(bdt, day),
  send_back: (bdt, day) => refundDelayedInBengali(bdt, day),
  refund_twin: (bdt, day) => ({
    subject: 'একাধিকবার টাকা ফেরত গেছে',
    parts: [
      `${day} তারিখের পেমেন্টে আমরা যা ফেরত দিতে বলেছি তার বাইরে bKash আপনার ওয়ালেটে ৳${bdt} পাঠিয়েছে।`,
      'আমাদের দল দেখছে; আপনার কিছু করার থাকলে আপনাকে লিখব।',
    ],
  }),
};

const refundDelayedInBengali: WordsOf = (bdt, day) => ({
  subject: 'আপনার টাকা ফেরতে দেরি হচ্ছে',
  parts: [
    `${day} তারিখের পেমেন্টের ৳${bdt} আপনার ওয়ালেটে ফেরত দিতে আমরা bKash-কে বলেছি; bKash এখনো তা নিশ্চিত করেনি।`,
    'আমাদের দল দেখছে। আপনার কিছু করতে হবে না।',
  ],
});

const links: Record<MailLanguage, string> = { en: 'See your transactions', bn: 'আপনার লেনদেন দেখুন' };

const dayIn = (language: 'en-GB' | 'bn-BD', at: Date): string =>
  at.toLocaleDateString(language, { dateStyle: 'long', timeZone: 'Asia/Dhaka' });

export const openEndTexts: Record<MailLanguage, (waiting: WaitingPayment) => MailText> = {
  en: ({ kind, bdt, paidAt, url }) => {
    const { subject, parts } = english[kind](bdt.toFixed(2), dayIn('en-GB', paidAt));
    return { subject, parts: [...parts, { label: links.en, url }] };
  },
  bn: ({ kind, bdt, paidAt, url }) => {
    const { subject, parts } = bengali[kind](bengaliDigits(bdt.toFixed(2)), dayIn('bn-BD', paidAt));
    return { subject, parts: [...parts, { label: links.bn, url }] };
  },
};
