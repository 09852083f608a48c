/** Defines the texts of the sign-up page. */
import { defineWords } from '#web/lib/words.ts';

export const signUpWords = defineWords({
  en: {
    title: 'Create your account',
    lead: (credits: string) => `${credits} free trial credits. No card, no contract.`,
    needsScripts: 'Please switch on JavaScript to create an account, or write to us by the contact page.',
    next: 'Your first result in two minutes',
    steps: [
      'Open the link in our email. In this browser, it also signs you in.',
      'Run a sample on practice portals: free, and nothing is filed.',
      'Download the results, then start with your own sheet.',
    ],
  },
  bn: {
    title: 'অ্যাকাউন্ট খুলুন',
    lead: (credits) => `${credits}টি ফ্রি ট্রায়াল ক্রেডিট। কার্ড বা চুক্তি লাগে না।`,
    needsScripts: 'অ্যাকাউন্ট খুলতে JavaScript লাগে। সেটি চালু করুন, অথবা যোগাযোগের পাতায় আমাদের লিখুন।',
    next: 'দুই মিনিটে আপনার প্রথম ফলাফল',
    steps: [
      'আমাদের ইমেইলের লিংক খুলুন। এই ব্রাউজারে খুললে আপনি সাইন ইনও হয়ে যাবেন।',
      'অনুশীলন-পোর্টালে একটি নমুনা চালান: বিনা মূল্যে, কিছুই জমা হয় না।',
      'ফলাফল নামিয়ে নিন, তারপর নিজের শিট দিয়ে শুরু করুন।',
    ],
  },
});
