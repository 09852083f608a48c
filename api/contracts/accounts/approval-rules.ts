/** Kinds and states of the changes that a second administrator confirms, with their names; without schemas, for first views. */

export type ApprovalKind =
  | 'credits'
  | 'user'
  | 'deletion'
  | 'factor_reset'
  | 'payment_refund'
  | 'job_refund'
  | 'held_payment'
  | 'limits'
  | 'settings';
export const approvalStates = ['open', 'confirmed', 'refused', 'withdrawn', 'expired'] as const;

/** Names of the requested changes in notifications, mails and lists. */
export const approvalNames: Record<'en' | 'bn', Record<ApprovalKind, string>> = {
  en: {
    credits: 'Change of credits',
    user: 'Change of an account',
    deletion: 'Deletion of an administrator',
    factor_reset: 'Reset of an administrator’s sign-in',
    payment_refund: 'Refund of a payment',
    job_refund: 'Credits returned for a job',
    held_payment: 'Decision about a held payment',
    limits: 'Higher limits for one administrator',
    settings: 'Change of prices and settings',
  },
  bn: {
    credits: 'ক্রেডিট বদল',
    user: 'অ্যাকাউন্ট বদল',
    deletion: 'প্রশাসক মুছে ফেলা',
    factor_reset: 'প্রশাসকের সাইন ইন নতুন করে চালু',
    payment_refund: 'পেমেন্টের টাকা ফেরত',
    job_refund: 'কাজের ক্রেডিট ফেরত',
    held_payment: 'আটকে থাকা পেমেন্টে সিদ্ধান্ত',
    limits: 'একজন প্রশাসকের সীমা বাড়ানো',
    settings: 'দাম ও সেটিংস বদল',
  },
};
