/** Texts of notifications about the balance of credits, in both languages. */
import { formatCredits } from '#contracts/credits/credits.ts';
import { bengaliDecimals } from './notice-ends.ts';
import type { NoticeTexts } from './notices.ts';

type CreditTexts = Pick<NoticeTexts, 'credits_low' | 'credits_returned' | 'credits_changed'>;

export const englishCreditNotices: CreditTexts = {
  credits_low: ({ balance, threshold }) => ({
    title: 'Credits are running low',
    message: `${formatCredits(balance)} credits are left, less than your alert threshold of ${formatCredits(threshold)}.`,
    action: 'Buy Credits',
  }),
  credits_returned: ({ service, file, credits, reason }) => ({
    title: 'Credits returned',
    message: `${service}, ${file}: ${formatCredits(credits)} credits came back to your account. ${reason}`,
    action: 'View job',
  }),
  credits_changed: ({ credits, balance, reason }) => ({
    title: credits > 0 ? 'Credits added by our team' : 'Credits deducted by our team',
    message: [
      credits > 0
        ? `Our team has added ${formatCredits(credits)} credits to your account.`
        : `Our team has deducted ${formatCredits(-credits)} credits from your account.`,
      `Your balance is ${formatCredits(balance)} credits now.`,
      ...(reason === '' ? [] : [`Reason: ${reason}`]),
    ].join(' '),
    action: 'View credits',
  }),
};

export const bengaliCreditNotices: CreditTexts = {
  credits_low: ({ balance, threshold }) => ({
    title: 'ক্রেডিট কমে এসেছে',
    message: `${bengaliDecimals(balance)} ক্রেডিট বাকি আছে, আপনার ঠিক করা সীমা ${bengaliDecimals(threshold)}-এর চেয়ে কম।`,
    action: 'ক্রেডিট কিনুন',
  }),
  credits_returned: ({ service, file, credits, reason }) => ({
    title: 'ক্রেডিট ফেরত এসেছে',
    message: `${service}, ${file}: আপনার অ্যাকাউন্টে ${bengaliDecimals(credits)} ক্রেডিট ফেরত এসেছে। ${reason}`,
    action: 'কাজটি দেখুন',
  }),
  credits_changed: ({ credits, balance, reason }) => ({
    title: credits > 0 ? 'আমাদের দল ক্রেডিট যোগ করেছে' : 'আমাদের দল ক্রেডিট কেটেছে',
    message: [
      credits > 0
        ? `আমাদের দল আপনার অ্যাকাউন্টে ${bengaliDecimals(credits)} ক্রেডিট যোগ করেছে।`
        : `আমাদের দল আপনার অ্যাকাউন্ট থেকে ${bengaliDecimals(-credits)} ক্রেডিট কেটেছে।`,
      `এখন আপনার ব্যালেন্স ${bengaliDecimals(balance)} ক্রেডিট।`,
      ...(reason === '' ? [] : [`কারণ: ${reason}`]),
    ].join(' '),
    action: 'ক্রেডিট দেখুন',
  }),
};
