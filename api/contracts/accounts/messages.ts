/** Messages about an account, as they stand in its jobs. */
import { defineMessages } from '../messages/define.ts';

export const accountMessages = defineMessages('account', {
  suspended: { en: 'The account is suspended.', bn: 'অ্যাকাউন্টটি স্থগিত করা হয়েছে।' },
});
