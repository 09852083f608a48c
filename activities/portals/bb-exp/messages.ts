/** Messages of the Bangladesh Bank EXP portal. */
import { defineMessages } from '#contracts/messages/define.ts';

export const bangladeshBankExpPortalMessages = defineMessages('bangladesh-bank-exp-portal', {
  passwordExpired: {
    en: 'Your password on the Bangladesh Bank EXP portal has expired. Change it on the portal, then save the new one in Portal Access.',
    bn: 'বাংলাদেশ ব্যাংকের EXP পোর্টালে আপনার পাসওয়ার্ডের মেয়াদ শেষ। পোর্টালে বদলে নতুনটি পোর্টাল অ্যাক্সেসে সংরক্ষণ করুন।',
  },
  notPermitted: {
    en: 'This login has no permission for "{>entry}" on the portal. Ask your bank to allow it, or save another login in Portal Access.',
    bn: 'পোর্টালে এই লগইনের "{>entry}" ব্যবহারের অনুমতি নেই। ব্যাংককে অনুমতি দিতে বলুন, অথবা পোর্টাল অ্যাক্সেসে অন্য লগইন দিন।',
  },
  unknownStatus: {
    en: 'The portal lists an EXP with the status "{>status}".',
    bn: 'পোর্টালের তালিকায় একটি EXP-এর অবস্থা "{>status}"।',
  },
  captchaUnanswerable: {
    en: 'The portal shows a CAPTCHA that cannot be passed on to a person.',
    bn: 'পোর্টাল এমন CAPTCHA দেখাচ্ছে যা কাউকে দেখিয়ে উত্তর নেওয়া যায় না।',
  },
  asksForPassword: {
    en: 'The Bangladesh Bank EXP portal asks for the one-time password that it sent to your mobile.',
    bn: 'বাংলাদেশ ব্যাংকের EXP পোর্টাল আপনার মোবাইলে পাঠানো ওয়ান-টাইম পাসওয়ার্ড চাইছে।',
  },
  asksForCharacters: {
    en: 'The Bangladesh Bank EXP portal shows a picture. Type the characters that you see in it.',
    bn: 'বাংলাদেশ ব্যাংকের EXP পোর্টাল একটি ছবি দেখাচ্ছে। ছবিতে যে অক্ষরগুলো দেখছেন, লিখুন।',
  },
});
