/** Messages of H&M E-Invoice Download. */
import { defineMessages } from '#contracts/messages/define.ts';

export const hmEinvoiceDownloadMessages = defineMessages('hm-einvoice-download', {
  nothingNamed: {
    en: 'The row names no invoice, no order and no dates.',
    bn: 'সারিতে ইনভয়েস, অর্ডার বা তারিখ কোনোটিই নেই।',
  },
  fillInOne: { en: 'Fill in one of them.', bn: 'এগুলোর একটি পূরণ করুন।' },
  dateMissing: { en: 'One of the two dates is missing.', bn: 'দুটি তারিখের একটি নেই।' },
  giveBothDates: { en: 'Give both dates or none.', bn: 'দুটি তারিখই দিন, অথবা একটিও নয়।' },
  datesReversed: { en: 'The last date is before the first.', bn: 'শেষ তারিখ প্রথম তারিখের আগের।' },
  datesTooFarApart: { en: 'The dates are {#days} days apart.', bn: 'তারিখ দুটির মধ্যে {#days} দিনের ব্যবধান।' },
  daysAtMost: { en: 'At most {#days} days after the first date.', bn: 'প্রথম তারিখের পর সর্বোচ্চ {#days} দিন।' },
  found: { en: 'Invoice {invoice} was found: {>status}.', bn: 'ইনভয়েস {invoice} পাওয়া গেছে: {>status}।' },
  manyFound: {
    en: '{#count} invoices were found; the sheet Invoices has each of them.',
    bn: '{#count}টি ইনভয়েস পাওয়া গেছে; প্রতিটি Invoices শিটে আছে।',
  },
});
