/** Defines the texts of the check of an uploaded file. */
import { formatNumber } from '#web/lib/numbers.ts';
import { plural } from '#web/lib/plural.ts';
import { defineWords } from '#web/lib/words.ts';

type Unit = 'row' | 'file';

export const checkWords = defineWords({
  en: {
    columns: 'Columns',
    yourHeading: (heading: string) => ` (your “${heading}”)`,
    isMissing: ' is missing',
    notInFile: ' not in your file, optional',
    notUsed: (headings: string) => `Not used: ${headings}`,
    ready: (amount: number, unit: Unit) => `${plural(amount, unit)} ready`,
    different: (rows: number) => `, ${rows.toLocaleString('en-US')} different: equal rows are charged once`,
    withErrors: (rows: number) =>
      `${rows.toLocaleString('en-US')} with errors: not run, and they cost nothing`,
    row: 'Row',
    column: 'Column',
    wrong: 'What is wrong',
    right: 'How to correct it',
    place: (row: number, column: string) => `Row ${row}, ${column}:`,
    fewer: 'Show fewer',
    all: (problems: number) => `Show all ${problems}`,
    more: (problems: number) => `There are more; these are the first ${problems}.`,
    errors: 'Errors to correct',
    lookAtThese: 'Please look at these',
    empty: 'empty',
    firstRows: (shown: number, total: number) =>
      `The first ${shown} of ${total.toLocaleString('en-US')} rows`,
    allRows: 'All rows of your file',
    showAll: 'Show all rows',
    showErrors: 'Show rows with errors',
    rowsOfFile: 'Rows of your file',
    check: 'Check',
    rowReady: 'Ready',
    rowError: 'Error',
  },
  bn: {
    columns: 'কলাম',
    yourHeading: (heading) => ` (আপনার “${heading}”)`,
    isMissing: ' নেই',
    notInFile: ' আপনার ফাইলে নেই, ঐচ্ছিক',
    notUsed: (headings) => `ব্যবহার হয়নি: ${headings}`,
    ready: (amount, unit) => `${formatNumber(amount)}টি ${unit === 'row' ? 'সারি' : 'ফাইল'} প্রস্তুত`,
    different: (rows) => `, ${formatNumber(rows)}টি আলাদা: একই সারির ক্রেডিট একবারই কাটে`,
    withErrors: (rows) => `${formatNumber(rows)}টিতে ভুল: চলবে না, টাকাও কাটবে না`,
    row: 'সারি',
    column: 'কলাম',
    wrong: 'কী ভুল',
    right: 'কী ঠিক হবে',
    place: (row, column) => `সারি ${formatNumber(row)}, ${column}:`,
    fewer: 'কম দেখান',
    all: (problems) => `সব ${formatNumber(problems)}টি দেখান`,
    more: (problems) => `আরও আছে; এগুলো প্রথম ${formatNumber(problems)}টি।`,
    errors: 'যে ভুলগুলো ঠিক করতে হবে',
    lookAtThese: 'এগুলো একবার দেখুন',
    empty: 'খালি',
    firstRows: (shown, total) => `${formatNumber(total)}টি সারির প্রথম ${formatNumber(shown)}টি`,
    allRows: 'ফাইলের সব সারি',
    showAll: 'সব সারি দেখান',
    showErrors: 'ভুল আছে এমন সারি দেখান',
    rowsOfFile: 'ফাইলের সারি',
    check: 'যাচাই',
    rowReady: 'প্রস্তুত',
    rowError: 'ভুল',
  },
});
