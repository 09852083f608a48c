/** Defines the names of the dashboard's tabs. */
import { defineWords } from '#web/lib/words.ts';

export const dashboardPageWords = defineWords({
  en: {
    tabsLabel: 'Account',
    tabs: {
      dashboard: 'Dashboard',
      profile: 'Profile',
      credentials: 'Portal Access',
      credits: 'Credits',
      transactions: 'Transactions',
      'credit-history': 'Credit History',
    },
  },
  bn: {
    tabsLabel: 'অ্যাকাউন্ট',
    tabs: {
      dashboard: 'ড্যাশবোর্ড',
      profile: 'প্রোফাইল',
      credentials: 'পোর্টাল অ্যাক্সেস',
      credits: 'ক্রেডিট',
      transactions: 'লেনদেন',
      'credit-history': 'ক্রেডিটের হিসাব',
    },
  },
});
