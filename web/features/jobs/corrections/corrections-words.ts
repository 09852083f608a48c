/** Defines the texts of the grid in which failed rows are corrected. */
import { formatNumber } from '#web/lib/numbers.ts';
import { plural } from '#web/lib/plural.ts';
import { defineWords } from '#web/lib/words.ts';

export const correctionsWords = defineWords({
  en: {
    fixedRow: 'The portal may have this row already, so it runs exactly as it was sent.',
    undo: 'Undo',
    back: 'Back to the job',
    keys: 'At the ticks, J and K move between rows, and X ticks one. In a cell, Enter goes to the next row, Ctrl-Z undoes.',
    onlyWrong: (rows: number) => `Show only ${plural(rows, 'row')} with errors`,
    wrongOf: (rows: number) => `${plural(rows, 'row')} that had errors`,
    showAll: 'Show all rows',
  },
  bn: {
    fixedRow: 'পোর্টাল এই সারি আগেই নিয়ে থাকতে পারে, তাই যেমন পাঠানো হয়েছিল ঠিক তেমনই চলবে।',
    undo: 'আগের অবস্থায় ফিরুন',
    back: 'কাজটিতে ফিরে যান',
    keys: 'টিকের ঘরে J ও K চেপে এক সারি থেকে আরেকটিতে যান, X চেপে টিক দিন বা তুলুন। লেখার ঘরে Enter চাপলে পরের সারিতে যায়, Ctrl-Z চাপলে আগের অবস্থা ফেরে।',
    onlyWrong: (rows) => `শুধু ভুল আছে এমন ${formatNumber(rows)}টি সারি দেখান`,
    wrongOf: (rows) => `ভুল ছিল এমন ${formatNumber(rows)}টি সারি`,
    showAll: 'সব সারি দেখান',
  },
});
