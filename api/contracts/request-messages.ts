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
});
