/** Defines the texts of documents that are shown in place. */
import { formatNumber, formatPercent } from '#web/lib/numbers.ts';
import { defineWords } from '#web/lib/words.ts';

export const documentWords = defineWords({
  en: {
    opening: 'Opening the document',
    openFailed: 'The document could not be opened.',
    place: (at: number, count: number) => `Document ${at} of ${count}`,
    previous: 'Previous document',
    next: 'Next document',
    page: (at: number, count: number) => `Page ${at} of ${count}`,
    previousPage: 'Previous page',
    nextPage: 'Next page',
    smaller: 'Zoom out',
    larger: 'Zoom in',
    zoom: (share: number) => formatPercent(share * 100),
    download: 'Download',
    pages: (name: string) => `The pages of ${name}`,
    pageOf: (name: string, at: number) => `Page ${at} of ${name}`,
    missing: 'This document is no longer there.',
    unshown: {
      tooLarge: 'This document is too large to be shown here. Please download it.',
      locked: 'This document is locked with a password. Please download it to open it.',
      broken: 'This document cannot be shown here. Please download it.',
      otherKind: 'Only PDFs and pictures are shown here. Please download this file.',
    },
  },
  bn: {
    opening: 'ডকুমেন্ট খোলা হচ্ছে',
    openFailed: 'ডকুমেন্টটি খোলা যায়নি।',
    place: (at, count) => `${formatNumber(count)}টির মধ্যে ${formatNumber(at)} নম্বর ডকুমেন্ট`,
    previous: 'আগের ডকুমেন্ট',
    next: 'পরের ডকুমেন্ট',
    page: (at, count) => `${formatNumber(count)}টির মধ্যে ${formatNumber(at)} নম্বর পাতা`,
    previousPage: 'আগের পাতা',
    nextPage: 'পরের পাতা',
    smaller: 'ছোট করুন',
    larger: 'বড় করুন',
    zoom: (share) => formatPercent(share * 100),
    download: 'নামান',
    pages: (name) => `${name}-এর পাতা`,
    pageOf: (name, at) => `${name}-এর ${formatNumber(at)} নম্বর পাতা`,
    missing: 'এই ডকুমেন্টটি আর নেই।',
    unshown: {
      tooLarge: 'ডকুমেন্টটি এখানে দেখানোর জন্য বেশি বড়। এটি নামিয়ে দেখুন।',
      locked: 'ডকুমেন্টটি পাসওয়ার্ড দিয়ে লক করা। এটি নামিয়ে খুলুন।',
      broken: 'ডকুমেন্টটি এখানে দেখানো যাচ্ছে না। এটি নামিয়ে দেখুন।',
      otherKind: 'এখানে শুধু PDF ও ছবি দেখানো হয়। ফাইলটি নামিয়ে দেখুন।',
    },
  },
});
