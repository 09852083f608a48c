/** Defines the texts about stopping running jobs. */
import { formatNumber } from '#web/lib/numbers.ts';
import { plural } from '#web/lib/plural.ts';
import { defineWords } from '#web/lib/words.ts';

export const stopWords = defineWords({
  en: {
    stopJob: 'Stop Job',
    stopJobs: 'Stop Jobs',
    jobTitle: 'Stop this job?',
    stopCounted: (jobs: number) => `Stop ${plural(jobs, 'Job')}`,
    titleOfCustomer: (jobs: number, name: string) => `Stop ${plural(jobs, 'running job')} of ${name}?`,
    titleOfPlace: (jobs: number, customers: number, name: string) =>
      `Stop ${plural(jobs, 'running job')} of ${plural(customers, 'customer')} on ${name}?`,
    effect: (isOne: boolean) =>
      `Nothing more is submitted on the portals. A row that is being filed is followed until the portal answers. Then the ${isOne ? 'job ends' : 'jobs end'}, and the credits of unprocessed rows are returned.${isOne ? '' : ' Jobs that start before you confirm are stopped too.'}`,
    reasonHint: 'Shown to the customer and kept in the audit log.',
    noneRunning: 'No job is running.',
    stoppedJob: 'The job is being stopped.',
    stoppedJobs: (jobs: number) => (jobs === 0 ? 'No job was running.' : `${plural(jobs, 'job')} stopped.`),
  },
  bn: {
    stopJob: 'কাজ বন্ধ করুন',
    stopJobs: 'কাজগুলো বন্ধ করুন',
    jobTitle: 'এই কাজটি বন্ধ করবেন?',
    stopCounted: (jobs) => `${formatNumber(jobs)}টি কাজ বন্ধ করুন`,
    titleOfCustomer: (jobs, name) => `${name}: চলমান ${formatNumber(jobs)}টি কাজ বন্ধ করবেন?`,
    titleOfPlace: (jobs, customers, name) =>
      `${name}: ${formatNumber(customers)} জন গ্রাহকের চলমান ${formatNumber(jobs)}টি কাজ বন্ধ করবেন?`,
    effect: (isOne) =>
      `পোর্টালে আর কিছু ক্লিক করা হবে না। এই মুহূর্তে যে সারি জমা হচ্ছে তার উত্তর দেখা হবে। তারপর কাজ শেষ হবে এবং যে সারিগুলো করা হয়নি তাদের ক্রেডিট ফেরত যাবে।${isOne ? '' : ' নিশ্চিত করার আগে যে কাজ শুরু হবে তা-ও বন্ধ হবে।'}`,
    reasonHint: 'গ্রাহক এটি পড়বেন; লগে রাখা হয়।',
    noneRunning: 'কোনো কাজ চলছে না।',
    stoppedJob: 'কাজটি বন্ধ করা হচ্ছে।',
    stoppedJobs: (jobs) => (jobs === 0 ? 'কোনো কাজ চলছিল না।' : `${formatNumber(jobs)}টি কাজ বন্ধ করা হয়েছে।`),
  },
});
