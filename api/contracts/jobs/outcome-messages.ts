/** Names of row outcomes in mails; the Bengali ones are also those of the interface. */
import { defineMessages, textsIn } from '../messages/define.ts';

export const outcomeMessages = defineMessages('outcome', {
  PENDING: { en: 'waiting', bn: 'অপেক্ষায়' },
  CONFIRMING: { en: 'being confirmed', bn: 'নিশ্চিত করা হচ্ছে' },
  SUCCESS: { en: 'success', bn: 'হয়েছে' },
  ALREADY_DONE: { en: 'already done', bn: 'আগেই করা ছিল' },
  NOT_FOUND: { en: 'not found', bn: 'পাওয়া যায়নি' },
  REJECTED: { en: 'refused by the portal', bn: 'পোর্টাল নেয়নি' },
  INPUT_INVALID: { en: 'with an error in the row', bn: 'সারিতে ভুল' },
  CONFLICT: { en: 'in conflict with the portal', bn: 'অমিল' },
  CREDENTIALS_INVALID: { en: 'stopped by a refused login', bn: 'লগইন নেয়নি' },
  ACCOUNT_LOCKED: { en: 'stopped by a locked account', bn: 'অ্যাকাউন্ট লক' },
  HUMAN_REQUIRED: { en: 'in need of a person', bn: 'মানুষের সাহায্য লাগবে' },
  SESSION_EXPIRED: { en: 'stopped by an ended session', bn: 'সেশন শেষ' },
  PORTAL_BUSY: { en: 'stopped by a busy portal', bn: 'পোর্টাল ব্যস্ত' },
  PORTAL_DOWN: { en: 'stopped by a portal that was down', bn: 'পোর্টাল সাড়া দেয়নি' },
  TIMEOUT: { en: 'timed out', bn: 'সময় শেষ' },
  UNCERTAIN: { en: 'not certain', bn: 'নিশ্চিত নয়' },
  PORTAL_CHANGED: { en: 'stopped by a changed portal', bn: 'পোর্টাল বদলে গেছে' },
  BAD_DOWNLOAD: { en: 'with an unusable document', bn: 'ডকুমেন্ট ব্যবহারযোগ্য নয়' },
  CANCELLED: { en: 'cancelled', bn: 'বাতিল' },
  INTERNAL_ERROR: { en: 'stopped by an error of ours', bn: 'অভ্যন্তরীণ ত্রুটি' },
});

export const bengaliOutcomes = textsIn(outcomeMessages, 'bn');
