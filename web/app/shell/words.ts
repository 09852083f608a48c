/** Defines the texts of the application's frame: its places and its search button. */
import { defineWords } from '#web/lib/words.ts';

export const shellWords = defineWords({
  en: {
    main: 'Main',
    startNamed: 'Chalan, start',
    places: {
      start: 'Start',
      jobs: 'Jobs',
      schedules: 'Schedules',
      portals: 'Portals',
      credits: 'Credits',
      api: 'API',
      account: 'Account',
      administration: 'Administration',
    },
    more: 'More',
    close: 'Close',
    search: 'Search',
  },
  bn: {
    main: 'প্রধান',
    startNamed: 'চালান, শুরু',
    places: {
      start: 'শুরু',
      jobs: 'কাজ',
      schedules: 'সময়সূচি',
      portals: 'পোর্টাল',
      credits: 'ক্রেডিট',
      api: 'API সংযোগ',
      account: 'অ্যাকাউন্ট',
      administration: 'প্রশাসন',
    },
    more: 'আরও',
    close: 'বন্ধ করুন',
    search: 'খুঁজুন',
  },
});
