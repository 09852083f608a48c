/** Defines the texts about failed rows that ended alike. */
import { formatNumber } from '#web/lib/numbers.ts';
import { plural } from '#web/lib/plural.ts';
import { defineWords } from '#web/lib/words.ts';

export const failuresWords = defineWords({
  en: {
    title: 'What went wrong',
    notFoundTitle: 'What was not found',
    groupsFailed: 'What went wrong could not be loaded.',
    rows: (rows: number) => plural(rows, 'row'),
    show: 'Show',
    showNamed: (rows: number, problem: string) => `Show ${plural(rows, 'row')}: ${problem}`,
    correct: 'Correct',
    correctNamed: (rows: number, problem: string) => `Correct ${plural(rows, 'row')}: ${problem}`,
    otherRows: (rows: number) => `${plural(rows, 'more row')} failed for other reasons.`,
    onlyLike: (row: number) => `Only rows that ended like row ${row}`,
    allRows: 'Show all rows',
    allFailed: 'Show all failed rows',
    applyToOthers: (rows: number) => `Change ${plural(rows, 'more row')} that had the same`,
  },
  bn: {
    title: 'কী কী ভুল হয়েছে',
    notFoundTitle: 'কী কী পাওয়া যায়নি',
    groupsFailed: 'কী কী ভুল হয়েছে তা লোড করা যায়নি।',
    rows: (rows) => `${formatNumber(rows)}টি সারি`,
    show: 'দেখুন',
    showNamed: (rows, problem) => `${formatNumber(rows)}টি সারি দেখুন: ${problem}`,
    correct: 'ঠিক করুন',
    correctNamed: (rows, problem) => `${formatNumber(rows)}টি সারি ঠিক করুন: ${problem}`,
    otherRows: (rows) => `আরও ${formatNumber(rows)}টি সারি অন্য কারণে ব্যর্থ হয়েছে।`,
    onlyLike: (row) => `শুধু সারি ${formatNumber(row)}-এর মতো সারিগুলো`,
    allRows: 'সব সারি দেখুন',
    allFailed: 'সব ব্যর্থ সারি দেখুন',
    applyToOthers: (rows) => `একই তথ্যের আরও ${formatNumber(rows)}টি সারি বদলান`,
  },
});
