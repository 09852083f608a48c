/** Messages about an account, as they stand in its jobs. */
import { defineMessages } from '../messages/define.ts';

export const accountMessages = defineMessages('account', {
  suspended: { en: 'The account is suspended.', bn: 'অ্যাকাউন্টটি স্থগিত করা হয়েছে।' },
  currentPasswordRequired: { en: 'Current password is required', bn: 'বর্তমান পাসওয়ার্ড দিন' },
  sessionEnded: { en: 'This session has ended already.', bn: 'এই সেশন আগেই শেষ হয়েছে।' },
  administratorUnlimited: {
    en: 'The credits of an administrator have no limit.',
    bn: 'প্রশাসকের ক্রেডিটের কোনো সীমা নেই।',
  },
  tooManyImported: {
    en: 'An import can change {#most} users at most. Please split the file.',
    bn: 'একবারে সর্বোচ্চ {#most} জন ব্যবহারকারীর তথ্য বদলানো যায়। ফাইলটি ভাগ করে নিন।',
  },
  tooManyPasskeys: {
    en: 'You can have {#most} passkeys at a time. Please remove one first.',
    bn: 'একসঙ্গে {#most}টি পাসকি রাখা যায়। আগে একটি সরান।',
  },
  mailNotAccepted: {
    en: 'The mail server did not accept the email. Please try again in a moment.',
    bn: 'মেইল সার্ভার ইমেইলটি নেয়নি। একটু পরে আবার চেষ্টা করুন।',
  },
  passkeyRemoved: { en: 'This passkey was removed already.', bn: 'এই পাসকি আগেই সরানো হয়েছে।' },
});
