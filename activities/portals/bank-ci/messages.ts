/** Messages of the bank's cash incentive desk. */
import { defineMessages } from '#contracts/messages/define.ts';

export const bankCiPortalMessages = defineMessages('bank-ci-portal', {
  asksForCode: {
    en: "The bank's cash incentive desk asks for the one-time code that it sent to you.",
    bn: 'ব্যাংকের নগদ সহায়তা ডেস্ক আপনাকে পাঠানো ওয়ান-টাইম কোড চাইছে।',
  },
  notPermitted: {
    en: 'This login has no permission for "{>entry}" at the bank. Save another login in Portal Access.',
    bn: 'ব্যাংকে এই লগইনের "{>entry}" ব্যবহারের অনুমতি নেই। পোর্টাল অ্যাক্সেসে অন্য লগইন দিন।',
  },
  answered: { en: 'The bank answered: {words}', bn: 'ব্যাংকের উত্তর: {words}' },
  answeredSearch: { en: 'The bank answered the search with: {words}', bn: 'খুঁজতে গেলে ব্যাংকের উত্তর: {words}' },
  unknownStatus: {
    en: 'The bank shows the unknown status "{>status}".',
    bn: 'ব্যাংক অজানা অবস্থা "{>status}" দেখাচ্ছে।',
  },
  otherExp: {
    en: 'The bank listed claims of another EXP than was asked for.',
    bn: 'যে EXP চাওয়া হয়েছিল, ব্যাংক তার বদলে অন্য EXP-এর দাবি দেখিয়েছে।',
  },
  noLabel: { en: 'The bank\'s page has no "{>label}".', bn: 'ব্যাংকের পাতায় "{>label}" নেই।' },
  unexpectedText: {
    en: 'The bank\'s page shows "{>text}" as "{>label}".',
    bn: 'ব্যাংকের পাতায় "{>label}"-এর ঘরে "{>text}" আছে।',
  },
});
