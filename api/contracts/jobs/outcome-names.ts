/** Names of row outcomes in everyday Bengali, for the interface and mails. */
import type { JobRow } from '#contracts/calls/job-answers.ts';

export const bengaliOutcomes: Record<JobRow['outcome'], string> = {
  PENDING: 'অপেক্ষায়',
  CONFIRMING: 'নিশ্চিত করা হচ্ছে',
  SUCCESS: 'হয়েছে',
  ALREADY_DONE: 'আগেই করা ছিল',
  NOT_FOUND: 'পাওয়া যায়নি',
  REJECTED: 'পোর্টাল নেয়নি',
  INPUT_INVALID: 'সারিতে ভুল',
  CONFLICT: 'অমিল',
  CREDENTIALS_INVALID: 'লগইন নেয়নি',
  ACCOUNT_LOCKED: 'অ্যাকাউন্ট লক',
  HUMAN_REQUIRED: 'মানুষের সাহায্য লাগবে',
  SESSION_EXPIRED: 'সেশন শেষ',
  PORTAL_BUSY: 'পোর্টাল ব্যস্ত',
  PORTAL_DOWN: 'পোর্টাল বন্ধ',
  TIMEOUT: 'সময় শেষ',
  UNCERTAIN: 'নিশ্চিত নয়',
  PORTAL_CHANGED: 'পোর্টাল বদলে গেছে',
  BAD_DOWNLOAD: 'ডকুমেন্ট ব্যবহারযোগ্য নয়',
  CANCELLED: 'বাতিল',
  INTERNAL_ERROR: 'অভ্যন্তরীণ ত্রুটি',
};
