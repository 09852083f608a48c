/** Defines the texts of the Analytics tab. */
import { formatNumber } from '#web/lib/numbers.ts';
import { plural } from '#web/lib/plural.ts';
import { defineWords } from '#web/lib/words.ts';

export const analyticsWords = defineWords({
  en: {
    title: 'Credits used day by day',
    creditsUsed: 'Credits used',
    jobs: 'Jobs',
    jobsHint: 'Counted on each day on which they were charged',
    activeDays: 'Days with jobs',
    ofDays: (days: number) => `Of ${plural(days, 'day')}`,
    busiestDay: 'Busiest day',
    longest: 'The last 366 days',
    chart: (days: number) => `Credits used on each of the last ${plural(days, 'day')}`,
    bar: (day: string, credits: string, jobs: number) => `${day}: ${credits} credits, ${plural(jobs, 'job')}`,
    table: 'Days with jobs, newest first',
    day: 'Day',
    credits: 'Credits',
    loading: 'Loading the usage by day',
    failed: 'The usage by day could not be loaded.',
    none: 'No credits used in these days',
    noneText: 'After your first job, this page shows how many credits were used each day.',
    start: 'Start a job',
  },
  bn: {
    title: 'দিন অনুযায়ী ক্রেডিট খরচ',
    creditsUsed: 'খরচ হওয়া ক্রেডিট',
    jobs: 'কাজ',
    jobsHint: 'যেদিন খরচ ধরা হয়েছে সেদিন গোনা হয়',
    activeDays: 'কাজের দিন',
    ofDays: (days) => `${formatNumber(days)} দিনের মধ্যে`,
    busiestDay: 'সবচেয়ে ব্যস্ত দিন',
    longest: 'শেষ ৩৬৬ দিন',
    chart: (days) => `শেষ ${formatNumber(days)} দিনের প্রতিদিনের ক্রেডিট খরচ`,
    bar: (day, credits, jobs) => `${day}: ${credits} ক্রেডিট, ${formatNumber(jobs)}টি কাজ`,
    table: 'কাজের দিনগুলো, নতুনটি আগে',
    day: 'দিন',
    credits: 'ক্রেডিট',
    loading: 'দিন অনুযায়ী খরচ লোড হচ্ছে',
    failed: 'দিন অনুযায়ী খরচ লোড করা যায়নি।',
    none: 'এই দিনগুলোতে কোনো ক্রেডিট খরচ হয়নি',
    noneText: 'কাজ চালালে এখানে দিন অনুযায়ী ক্রেডিট খরচ দেখা যাবে।',
    start: 'কাজ শুরু করুন',
  },
});
