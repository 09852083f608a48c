/** Defines the texts of a row's details. */
import { defineWords } from '#web/lib/words.ts';

export const rowDetailsWords = defineWords({
  en: {
    noValues: 'The portal returned no values.',
    notYet: 'Nothing yet: this row has not run.',
    copy: 'Copy Row',
    keys: 'In the list, J and K move between rows, Enter opens one, and C copies it.',
    groups: {
      case: 'Case',
      parties: 'Parties',
      money: 'Values and charges',
      goods: 'Goods',
      transport: 'Transport',
    },
  },
  bn: {
    noValues: 'পোর্টাল কোনো তথ্য ফেরত দেয়নি।',
    notYet: 'এখনো কিছু নেই: সারিটি চলেনি।',
    copy: 'সারি কপি করুন',
    keys: 'তালিকায় J ও K চেপে এক সারি থেকে আরেকটিতে যান, Enter চেপে খুলুন, C চেপে কপি করুন।',
    groups: {
      case: 'বিবরণ',
      parties: 'পক্ষ',
      money: 'মূল্য ও খরচ',
      goods: 'পণ্য',
      transport: 'পরিবহন',
    },
  },
});
