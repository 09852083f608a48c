/** Defines the texts of the passkeys panel. */
import { formatNumber } from '#web/lib/numbers.ts';
import { defineWords } from '#web/lib/words.ts';

export const passkeyWords = defineWords({
  en: {
    title: 'Passkeys',
    intro:
      'Sign in with your fingerprint, your face or your device PIN instead of a password and a code. A passkey cannot be guessed or stolen by a fake website.',
    empty: 'You have no passkey yet.',
    notPossible: 'This browser cannot use passkeys. Please try a current one.',
    full: (max: number) => `You can have ${max} passkeys. Remove one to add another.`,
    loading: 'Loading passkeys',
    loadFailed: 'Your passkeys could not be loaded.',
    add: 'Add Passkey',
    addTitle: 'Add a passkey',
    addText:
      'Enter your password first, so that nobody else can do this on a computer you left unlocked. Your device then asks you to confirm.',
    name: 'Name',
    nameHint: 'A name that helps you recognise it, such as "Office laptop".',
    currentPassword: 'Current password',
    added: 'The passkey is added.',
    addedAt: (when: string) => `Added ${when}`,
    lastUsed: (when: string) => `Last used ${when}`,
    neverUsed: 'Not used yet',
    remove: 'Remove',
    removeNamed: (name: string) => `Remove: ${name}`,
    removeTitle: (name: string) => `Remove the passkey "${name}"?`,
    removeText:
      'It can no longer be used to sign in. Devices on which it was used stay signed in until you sign them out.',
    removed: 'The passkey is removed.',
    failures: {
      'given up': 'No passkey was added. Please try again.',
      'there already': 'This device already has a passkey for your account.',
      'not possible': 'This device or address cannot use passkeys.',
    },
  },
  bn: {
    title: 'পাসকি',
    intro:
      'পাসওয়ার্ড ও কোডের বদলে ডিভাইসের আঙুলের ছাপ, মুখ বা পিন দিয়ে সাইন ইন করুন। পাসকি কেউ অনুমান করতে পারে না, ভুয়া পাতায়ও ধরতে পারে না।',
    empty: 'আপনার এখনো কোনো পাসকি নেই।',
    notPossible: 'এই ব্রাউজারে পাসকি চলে না। হালনাগাদ কোনো ব্রাউজারে চেষ্টা করুন।',
    full: (max) => `আপনি ${formatNumber(max)}টি পাসকি রাখতে পারেন। নতুন যোগ করতে একটি সরান।`,
    loading: 'পাসকি লোড হচ্ছে',
    loadFailed: 'আপনার পাসকিগুলো লোড করা যায়নি।',
    add: 'পাসকি যোগ করুন',
    addTitle: 'পাসকি যোগ করুন',
    addText:
      'আগে আপনার পাসওয়ার্ড দিন, যাতে খোলা রেখে যাওয়া কম্পিউটারে অন্য কেউ এটি করতে না পারে। তারপর আপনার ডিভাইস জিজ্ঞাসা করবে।',
    name: 'নাম',
    nameHint: 'যে নামে পরে চিনবেন, যেমন "অফিসের ল্যাপটপ"।',
    currentPassword: 'বর্তমান পাসওয়ার্ড',
    added: 'পাসকি যোগ হয়েছে।',
    addedAt: (when) => `যোগ হয়েছে ${when}`,
    lastUsed: (when) => `শেষ ব্যবহার ${when}`,
    neverUsed: 'এখনো ব্যবহার হয়নি',
    remove: 'সরান',
    removeNamed: (name) => `সরান: ${name}`,
    removeTitle: (name) => `"${name}" পাসকি সরাবেন?`,
    removeText: 'এটি দিয়ে আর সাইন ইন করা যাবে না। এটি দিয়ে যে ডিভাইসে সাইন ইন আছে, সাইন আউট না করা পর্যন্ত সেখানে থাকবে।',
    removed: 'পাসকি সরানো হয়েছে।',
    failures: {
      'given up': 'আপনার ডিভাইস কোনো পাসকি যোগ করেনি। আবার চেষ্টা করুন।',
      'there already': 'এই ডিভাইসে আপনার অ্যাকাউন্টের পাসকি আগে থেকেই আছে।',
      'not possible': 'এই ডিভাইসে বা ঠিকানায় পাসকি চলে না।',
    },
  },
});
