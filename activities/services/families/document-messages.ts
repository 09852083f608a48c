/** Messages about the documents that a row names. */
import { defineMessages } from '#contracts/messages/define.ts';

export const documentMessages = defineMessages('document', {
  nameTooLong: { en: 'This is longer than 200 characters.', bn: 'এটি ২০০ অক্ষরের চেয়ে বড়।' },
  notDocument: {
    en: 'This is neither the name of a PDF nor a document of an earlier result.',
    bn: 'এটি কোনো PDF-এর নাম নয়, আগের কোনো ফলাফলের ডকুমেন্টও নয়।',
  },
  documentHint: {
    en: 'The name of a PDF in the ZIP that comes with the sheet, such as invoice-0912.pdf, or service and number of an earlier result, such as exp-search:1084-004599-2026.',
    bn: 'শিটের সঙ্গের ZIP-এর কোনো PDF-এর নাম, যেমন invoice-0912.pdf, অথবা আগের ফলাফলের সেবা ও নম্বর, যেমন exp-search:1084-004599-2026।',
  },
  severalFit: {
    en: 'Several documents of your earlier results fit {reference}: {names}. Name the one that is meant, such as {example}.',
    bn: 'আপনার আগের ফলাফলের একাধিক ডকুমেন্ট {reference}-এর সঙ্গে মেলে: {names}। কোনটি বোঝাচ্ছেন তা লিখুন, যেমন {example}।',
  },
  notFound: { en: 'The document {name} cannot be found.', bn: '{name} ডকুমেন্টটি পাওয়া যায়নি।' },
});
