/** Messages about requests of any area. */
import { defineMessages } from './messages/define.ts';

export const requestMessages = defineMessages('request', {
  keyLength: {
    en: 'Idempotency-Key must have 8 to 100 characters.',
    bn: 'Idempotency-Key ৮ থেকে ১০০ অক্ষরের হতে হবে।',
  },
  tooSlow: {
    en: 'This takes too long. Please choose fewer days and try again.',
    bn: 'এতে বেশি সময় লাগছে। কম দিন বেছে আবার চেষ্টা করুন।',
  },
  unknownField: { en: 'There is no field "{name}".', bn: '"{name}" নামে কোনো ঘর নেই।' },
  missingField: { en: 'The field "{name}" is missing.', bn: '"{name}" ঘরটি দেওয়া হয়নি।' },
  unusableField: {
    en: 'The field "{name}" has a value that cannot be used.',
    bn: '"{name}" ঘরে যা দেওয়া হয়েছে, তা নেওয়া যায় না।',
  },
  notValid: { en: 'The request is not valid.', bn: 'অনুরোধটি ঠিক নয়।' },
});
