/** Names the pages from which a job is opened, for the link that leads back to them. */
import { defineWords } from '#web/lib/words.ts';

export const originWords = defineWords({
  en: {
    backTo: (name: string) => `Back to ${name}`,
    names: {
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
  },
  bn: {
    backTo: (name) => `${name} ফিরে যান`,
    names: {
      dashboard: 'ড্যাশবোর্ডে',
      jobs: 'কাজের তালিকায়',
      schedules: 'সময়সূচিতে',
      portals: 'পোর্টালে',
      credits: 'ক্রেডিটে',
      api: 'API সংযোগে',
      account: 'অ্যাকাউন্টে',
      rex: 'REX/SOO জমায়',
      admin: 'প্রশাসনে',
      adminJobs: 'সব গ্রাহকের কাজে',
    },
  },
});

export type OriginName = keyof (typeof originWords)['en']['names'];
