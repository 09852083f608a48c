/** Defines the texts of the account page: its tabs, security, preferences and the customer's data. */
import { formatNumber } from '#web/lib/numbers.ts';
import { plural } from '#web/lib/plural.ts';
import { defineWords } from '#web/lib/words.ts';

export const accountWords = defineWords({
  en: {
    account: 'Account',
    back: 'Back to Dashboard',
    tabs: {
      profile: 'Profile',
      security: 'Security',
      credits: 'Credits',
      transactions: 'Transactions',
      analytics: 'Analytics',
      notifications: 'Notifications',
    },

    sessions: 'Where you are signed in',
    sessionsText:
      'If you do not recognise a device, sign it out, then change your password. Sessions end after 7 days without use, and no later than 30 days after sign-in.',
    sessionsFailed: 'Your sessions could not be loaded.',
    sessionsLoading: 'Loading sessions',
    thisDevice: 'This device',
    unknownDevice: 'Unknown device',
    device: (browser: string, system: string) => `${browser} on ${system}`,
    unknownAddress: 'Unknown IP address',
    lastUsed: (when: string) => `Last used: ${when}`,
    signedInAt: (when: string) => `Signed in: ${when}`,
    signOut: 'Sign Out',
    signOutNamed: (device: string) => `Sign out: ${device}`,
    signOutOthers: 'Sign Out All Others',
    signOutOthersTitle: 'Sign out all other devices?',
    signOutOthersText: 'They will have to sign in again. Running jobs continue.',
    stay: 'Go Back',
    signedOut: 'The device is signed out.',
    othersSignedOut: (count: number) => `${plural(count, 'other device')} signed out.`,

    preferences: 'Preferences',
    preferencesText: 'Saved to your account and used on every device on which you sign in.',
    language: 'Language',
    languages: { en: 'English', bn: 'বাংলা' },
    theme: 'Theme',
    themes: { light: 'Light', dark: 'Dark' },

    data: 'Your data',
    dataText:
      'Everything we keep about you as one JSON file: profile, jobs with their rows, credits, payments, notifications and sign-ins. No passwords are in it.',
    download: 'Download My Data',
    downloadLimit: 'At most five times an hour.',

    end: 'Delete account',
    endText:
      'Your name, company, mobile, email, files, rows and portal logins are deleted for good. Remaining credits are lost. Payments and the credit ledger are kept without your name, as the law requires.',
    endAdmin: 'The account of an administrator can only be deleted by another administrator.',
    deleteAccount: 'Delete Account',
    deleteTitle: 'Delete your account?',
    creditsLeft: (credits: string) => `${credits} credits are left on this account. They cannot be paid out.`,
    typeEmail: (email: string) => `Type ${email} to confirm`,
    currentPassword: 'Current password',
    deleteForGood: 'Delete for Good',

    deletedTitle: 'Your account is deleted',
    deletedText: 'You are signed out everywhere. Your data has been deleted. There is nothing more to do.',
    deletedHome: 'Go to Home',
  },
  bn: {
    account: 'অ্যাকাউন্ট',
    back: 'ড্যাশবোর্ডে ফিরে যান',
    tabs: {
      profile: 'প্রোফাইল',
      security: 'নিরাপত্তা',
      credits: 'ক্রেডিট',
      transactions: 'লেনদেন',
      analytics: 'বিশ্লেষণ',
      notifications: 'বিজ্ঞপ্তি',
    },

    sessions: 'যেখানে সাইন ইন করা আছে',
    sessionsText:
      'অচেনা ডিভাইস দেখলে সেটি সাইন আউট করুন, তারপর পাসওয়ার্ড বদলান। ৭ দিন ব্যবহার না হলে, আর সাইন ইনের ৩০ দিন পর, সেশন নিজে থেকেই শেষ হয়।',
    sessionsFailed: 'আপনার সেশনগুলো লোড করা যায়নি।',
    sessionsLoading: 'সেশন লোড হচ্ছে',
    thisDevice: 'এই ডিভাইস',
    unknownDevice: 'অজানা ডিভাইস',
    device: (browser, system) => `${system}-এ ${browser}`,
    unknownAddress: 'অজানা IP ঠিকানা',
    lastUsed: (when) => `শেষ ব্যবহার: ${when}`,
    signedInAt: (when) => `সাইন ইন: ${when}`,
    signOut: 'সাইন আউট',
    signOutNamed: (device) => `সাইন আউট: ${device}`,
    signOutOthers: 'অন্য সব সাইন আউট',
    signOutOthersTitle: 'অন্য সব ডিভাইস সাইন আউট করবেন?',
    signOutOthersText: 'সেগুলোতে আবার সাইন ইন করতে হবে। চলমান কাজ চলতে থাকবে।',
    stay: 'ফিরে যান',
    signedOut: 'ডিভাইসটি সাইন আউট হয়েছে।',
    othersSignedOut: (count) => `অন্য ${formatNumber(count)}টি ডিভাইস সাইন আউট হয়েছে।`,

    preferences: 'পছন্দ',
    preferencesText: 'আপনার অ্যাকাউন্টের সঙ্গে রাখা হয়: যেখানেই সাইন ইন করুন, একই থাকবে।',
    language: 'ভাষা',
    languages: { en: 'English', bn: 'বাংলা' },
    theme: 'থিম',
    themes: { light: 'হালকা', dark: 'গাঢ়' },

    data: 'আপনার তথ্য',
    dataText:
      'আপনার সম্পর্কে যা রাখা আছে সব একটি JSON ফাইলে: প্রোফাইল, সারিসহ কাজ, ক্রেডিট, পেমেন্ট, বিজ্ঞপ্তি ও সাইন ইন। এতে কোনো পাসওয়ার্ড নেই।',
    download: 'আমার তথ্য নামান',
    downloadLimit: 'ঘণ্টায় সর্বোচ্চ পাঁচবার।',

    end: 'অ্যাকাউন্ট মুছে ফেলা',
    endText:
      'আপনার নাম, প্রতিষ্ঠান, মোবাইল, ইমেইল, ফাইল, সারি ও পোর্টালের লগইন চিরতরে মুছে যাবে। বাকি ক্রেডিট আর পাওয়া যাবে না। পেমেন্ট ও ক্রেডিটের হিসাব আইন অনুযায়ী আপনার নাম ছাড়া থাকবে।',
    endAdmin: 'প্রশাসকের অ্যাকাউন্ট শুধু অন্য একজন প্রশাসক মুছে ফেলতে পারেন।',
    deleteAccount: 'অ্যাকাউন্ট মুছুন',
    deleteTitle: 'আপনার অ্যাকাউন্ট মুছে ফেলবেন?',
    creditsLeft: (credits) => `এই অ্যাকাউন্টে ${credits} ক্রেডিট বাকি আছে। এগুলো টাকায় ফেরত দেওয়া যায় না।`,
    typeEmail: (email) => `নিশ্চিত করতে ${email} লিখুন`,
    currentPassword: 'বর্তমান পাসওয়ার্ড',
    deleteForGood: 'চিরতরে মুছুন',

    deletedTitle: 'আপনার অ্যাকাউন্ট মুছে ফেলা হয়েছে',
    deletedText: 'সব জায়গা থেকে সাইন আউট হয়েছে। আপনার তথ্য মুছে গেছে; আর কিছু করার নেই।',
    deletedHome: 'প্রথম পাতায় যান',
  },
});
