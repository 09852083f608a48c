/** Defines the texts of the user menu. */
import { defineWords } from '#web/lib/words.ts';

export const userMenuWords = defineWords({
  en: {
    accountOf: (name: string) => `Account of ${name}`,
    account: 'Account',
    admin: 'Admin',
    credits: (amount: string) => `${amount} cr`,
    reserved: (amount: string) => `${amount} reserved for running jobs`,
    dashboard: 'Dashboard',
    settings: 'Account Settings',
    adminPanel: 'Admin Panel',
    buyCredits: 'Buy Credits',
    logout: 'Logout',
  },
  bn: {
    accountOf: (name) => `${name}-এর অ্যাকাউন্ট`,
    account: 'অ্যাকাউন্ট',
    admin: 'প্রশাসক',
    credits: (amount) => `${amount} ক্রেডিট`,
    reserved: (amount) => `চলমান কাজের জন্য ${amount} ধরে রাখা`,
    dashboard: 'ড্যাশবোর্ড',
    settings: 'অ্যাকাউন্ট সেটিংস',
    adminPanel: 'প্রশাসন',
    buyCredits: 'ক্রেডিট কিনুন',
    logout: 'লগআউট',
  },
});
