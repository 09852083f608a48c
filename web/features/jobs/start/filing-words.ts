/** Defines the texts that say what is filed, before it is. */
import { formatNumber } from '#web/lib/numbers.ts';
import { plural } from '#web/lib/plural.ts';
import { defineWords } from '#web/lib/words.ts';

export const filingWords = defineWords({
  en: {
    question: 'File at the portal?',
    filesRows: (rows: number) =>
      `This files ${plural(rows, 'row')} at the portal. A filing cannot be taken back from here.`,
    filesRowsAt: (rows: number, bank: string) =>
      `This files ${plural(rows, 'row')} at ${bank}. A filing cannot be taken back from here.`,
    hiddenRows: (rows: number) =>
      `The workbook hides ${plural(rows, 'row')}. Hidden rows that are ready are filed too.`,
    fileRows: (rows: number) => `File ${plural(rows, 'row')}`,
    fileRowsFor: (rows: number, price: string) => `File ${plural(rows, 'row')} · ${price}`,
  },
  bn: {
    question: 'পোর্টালে জমা দেবেন?',
    filesRows: (rows) => `এতে পোর্টালে ${formatNumber(rows)}টি সারি জমা হবে। জমা হলে এখান থেকে ফেরানো যায় না।`,
    filesRowsAt: (rows, bank) =>
      `এতে ${bank}-এ ${formatNumber(rows)}টি সারি জমা হবে। জমা হলে এখান থেকে ফেরানো যায় না।`,
    hiddenRows: (rows) => `ওয়ার্কবুকে ${formatNumber(rows)}টি সারি লুকানো আছে। লুকানো সারিতে ভুল না থাকলে সেগুলোও জমা হবে।`,
    fileRows: (rows) => `${formatNumber(rows)}টি সারি জমা দিন`,
    fileRowsFor: (rows, price) => `${formatNumber(rows)}টি সারি জমা দিন · ${price}`,
  },
});
