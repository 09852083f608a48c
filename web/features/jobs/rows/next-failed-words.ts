/** Defines the texts of the jump from one failed row of a long list to the next. */
import { formatNumber } from '#web/lib/numbers.ts';
import { defineWords } from '#web/lib/words.ts';

export const nextFailedWords = defineWords({
  en: {
    failed: 'Next failed',
    failedRow: 'Next failed row',
    notFound: 'Next not found',
    notFoundRow: 'Next row not found',
    keys: ' N goes to the next failed row, P to the one before.',
    notFoundKeys: ' N goes to the next row not found, P to the one before.',
    at: (row: number, place: number, rows: number) =>
      `Row ${formatNumber(row, { useGrouping: false })}: ${formatNumber(place)} of ${formatNumber(rows)}`,
    unread: 'The failed rows could not be loaded.',
  },
  bn: {
    failed: 'পরের ব্যর্থ',
    failedRow: 'পরের ব্যর্থ সারি',
    notFound: 'পরের না-পাওয়া',
    notFoundRow: 'পরের না-পাওয়া সারি',
    keys: ' N চেপে পরের ব্যর্থ সারিতে, P চেপে আগেরটিতে যান।',
    notFoundKeys: ' N চেপে পরের না-পাওয়া সারিতে, P চেপে আগেরটিতে যান।',
    at: (row, place, rows) =>
      `সারি ${formatNumber(row, { useGrouping: false })}: ${formatNumber(rows)}টির মধ্যে ${formatNumber(place)} নম্বর`,
    unread: 'ব্যর্থ সারিগুলো লোড করা যায়নি।',
  },
});
