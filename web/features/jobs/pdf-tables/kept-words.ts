/** Defines the texts about corrections that are kept for the next PDFs of the same layout. */
import { defineWords } from '#web/lib/words.ts';

export const keptWords = defineWords({
  en: {
    applied: (day: string, file: string) => `Your corrections of ${day} in ${file} were applied.`,
    revoke: 'Take them back for this PDF',
    revokeHint:
      'This PDF has the same layout. Taking them back removes all corrections of this PDF; export again afterwards. They stay kept for the next one.',
    about:
      'When you export, corrections of columns, headings, totals and left-out tables are kept, unless you choose otherwise, and your next PDF of the same layout gets them as well.',
    remember: 'Remember these corrections for my next PDF of this layout',
    notRemembered:
      'They change the files of this PDF only. Corrections that were kept earlier stay kept; you can delete them below.',
    list: 'Kept corrections',
    loading: 'Loading the kept corrections',
    failed: 'The kept corrections could not be loaded.',
    none: 'No corrections are kept.',
    dates: (corrected: string, used: string) => `Corrected ${corrected}, last used ${used}`,
    delete: 'Delete',
    deleteOne: (file: string) => `Delete the kept corrections of ${file}`,
    deleteFailed: 'The kept corrections could not be deleted.',
  },
  bn: {
    applied: (day, file) => `${file} ফাইলে ${day} তারিখে করা আপনার সংশোধন এখানেও করা হয়েছে।`,
    revoke: 'এই PDF-এ ফেরত নিন',
    revokeHint:
      'এই PDF-এর ছক একই। ফেরত নিলে এই PDF-এর সব সংশোধন মুছে যায়; তারপর আবার এক্সপোর্ট করুন। পরের PDF-এর জন্য সেগুলো রাখা থাকে।',
    about:
      'আপনি মানা না করলে এক্সপোর্টের সময় কলাম, শিরোনাম, মোট ও বাদ দেওয়া টেবিলের সংশোধন রাখা হয়, একই ছকের পরের PDF-এও তা করা হয়।',
    remember: 'এই ছকের পরের PDF-এর জন্য সংশোধনগুলো মনে রাখুন',
    notRemembered: 'এগুলো শুধু এই PDF-এর ফাইল বদলায়। আগে রাখা সংশোধন রয়ে যায়; নিচে সেগুলো মুছতে পারেন।',
    list: 'রাখা সংশোধন',
    loading: 'রাখা সংশোধন লোড হচ্ছে',
    failed: 'রাখা সংশোধন লোড করা যায়নি।',
    none: 'কোনো সংশোধন রাখা নেই।',
    dates: (corrected, used) => `সংশোধন ${corrected}, শেষ ব্যবহার ${used}`,
    delete: 'মুছুন',
    deleteOne: (file) => `${file}-এর রাখা সংশোধন মুছুন`,
    deleteFailed: 'রাখা সংশোধন মোছা যায়নি।',
  },
});
