/** Messages about saved logins: when one cannot be used, and how its test ended. */
import { defineMessages } from '../messages/define.ts';

export const loginMessages = defineMessages('login', {
  notSaved: {
    en: 'There is no saved login for this portal. Please save it in Portal Access.',
    bn: 'এই পোর্টালের কোনো লগইন সংরক্ষিত নেই। পোর্টাল অ্যাক্সেসে সংরক্ষণ করুন।',
  },
  refusedBefore: {
    en: 'The portal has refused this login {#times} times. Test it in Portal Access before a job uses it again.',
    bn: 'পোর্টাল এই লগইন {#times} বার ফিরিয়ে দিয়েছে। আবার কাজে ব্যবহারের আগে পোর্টাল অ্যাক্সেসে পরীক্ষা করুন।',
  },
  refusedTooOften: {
    en: 'The portal has refused this login {#times} times, and would lock the account. Sign in on the portal itself, and test again tomorrow.',
    bn: 'পোর্টাল এই লগইন {#times} বার ফিরিয়ে দিয়েছে, আরেকবারে অ্যাকাউন্ট লক হতে পারে। পোর্টালেই সাইন ইন করে দেখুন, এখানে কাল আবার পরীক্ষা করুন।',
  },
  testNotStarted: {
    en: 'The test took too long to start. Please try again.',
    bn: 'পরীক্ষা শুরু হতে বেশি সময় লাগছে। আবার চেষ্টা করুন।',
  },
  portalBusy: {
    en: 'The portal is busy with your running job. Please test again when it has ended.',
    bn: 'পোর্টালে আপনার একটি কাজ চলছে। শেষ হলে আবার পরীক্ষা করুন।',
  },
  givenUp: {
    en: 'The work on the portal’s page was given up: {words}',
    bn: 'পোর্টালের পাতার কাজ ছেড়ে দেওয়া হয়েছে: {words}',
  },
  pageGone: {
    en: 'The portal’s page was lost while a person worked on it.',
    bn: 'একজন মানুষ কাজ করার সময় পোর্টালের পাতাটি হারিয়ে গেছে।',
  },
  nobodyAnswered: { en: 'Nobody answered in time: {words}', bn: 'সময়মতো কেউ উত্তর দেননি: {words}' },
});
