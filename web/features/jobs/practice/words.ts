/** Defines the texts of the practice run on the dashboard. */
import { formatNumber } from '#web/lib/numbers.ts';
import { plural } from '#web/lib/plural.ts';
import { defineWords } from '#web/lib/words.ts';

export const practiceWords = defineWords({
  en: {
    title: 'See it work: a practice run',
    about:
      'Free, and without a portal login: it runs on practice portals with invented data. Nothing is filed on a real portal, and the results are marked as practice.',
    what: 'What to practise',
    runSample: 'Run the Sample',
    useOwn: 'Use My Own Sheet',
    useSample: 'Use the Sample',
    ownRows: (most: number) => `At most ${plural(most, 'row')}.`,
    filesFirst: 'Add your files first.',
    sheet: 'Drop your sheet here',
    zip: 'Drop the ZIP of its documents here',
    zipOptional: 'ZIP of its documents, if you have one',
    run: 'Start the Practice Run',
    starting: 'Starting',
    none: 'You have made all practice runs of today. They are free again tomorrow.',
    left: (runs: number) => `${plural(runs, 'practice run')} left today`,
    noteTitle: 'Practice run',
    note: 'Nothing was charged, and nothing was filed on a real portal. Its data are invented.',
    startReal: 'Start real work',
  },
  bn: {
    title: 'কাজটি দেখে নিন: অনুশীলন',
    about:
      'বিনা মূল্যে, পোর্টালের লগইন ছাড়াই: কাজটি বানানো তথ্যের অনুশীলন-পোর্টালে চলে। আসল পোর্টালে কিছু জমা হয় না, আর ফলাফলে লেখা থাকে যে এটি অনুশীলন।',
    what: 'কী অনুশীলন করবেন',
    runSample: 'নমুনা চালান',
    useOwn: 'নিজের শিট দিন',
    useSample: 'নমুনা ব্যবহার করুন',
    ownRows: (most: number) => `সর্বোচ্চ ${formatNumber(most)}টি সারি।`,
    filesFirst: 'আগে ফাইল দিন।',
    sheet: 'আপনার শিট এখানে ছাড়ুন',
    zip: 'কাগজপত্রের ZIP এখানে ছাড়ুন',
    zipOptional: 'কাগজপত্রের ZIP, থাকলে',
    run: 'অনুশীলন শুরু করুন',
    starting: 'শুরু হচ্ছে',
    none: 'আজকের সব অনুশীলন শেষ। আগামীকাল আবার করা যাবে।',
    left: (runs: number) => `আজ আর ${formatNumber(runs)}টি অনুশীলন করা যাবে`,
    noteTitle: 'অনুশীলন',
    note: 'কোনো ক্রেডিট কাটেনি, আসল পোর্টালে কিছু জমা হয়নি। তথ্যগুলো বানানো।',
    startReal: 'আসল কাজ শুরু করুন',
  },
});
