/** Defines the texts about payments that need a decision. */
import type { OpenEndDecision, OpenEndKind } from '#contracts/payments/open-end-rules.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { plural } from '#web/lib/plural.ts';
import { defineWords } from '#web/lib/words.ts';

type About = { title: string; text: (amount: string) => string };

const english: Record<OpenEndKind, About> = {
  held: { title: 'bKash’s report differs from what was agreed', text: () => '' },
  payment_unknown: {
    title: 'bKash does not confirm this payment',
    text: (amount) =>
      `The debit of ${amount} was requested, and bKash has not reported its result. We keep asking. If you close the payment, it brings no credits unless bKash completes it after all.`,
  },
  refund_unknown: {
    title: 'bKash does not confirm a refund',
    text: (amount) =>
      `The refund of ${amount} was sent once. It is not sent again automatically, because bKash could then refund twice. Compare it with bKash’s list, then decide.`,
  },
  send_back: {
    title: 'This payment must be refunded, but the refund failed',
    text: (amount) =>
      `${amount} could not be sent back. Refund it again below, or close this if it was settled in another way.`,
  },
  refund_twin: {
    title: 'bKash made a refund that was not requested here',
    text: (amount) =>
      `bKash lists a refund of ${amount} that is not in our records. If you count it, it is booked and its share of the credits is taken back.`,
  },
};

const bengali: Record<OpenEndKind, About> = {
  held: { title: 'bKash যা জানিয়েছে তা ঠিক করা অঙ্কের সঙ্গে মেলে না', text: () => '' },
  payment_unknown: {
    title: 'bKash এই পেমেন্ট নিশ্চিত করছে না',
    text: (amount) =>
      `${amount} কাটতে বলা হয়েছে, কিন্তু ফলাফল bKash জানায়নি। জিজ্ঞাসা চলছে। বন্ধ করলে ক্রেডিট যোগ হবে না, যদি না bKash পরে এটি সম্পন্ন করে।`,
  },
  refund_unknown: {
    title: 'bKash একটি ফেরত নিশ্চিত করছে না',
    text: (amount) =>
      `${amount} ফেরতের অনুরোধ একবার পাঠানো হয়েছে; নিজে থেকে আবার পাঠানো যাবে না, তাহলে bKash দুবার ফেরত দেবে। bKash-এর তালিকা মিলিয়ে সিদ্ধান্ত নিন।`,
  },
  send_back: {
    title: 'এই টাকা ফেরত যাওয়ার কথা, যায়নি',
    text: (amount) => `${amount} ফেরত পাঠানো যায়নি। নিচে আবার ফেরত দিন, অথবা অন্যভাবে মীমাংসা হয়ে থাকলে বন্ধ করুন।`,
  },
  refund_twin: {
    title: 'bKash এমন ফেরত দিয়েছে যা এখান থেকে চাওয়া হয়নি',
    text: (amount) =>
      `আমাদের ফেরতের বাইরে bKash-এর তালিকায় ${amount} ফেরত আছে। হিসাবে নিলে সেই অনুপাতে ক্রেডিট ফেরত নেওয়া হবে।`,
  },
};

const decisions: Record<OpenEndDecision, string> = {
  look: 'Ask bKash Again',
  close: 'Close',
  made: 'It Was Made',
  not_made: 'It Was Not Made',
  count: 'Count It',
};

export const openEndWords = defineWords({
  en: {
    about: english,
    decisions,
    filter: 'Needs a decision',
    waiting: (payments: number) =>
      `${plural(payments, 'payment')} ${payments === 1 ? 'needs' : 'need'} a decision.`,
    show: 'Show',
    since: (when: string) => `Since ${when}.`,
    why: 'Why:',
    listAtBkash: 'Refunds listed by bKash',
    loadingList: 'Asking bKash for its list',
    listFailed: 'bKash does not list its refunds now.',
    emptyList: 'bKash lists no refund of this payment.',
    noAmount: 'no amount',
    accounted: 'accounted for',
    notAccounted: 'not accounted for',
    which: 'Which of them is this refund?',
    none: 'None of them',
    reason: 'Reason for your decision',
    needs: 'A decision needs a reason.',
    needsChoice: '“It Was Made” needs a refund from the list.',
  },
  bn: {
    about: bengali,
    decisions: {
      look: 'bKash-কে আবার জিজ্ঞাসা করুন',
      close: 'বন্ধ করুন',
      made: 'ফেরত হয়েছে',
      not_made: 'ফেরত হয়নি',
      count: 'হিসাবে নিন',
    },
    filter: 'সিদ্ধান্ত লাগবে',
    waiting: (payments) => `${formatNumber(payments)}টি পেমেন্টে সিদ্ধান্ত লাগবে।`,
    show: 'দেখান',
    since: (when) => `${when} থেকে।`,
    why: 'কারণ:',
    listAtBkash: 'bKash-এর তালিকার ফেরতগুলো',
    loadingList: 'bKash-এর তালিকা আনা হচ্ছে',
    listFailed: 'bKash এখন ফেরতের তালিকা দিচ্ছে না।',
    emptyList: 'bKash-এর তালিকায় এই পেমেন্টের কোনো ফেরত নেই।',
    noAmount: 'অঙ্ক নেই',
    accounted: 'হিসাবে আছে',
    notAccounted: 'হিসাবে নেই',
    which: 'এই ফেরত তালিকার কোনটি?',
    none: 'কোনোটি নয়',
    reason: 'সিদ্ধান্তের কারণ',
    needs: 'সিদ্ধান্তের একটি কারণ লাগবে।',
    needsChoice: '“ফেরত হয়েছে” বলতে তালিকা থেকে একটি ফেরত বাছতে হবে।',
  },
});
