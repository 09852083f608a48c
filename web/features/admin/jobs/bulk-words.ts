/** Defines the texts about running many jobs again. */
import { formatNumber } from '#web/lib/numbers.ts';
import { plural } from '#web/lib/plural.ts';
import { defineWords } from '#web/lib/words.ts';

export const bulkWords = defineWords({
  en: {
    open: 'Run All Again',
    title: 'Run all matching jobs again?',
    counting: 'Counting the jobs',
    countFailed: 'The jobs could not be counted.',
    none: 'None of the jobs that match these filters can be run again.',
    noneHint:
      'Jobs can be run again while their rows are kept, if some of their failed rows were not charged. Jobs that their customer cancelled are left out.',
    counted: (jobs: number, rows: number, credits: string) =>
      `${plural(jobs, 'job')}, ${plural(rows, 'failed row')}. Up to ${credits} credits of the customers are reserved for them.`,
    exactly: 'Exactly these jobs are run, even if more match in the meantime.',
    isMore: (jobs: number) => `More jobs match: these are the newest ${formatNumber(jobs)}.`,
    pace: (perMinute: number, duration: string) =>
      `At most ${perMinute} a minute, so about ${duration}. You can stop it at any time.`,
    reasonHint: 'Kept in the audit log.',
    confirm: (jobs: number) => `Run ${plural(jobs, 'Job')} Again`,
    goBack: 'Go Back',
    begun: 'The jobs are being run again.',
    bulkRetries: 'Bulk retries',
    headline: (jobs: number, by: string) => `${plural(jobs, 'job')} again, by ${by}`,
    states: { running: 'Running', stopping: 'Stopping', stopped: 'Stopped', done: 'Done' },
    figures: (retried: number, refused: number, waiting: number) =>
      `${formatNumber(retried)} run again, ${formatNumber(refused)} refused, ${formatNumber(waiting)} left`,
    progress: (jobs: number) => `Progress of the retry of ${plural(jobs, 'job')}`,
    stop: 'Stop',
    stopTitle: 'Stop running these jobs again?',
    stopEffect:
      'Jobs that have not been started again stay as they are. Jobs that are already running continue.',
    stopped: 'No more jobs will be run again.',
    showRefusals: (refused: number) => `Show ${plural(refused, 'refusal')}`,
    hideRefusals: 'Hide refusals',
    openJob: (id: string) => `Open job ${id}`,
  },
  bn: {
    open: 'সব আবার চালান',
    title: 'মিলে যাওয়া সব কাজ আবার চালাবেন?',
    counting: 'কাজ গোনা হচ্ছে',
    countFailed: 'কাজ গোনা যায়নি।',
    none: 'এই ফিল্টারের কোনো কাজ আবার চালানো যাবে না।',
    noneHint:
      'সারিগুলো যতদিন রাখা আছে এবং কিছু ব্যর্থ সারির ক্রেডিট কাটেনি, ততদিন কাজ আবার চালানো যায়। গ্রাহকের বাতিল করা কাজ বাদ থাকে।',
    counted: (jobs, rows, credits) =>
      `${formatNumber(jobs)}টি কাজ, ${formatNumber(rows)}টি ব্যর্থ সারি। এগুলোর জন্য গ্রাহকদের ${credits} ক্রেডিট পর্যন্ত ধরে রাখা হবে।`,
    exactly: 'ঠিক এই কাজগুলোই চলবে, এর মধ্যে অন্য কাজ মিললেও।',
    isMore: (jobs) => `আরও কাজ মিলেছে: এগুলো নতুন ${formatNumber(jobs)}টি।`,
    pace: (perMinute, duration) =>
      `মিনিটে সর্বোচ্চ ${formatNumber(perMinute)}টি, তাই প্রায় ${duration}। যেকোনো সময় থামানো যাবে।`,
    reasonHint: 'অডিট লগে থাকবে।',
    confirm: (jobs) => `${formatNumber(jobs)}টি কাজ আবার চালান`,
    goBack: 'ফিরে যান',
    begun: 'কাজগুলো আবার চালানো হচ্ছে।',
    bulkRetries: 'একসঙ্গে আবার চালানো',
    headline: (jobs, by) => `${formatNumber(jobs)}টি কাজ আবার, চালিয়েছেন ${by}`,
    states: { running: 'চলছে', stopping: 'থামছে', stopped: 'থামানো', done: 'শেষ' },
    figures: (retried, refused, waiting) =>
      `${formatNumber(retried)}টি আবার চলেছে, ${formatNumber(refused)}টি নেওয়া হয়নি, ${formatNumber(waiting)}টি বাকি`,
    progress: (jobs) => `${formatNumber(jobs)}টি কাজ আবার চালানোর অগ্রগতি`,
    stop: 'থামান',
    stopTitle: 'এগুলো আবার চালানো থামাবেন?',
    stopEffect: 'যেসব কাজের পালা আসেনি সেগুলো যেমন আছে তেমনই থাকবে। যেগুলো চলছে সেগুলো চলবে।',
    stopped: 'আর কোনো কাজ আবার চালানো হবে না।',
    showRefusals: (refused) => `${formatNumber(refused)}টি কেন হয়নি দেখুন`,
    hideRefusals: 'কারণগুলো লুকান',
    openJob: (id) => `কাজ ${id} খুলুন`,
  },
});
