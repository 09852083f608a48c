/** Names the pages from which a job is opened, for the link that leads back to them. */
import { defineWords } from '#web/lib/words.ts';

export const originWords = defineWords({
  en: {
    dashboard: 'Dashboard',
    jobs: 'Jobs',
    schedules: 'Schedules',
    portals: 'Portals',
    credits: 'Credits',
    api: 'API',
    account: 'Account',
    rex: 'REX/SOO Submission',
    admin: 'Administration',
    adminJobs: 'Jobs of all customers',
  },
  bn: {
    dashboard: 'ড্যাশবোর্ড',
    jobs: 'কাজ',
    schedules: 'সময়সূচি',
    portals: 'পোর্টাল',
    credits: 'ক্রেডিট',
    api: 'API সংযোগ',
    account: 'অ্যাকাউন্ট',
    rex: 'REX/SOO জমা',
    admin: 'প্রশাসন',
    adminJobs: 'সব গ্রাহকের কাজ',
  },
});

export type OriginName = keyof (typeof originWords)['en'];
