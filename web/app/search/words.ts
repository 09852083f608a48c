/** Defines the texts of the search, and further words by which its places are found. */
import { formatNumber } from '#web/lib/numbers.ts';
import { plural } from '#web/lib/plural.ts';
import { defineWords } from '#web/lib/words.ts';

export const searchWords = defineWords({
  en: {
    title: 'Search',
    placeholder: 'Search pages, services, jobs and rows',
    close: 'Close search',
    groups: {
      places: 'Pages and settings',
      services: 'Services',
      views: 'Saved views',
      jobs: 'Jobs and rows',
    },
    row: (row: number, value: string) => `Row ${row}: ${value}`,
    searching: 'Searching your jobs …',
    jobsFailed: 'Your jobs could not be searched. Please type again.',
    found: (count: number) => plural(count, 'result'),
    none: 'Nothing found. Try another word, such as the name of a service or an EXP number.',
    keys: '↑ ↓ to choose, Enter to open, Esc to close',
    servicesOnSale: 'Services and prices',
    rex: 'REX/SOO submission',
    helpAndContact: 'Help and contact',
    portalStates: 'State and history of the portals',
  },
  bn: {
    title: 'খুঁজুন',
    placeholder: 'পাতা, সেবা, কাজ ও সারি খুঁজুন',
    close: 'খোঁজা বন্ধ করুন',
    groups: { places: 'পাতা ও সেটিংস', services: 'সেবা', views: 'সংরক্ষিত তালিকা', jobs: 'কাজ ও সারি' },
    row: (row, value) => `সারি ${formatNumber(row)}: ${value}`,
    searching: 'আপনার কাজগুলোতে খোঁজা হচ্ছে …',
    jobsFailed: 'আপনার কাজগুলোতে খোঁজা যায়নি। আবার লিখুন।',
    found: (count) => `${formatNumber(count)}টি ফলাফল`,
    none: 'কিছু পাওয়া যায়নি। অন্য শব্দ লিখে দেখুন, যেমন কোনো সেবার নাম বা EXP নম্বর।',
    keys: '↑ ↓ দিয়ে বাছুন, Enter দিয়ে খুলুন, Esc দিয়ে বন্ধ করুন',
    servicesOnSale: 'সেবা ও মূল্য',
    rex: 'REX/SOO জমা',
    helpAndContact: 'সাহায্য ও যোগাযোগ',
    portalStates: 'পোর্টালের অবস্থা ও ইতিহাস',
  },
});

/** Words that people type for a place and that its name does not contain, in both languages. */
export const otherNames = {
  start: 'home dashboard upload new job automation হোম ড্যাশবোর্ড আপলোড নতুন কাজ',
  jobs: 'history results files download ইতিহাস ফলাফল ফাইল ডাউনলোড',
  schedules: 'daily tracking timer প্রতিদিন',
  portals: 'login password credentials bangladesh bank EPB লগইন পাসওয়ার্ড',
  portalStates: 'status page down outage availability speed অচল বন্ধ গতি',
  credits: 'buy balance price bkash top up usage কিনুন ব্যালেন্স বিকাশ টাকা',
  api: 'token webhook ERP integration টোকেন ওয়েবহুক',
  account: 'settings company mobile email সেটিংস প্রতিষ্ঠান কোম্পানি মোবাইল ইমেইল',
  administration: 'admin panel অ্যাডমিন প্যানেল',
  transactions: 'payments invoice bkash receipt purchase পেমেন্ট রসিদ ক্রয়',
  creditHistory: 'ledger statement usage refund হিসাব ফেরত',
  password: 'change login পরিবর্তন',
  security: 'two-step factor code recovery কোড',
  preferences: 'language bengali english theme dark light email ভাষা থিম ইমেইল',
  data: 'download export privacy নামান',
  analytics: 'statistics charts success rate পরিসংখ্যান',
  notifications: 'bell messages alerts ঘণ্টা বার্তা',
  services: 'catalogue cart prices ক্যাটালগ কার্ট দাম',
  help: 'support question faq phone সহায়তা প্রশ্ন ফোন',
} as const;
