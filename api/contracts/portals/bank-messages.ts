/** Messages about a bank's address that is refused. */
import { defineMessages } from '#contracts/messages/define.ts';

export const bankMessages = defineMessages('bank', {
  notHttps: {
    en: 'The address of a bank must begin with https://.',
    bn: 'ব্যাংকের ঠিকানা https:// দিয়ে শুরু হতে হবে।',
  },
  notPlain: {
    en: 'The address of a bank may have a path, but no login, question mark or number sign.',
    bn: 'ব্যাংকের ঠিকানায় পাথ থাকতে পারে, কিন্তু লগইন, প্রশ্নচিহ্ন বা # থাকতে পারে না।',
  },
  ownNetwork: {
    en: 'No bank can be reached at {host}, because it is in a private network.',
    bn: '{host} ব্যক্তিগত নেটওয়ার্কের, সেখানে কোনো ব্যাংক থাকে না।',
  },
  badHosts: {
    en: 'Please enter each further host once, such as sign-in=auth.example,work.example:8443. The roles are {roles}.',
    bn: 'বাড়তি হোস্টগুলো একবার করে দিন, যেমন sign-in=auth.example,work.example:8443। ভূমিকাগুলো: {roles}।',
  },
  taken: { en: '{bank} has this address already.', bn: 'এই ঠিকানা {bank}-এর আছে।' },
  fromEnvironment: {
    en: 'The address of this bank is set in the environment, by {variable}.',
    bn: 'এই ব্যাংকের ঠিকানা এনভায়রনমেন্টের {variable} থেকে আসে।',
  },
  noAddress: {
    en: "The address of this bank's desk is not confirmed yet, so nothing is typed there.",
    bn: 'এই ব্যাংকের ডেস্কের ঠিকানা এখনো নিশ্চিত হয়নি, তাই সেখানে কিছু লেখা হয় না।',
  },
  noDesk: {
    en: 'This bank has no claims desk, so it needs no address.',
    bn: 'এই ব্যাংকের দাবি ডেস্ক নেই, তাই ঠিকানা লাগে না।',
  },
});
