/** Defines the texts about the columns of a job's rows, and about copying and exporting them. */
import { formatNumber } from '#web/lib/numbers.ts';
import { plural } from '#web/lib/plural.ts';
import { defineWords } from '#web/lib/words.ts';

export const columnsWords = defineWords({
  en: {
    columns: 'Columns',
    shown: 'Columns that are shown',
    furtherOnes: 'From the sheet and the portal',
    usualOnes: 'Show the usual columns',
    copy: 'Copy',
    copying: 'Copying',
    copied: (rows: number) => `${plural(rows, 'row')} copied. Paste them into a spreadsheet.`,
    copiedFirst: (rows: number) =>
      `The first ${formatNumber(rows)} rows were copied. Export CSV or Excel to have all of them.`,
    copyFailed: 'The rows could not be copied.',
    rows: (rows: number) => plural(rows, 'row'),
  },
  bn: {
    columns: 'কলাম',
    shown: 'যে কলামগুলো দেখানো হয়',
    furtherOnes: 'শিট ও পোর্টাল থেকে',
    usualOnes: 'সাধারণ কলামগুলো দেখান',
    copy: 'কপি করুন',
    copying: 'কপি হচ্ছে',
    copied: (rows) => `${formatNumber(rows)}টি সারি কপি হয়েছে। এখন স্প্রেডশিটে পেস্ট করুন।`,
    copiedFirst: (rows) => `প্রথম ${formatNumber(rows)}টি সারি কপি হয়েছে। সবগুলো পেতে CSV বা Excel নামান।`,
    copyFailed: 'সারিগুলো কপি করা যায়নি।',
    rows: (rows) => `${formatNumber(rows)}টি সারি`,
  },
});
