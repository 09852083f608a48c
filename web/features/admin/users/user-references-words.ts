/** Defines the texts of the search for a reference's owners and of its dialog. */
import { formatNumber } from '#web/lib/numbers.ts';
import { defineWords } from '#web/lib/words.ts';

export const userReferencesWords = defineWords({
  en: {
    title: 'References',
    intro:
      'A number that a portal has shown to one company is refused to others. Where companies share it, give it to each of them.',
    number: 'EXP, ERC, BIN, order, SO, FCR or permit number',
    find: 'Find',
    failed: 'Owners could not be loaded.',
    nobody: 'No company has this number yet.',
    give: 'Give to this company',
    take: 'Take from this company',
    giveTitle: (value: string) => `Give ${value} to this company`,
    takeTitle: (value: string) => `Take ${value} from this company`,
    since: (when: string) => `since ${when}`,
    many: 'Give many numbers',
    manyTitle: 'Give many numbers to this company',
    manyNumbers: 'Numbers, one on each line',
    manyGive: (count: number) => (count === 1 ? 'Give 1 number' : `Give ${formatNumber(count)} numbers`),
    manyGiven: (given: number, held: number) =>
      `${formatNumber(given)} given to the company, ${formatNumber(held)} were its own before.`,
    manyForeign: (numbers: string) =>
      `Not given, because they belong to other companies: ${numbers}. Find them one by one to share them.`,
    tooMany: (most: number) => `At most ${formatNumber(most)} numbers at once.`,
    kind: 'Kind',
    kinds: {
      exp: 'EXP',
      erc: 'ERC',
      bin: 'BIN',
      order: 'Order',
      'shipping order': 'Shipping order',
      'house bill': 'House bill of lading',
      receipt: 'FCR',
      permit: 'Permit',
      enterprise: 'Enterprise code',
      rex: 'REX number',
    },
  },
  bn: {
    title: 'নম্বরের মালিক',
    intro:
      'পোর্টাল যে নম্বর এক প্রতিষ্ঠানকে দেখিয়েছে, অন্যরা তা চাইতে পারে না। কয়েক প্রতিষ্ঠানের একই নম্বর হলে প্রত্যেককে দিন।',
    number: 'EXP, ERC, BIN, অর্ডার, SO, FCR বা অনুমতির নম্বর',
    find: 'খুঁজুন',
    failed: 'মালিকদের তালিকা লোড করা যায়নি।',
    nobody: 'এই নম্বর এখনো কোনো প্রতিষ্ঠানের নয়।',
    give: 'এই প্রতিষ্ঠানকে দিন',
    take: 'এই প্রতিষ্ঠান থেকে সরান',
    giveTitle: (value) => `এই প্রতিষ্ঠানকে দিন: ${value}`,
    takeTitle: (value) => `এই প্রতিষ্ঠান থেকে সরান: ${value}`,
    since: (when) => `${when} থেকে`,
    many: 'একসঙ্গে অনেক নম্বর দিন',
    manyTitle: 'এই প্রতিষ্ঠানকে একসঙ্গে অনেক নম্বর দিন',
    manyNumbers: 'নম্বর, প্রতি লাইনে একটি',
    manyGive: (count) => `${formatNumber(count)}টি নম্বর দিন`,
    manyGiven: (given, held) =>
      `প্রতিষ্ঠানকে ${formatNumber(given)}টি দেওয়া হয়েছে, ${formatNumber(held)}টি আগেই তার ছিল।`,
    manyForeign: (numbers) => `অন্য প্রতিষ্ঠানের বলে দেওয়া হয়নি: ${numbers}। ভাগ করতে হলে একটি একটি করে খুঁজুন।`,
    tooMany: (most) => `একসঙ্গে সর্বোচ্চ ${formatNumber(most)}টি নম্বর।`,
    kind: 'ধরন',
    kinds: {
      exp: 'EXP',
      erc: 'ERC নম্বর',
      bin: 'BIN নম্বর',
      order: 'অর্ডার',
      'shipping order': 'শিপিং অর্ডার',
      'house bill': 'হাউস বিল অব লেডিং',
      receipt: 'FCR রসিদ',
      permit: 'অনুমতি',
      enterprise: 'এন্টারপ্রাইজ কোড',
      rex: 'REX নম্বর',
    },
  },
});
