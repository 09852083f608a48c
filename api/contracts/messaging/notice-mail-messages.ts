/** Texts of the mails about a question of a portal, and about a portal that works again. */
import { defineMessages } from '../messages/define.ts';

export const noticeMailMessages = defineMessages('notice-mail', {
  questionSubject: {
    en: '{service} waits for your answer',
    bn: '{service} আপনার উত্তরের অপেক্ষায়',
  },
  question: {
    en: '{>prompt} Please answer soon: the portal waits only a few minutes.',
    bn: '{>prompt} একটু তাড়াতাড়ি উত্তর দিন: পোর্টাল মাত্র কয়েক মিনিট অপেক্ষা করে।',
  },
  answer: { en: 'Answer', bn: 'উত্তর দিন' },
  portalBackSubject: { en: '{portal} works again', bn: '{portal} আবার চলছে' },
  portalBack: {
    en: 'Your jobs that waited for {portal} continue automatically. You do not need to do anything.',
    bn: '{portal}-এর অপেক্ষায় থাকা আপনার কাজ নিজে থেকেই আবার চলছে। আপনাকে কিছু করতে হবে না।',
  },
  seeJobs: { en: 'See your jobs', bn: 'আপনার কাজ দেখুন' },
});
