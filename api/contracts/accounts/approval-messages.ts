/** Names of the changes that a second administrator confirms, in notifications, mails and lists. */
import { defineMessages } from '../messages/define.ts';

export const approvalMessages = defineMessages('approval', {
  credits: { en: 'Change of credits', bn: 'ক্রেডিট বদল' },
  user: { en: 'Change of an account', bn: 'অ্যাকাউন্ট বদল' },
  deletion: { en: 'Deletion of an administrator', bn: 'প্রশাসক মুছে ফেলা' },
  factor_reset: { en: 'Reset of an administrator’s sign-in', bn: 'প্রশাসকের সাইন ইন নতুন করে চালু' },
  payment_refund: { en: 'Refund of a payment', bn: 'পেমেন্টের টাকা ফেরত' },
  job_refund: { en: 'Credits returned for a job', bn: 'কাজের ক্রেডিট ফেরত' },
  held_payment: { en: 'Decision about a held payment', bn: 'আটকে থাকা পেমেন্টে সিদ্ধান্ত' },
  limits: { en: 'Higher limits for one administrator', bn: 'একজন প্রশাসকের সীমা বাড়ানো' },
  bank_address: { en: 'Address of a bank', bn: 'ব্যাংকের ঠিকানা' },
  settings: { en: 'Change of prices and settings', bn: 'দাম ও সেটিংস বদল' },
});
