/** Names of row outcomes in mails; the Bengali ones are also those of the interface. */
import { defineMessages, textsIn } from '../messages/define.ts';

export const outcomeMessages = defineMessages('outcome', {
  PENDING: { en: 'pending', bn: 'অপেক্ষায়' },
  CONFIRMING: { en: 'confirming', bn: 'নিশ্চিত করা হচ্ছে' },
  SUCCESS: { en: 'success', bn: 'হয়েছে' },
  ALREADY_DONE: { en: 'already done', bn: 'আগেই করা ছিল' },
  NOT_FOUND: { en: 'not found', bn: 'পাওয়া যায়নি' },
  REJECTED: { en: 'rejected', bn: 'পোর্টাল নেয়নি' },
  INPUT_INVALID: { en: 'input invalid', bn: 'সারিতে ভুল' },
  CONFLICT: { en: 'conflict', bn: 'অমিল' },
  CREDENTIALS_INVALID: { en: 'credentials invalid', bn: 'লগইন নেয়নি' },
  ACCOUNT_LOCKED: { en: 'account locked', bn: 'অ্যাকাউন্ট লক' },
  HUMAN_REQUIRED: { en: 'human required', bn: 'মানুষের সাহায্য লাগবে' },
  SESSION_EXPIRED: { en: 'session expired', bn: 'সেশন শেষ' },
  PORTAL_BUSY: { en: 'portal busy', bn: 'পোর্টাল ব্যস্ত' },
  PORTAL_DOWN: { en: 'portal down', bn: 'পোর্টাল বন্ধ' },
  TIMEOUT: { en: 'timeout', bn: 'সময় শেষ' },
  UNCERTAIN: { en: 'uncertain', bn: 'নিশ্চিত নয়' },
  PORTAL_CHANGED: { en: 'portal changed', bn: 'পোর্টাল বদলে গেছে' },
  BAD_DOWNLOAD: { en: 'bad download', bn: 'ডকুমেন্ট ব্যবহারযোগ্য নয়' },
  CANCELLED: { en: 'cancelled', bn: 'বাতিল' },
  INTERNAL_ERROR: { en: 'internal error', bn: 'অভ্যন্তরীণ ত্রুটি' },
});

export const bengaliOutcomes = textsIn(outcomeMessages, 'bn');
