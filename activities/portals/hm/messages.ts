/** Messages of the H&M supplier portal. */
import { defineMessages } from '#contracts/messages/define.ts';

export const hmPortalMessages = defineMessages('hm-portal', {
  asksForCode: {
    en: 'The H&M supplier portal asks for the one-time code that it sent to you.',
    bn: 'H&M-এর সাপ্লায়ার পোর্টাল আপনাকে পাঠানো ওয়ান-টাইম কোড চাইছে।',
  },
  notPermitted: {
    en: 'This login has no permission for "{>entry}" on the portal. Ask H&M to allow it, or save another login in Portal Access.',
    bn: 'পোর্টালে এই লগইনের "{>entry}" ব্যবহারের অনুমতি নেই। H&M-কে অনুমতি দিতে বলুন, অথবা পোর্টাল অ্যাক্সেসে অন্য লগইন দিন।',
  },
  tooManyInvoices: {
    en: 'More than {#most} invoices fit; choose fewer days or an order.',
    bn: '{#most}টির বেশি ইনভয়েস মিলেছে; দিন কমান বা একটি অর্ডার দিন।',
  },
  rowLost: {
    en: 'The portal no longer lists a row that it listed before.',
    bn: 'পোর্টাল আগে দেখানো একটি সারি আর দেখাচ্ছে না।',
  },
});
