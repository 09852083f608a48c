/** Messages of the BEPZA permit system. */
import { defineMessages } from '#contracts/messages/define.ts';

export const bepzaPortalMessages = defineMessages('bepza-portal', {
  asksForCode: {
    en: 'The BEPZA permit system asks for the one-time code that it sent to you.',
    bn: 'BEPZA-র পারমিট সিস্টেম আপনাকে পাঠানো ওয়ান-টাইম কোড চাইছে।',
  },
  notPermitted: {
    en: 'This login has no permission for "{>entry}" on the BEPZA portal. Save another login in Portal Access.',
    bn: 'BEPZA পোর্টালে এই লগইনের "{>entry}" ব্যবহারের অনুমতি নেই। পোর্টাল অ্যাক্সেসে অন্য লগইন দিন।',
  },
  permitNotListed: {
    en: 'The list of the portal does not offer permit {permit}.',
    bn: 'পোর্টালের তালিকায় পারমিট {permit} নেই।',
  },
});
