/** Messages about the cells and rows of an uploaded sheet. */
import { defineMessages } from '../messages/define.ts';

export const sheetMessages = defineMessages('sheet', {
  emptyCell: { en: 'This cell is empty.', bn: 'এই ঘরটি খালি।' },
  invalidCell: { en: 'This cell is not valid.', bn: 'এই ঘরের তথ্য ঠিক নয়।' },
  spreadsheetError: {
    en: 'This cell has an error of the spreadsheet, not a value.',
    bn: 'এই ঘরে তথ্য নেই, স্প্রেডশিটের একটি ত্রুটি আছে।',
  },
  monthFirst: {
    en: 'The day of this date is not certain, because other dates of this sheet have the month first.',
    bn: 'এই তারিখের দিন কোনটি তা নিশ্চিত নয়, কারণ এই শিটের অন্য তারিখে মাস আগে আছে।',
  },
  writeMonth: {
    en: 'Write it as 2026-11-02, or with the name of the month: 02-NOV-2026.',
    bn: '2026-11-02 এভাবে, অথবা মাসের নাম দিয়ে লিখুন: 02-NOV-2026।',
  },
  exchangedDate: {
    en: 'Day and month of this date may be exchanged, because Excel could not read other dates of this sheet.',
    bn: 'এই তারিখের দিন ও মাস অদলবদল হয়ে থাকতে পারে, কারণ Excel এই শিটের অন্য কিছু তারিখ পড়তে পারেনি।',
  },
  nameMonth: {
    en: 'Write it with the name of the month: 02-NOV-2026.',
    bn: 'মাসের নাম দিয়ে লিখুন: 02-NOV-2026।',
  },
  dayFirst: {
    en: 'The dates of this sheet are read with the day first: {text} is {@day}.',
    bn: 'এই শিটের তারিখে দিন আগে ধরা হয়েছে: {text} মানে {@day}।',
  },
  dayFirstHint: {
    en: 'If your file has the month first, write its dates as 2026-11-02.',
    bn: 'আপনার ফাইলে মাস আগে থাকলে তারিখগুলো 2026-11-02 এভাবে লিখুন।',
  },
  dayNumber: {
    en: "Numbers are read as Excel's numbers of days: {text} is {@day}.",
    bn: 'সংখ্যাকে Excel-এর দিনের সংখ্যা হিসেবে পড়া হয়েছে: {text} মানে {@day}।',
  },
  dayNumberHint: {
    en: 'If you mean another day, write it as 2026-11-02.',
    bn: 'অন্য দিন হলে 2026-11-02 এভাবে লিখুন।',
  },
  dayNumberOf1904: {
    en: 'This workbook counts days from 1904, so it is not certain which day this number is.',
    bn: 'এই ওয়ার্কবুকে দিন গোনা হয় ১৯০৪ থেকে, তাই এই সংখ্যাটি কোন দিন তা নিশ্চিত নয়।',
  },
  turnedIntoDate: { en: 'Excel has turned this into a date.', bn: 'Excel এটিকে তারিখ বানিয়ে ফেলেছে।' },
  mayBeTurnedIntoDate: {
    en: 'Excel may have turned this into a date.',
    bn: 'Excel হয়তো এটিকে তারিখ বানিয়ে ফেলেছে।',
  },
  typeAsText: {
    en: 'Write here what you mean, or format the column as Text in Excel and type it again.',
    bn: 'যা বোঝাতে চান তা এখানে লিখুন, অথবা Excel-এ কলামটি Text হিসেবে ফরম্যাট করে আবার লিখুন।',
  },
  shortenedNumber: {
    en: 'The spreadsheet has shortened this number, and its last digits are lost.',
    bn: 'স্প্রেডশিট এই সংখ্যাটি সংক্ষেপ করেছে, শেষের অঙ্কগুলো হারিয়ে গেছে।',
  },
  fewerDecimals: {
    en: 'The workbook shows {shown} but holds {exact}. It is read as shown.',
    bn: 'ওয়ার্কবুকে {shown} দেখা যায়, কিন্তু আছে {exact}। যা দেখা যায়, তা-ই পড়া হয়েছে।',
  },
  fewerDecimalsHint: {
    en: 'If you mean the other number, show more decimals in Excel. Look at the whole column.',
    bn: 'অন্য সংখ্যাটি হলে Excel-এ আরও দশমিক দেখান। পুরো কলামটি দেখে নিন।',
  },
  commaOrPoint: {
    en: 'It is not certain what this number is: a comma may stand before decimals in this sheet.',
    bn: 'এই সংখ্যাটি কত তা নিশ্চিত নয়: এই শিটে দশমিকের জায়গায় কমা থাকতে পারে।',
  },
  writePoint: {
    en: 'Write it with a point before its decimals and without other separators: 46213.00 or 46.213.',
    bn: 'দশমিকের আগে বিন্দু দিয়ে, অন্য কোনো চিহ্ন ছাড়া লিখুন: 46213.00 বা 46.213।',
  },
  formattedNumber: {
    en: 'This is used as it is written, with its commas or decimals.',
    bn: 'এটি যেভাবে লেখা আছে, কমা বা দশমিকসহ সেভাবেই ব্যবহার হবে।',
  },
  formattedNumberHint: {
    en: 'Remove them if they are only the format of a number.',
    bn: 'এগুলো শুধু সংখ্যার ফরম্যাট হলে বাদ দিন।',
  },
  unusualCharacter: {
    en: 'The character {mark} is unusual in a number like this. It is used as it is written.',
    bn: 'এমন নম্বরে {mark} চিহ্নটি সাধারণত থাকে না। যেভাবে লেখা আছে, সেভাবেই ব্যবহার হবে।',
  },
  unusualCharacterHint: {
    en: 'Type it again if you mean a hyphen, letter or digit of an English keyboard.',
    bn: 'ইংরেজি কিবোর্ডের হাইফেন, অক্ষর বা অঙ্ক হলে আবার লিখুন।',
  },
  alikeSheets: {
    en: 'Only one sheet of the workbook is read. Others have the same headings: {sheets}.',
    bn: 'ওয়ার্কবুকের একটি শিটই পড়া হয়। একই শিরোনামের আরও শিট আছে: {sheets}।',
  },
  alikeSheetsHint: {
    en: 'Upload each sheet as a file of its own, or put all rows into the first sheet.',
    bn: 'প্রতিটি শিট আলাদা ফাইল হিসেবে আপলোড করুন, অথবা সব সারি প্রথম শিটে রাখুন।',
  },
  otherCurrency: {
    en: 'This amount is shown with {mark}, but the currency of the row is {currency}.',
    bn: 'এই অঙ্কের সঙ্গে {mark} আছে, কিন্তু এই সারির মুদ্রা {currency}।',
  },
  otherCurrencyHint: {
    en: 'Correct the currency of the row, or that of the amount.',
    bn: 'সারির মুদ্রা অথবা অঙ্কের মুদ্রা ঠিক করুন।',
  },
  wholeAmounts: {
    en: 'Amounts in {currency} have no decimals.',
    bn: '{currency}-এর অঙ্কে দশমিক থাকে না।',
  },
  wholeAmountsHint: {
    en: 'Write a whole amount, or correct the currency of the row.',
    bn: 'দশমিক ছাড়া পুরো অঙ্ক লিখুন, অথবা সারির মুদ্রা ঠিক করুন।',
  },
  hiddenRow: {
    en: 'Row {#first} is hidden in the workbook.',
    bn: 'ওয়ার্কবুকে সারি {#first} লুকানো আছে।',
  },
  hiddenRows: {
    en: '{#rows} rows are hidden in the workbook, the first of them is row {#first}.',
    bn: 'ওয়ার্কবুকে {#rows}টি সারি লুকানো আছে, প্রথমটি সারি {#first}।',
  },
  hiddenRowsHint: {
    en: 'Hidden rows are read like all others. Delete those that you do not want from the file.',
    bn: 'লুকানো সারিও অন্য সারির মতোই পড়া হয়। যেগুলো চান না, সেগুলো ফাইল থেকে মুছে দিন।',
  },
  cellTooLong: { en: 'This cell has more than {#most} characters.', bn: 'এই ঘরে {#most}টির বেশি অক্ষর আছে।' },
  shortenCell: {
    en: 'Shorten it. A quotation mark that is not closed also makes one cell of many.',
    bn: 'ছোট করুন। উদ্ধৃতি চিহ্ন বন্ধ না করলেও অনেক ঘর মিলে একটি ঘর হয়ে যায়।',
  },
  quoteCommas: {
    en: 'A text with a comma in it must be in double quotes: "Dhaka, Bangladesh".',
    bn: 'লেখায় কমা থাকলে ডাবল কোটের ভেতরে দিন: "Dhaka, Bangladesh"।',
  },
  noHeading: { en: 'This cell has no heading above it.', bn: 'এই ঘরের উপরে কোনো শিরোনাম নেই।' },
  sameAsRow: { en: 'Same as row {#row}.', bn: 'সারি {#row}-এর মতো একই।' },
  sameAnswer: {
    en: 'It gets the answer of that row and costs nothing.',
    bn: 'ওই সারির উত্তরই এতে আসবে, আলাদা ক্রেডিট লাগবে না।',
  },
  duplicateRow: { en: 'Duplicate of row {#row}.', bn: 'সারি {#row}-এর সঙ্গে হুবহু মিলে যায়।' },
  removeOneRow: { en: 'Remove one of the two rows.', bn: 'দুটি সারির একটি বাদ দিন।' },
  sharedWithRow: { en: 'Row {#row} has the same.', bn: 'সারি {#row}-এ একই আছে।' },
  correctOneRow: { en: 'Correct one of the two rows.', bn: 'দুটি সারির একটি ঠিক করুন।' },
  filedWithBadRow: {
    en: 'Filed together with row {#row}, which has a problem.',
    bn: 'সারি {#row}-এর সঙ্গে একত্রে জমা হয়, আর সেই সারিতে ভুল আছে।',
  },
  correctOtherRow: {
    en: 'Correct row {#row}; this row needs no change.',
    bn: 'সারি {#row} ঠিক করুন; এই সারিতে কিছু বদলাতে হবে না।',
  },
  digitsLost: {
    en: 'Excel keeps only 15 digits of a number: the last ones may be wrong.',
    bn: 'Excel একটি সংখ্যার মাত্র ১৫টি অঙ্ক রাখে: শেষের অঙ্কগুলো ভুল হতে পারে।',
  },
  formatAsText: {
    en: 'Format the column as Text in Excel and type the number again.',
    bn: 'Excel-এ কলামটি Text হিসেবে ফরম্যাট করে নম্বরটি আবার লিখুন।',
  },
  invalidRow: { en: 'This row is not valid.', bn: 'এই সারিটি সঠিক নয়।' },
  noRateAnnounced: {
    en: 'No rate of "{scheme}" is announced for shipments of {@day}.',
    bn: '{@day} তারিখের রপ্তানির জন্য "{scheme}"-এর হার ঘোষণা হয়নি।',
  },
  noRateHint: {
    en: 'The date of the bill of lading decides. Write to us if a circular has a rate for this day.',
    bn: 'বিল অব লেডিং-এর তারিখ ধরা হয়। কোনো সার্কুলারে এই দিনের হার থাকলে আমাদের লিখুন।',
  },
  filedBefore: { en: 'You have filed this on {@day}.', bn: 'আপনি এটি {@day} তারিখে জমা দিয়েছেন।' },
  filedBeforeHint: {
    en: 'It is looked up first and never filed twice, but it is charged.',
    bn: 'আগে খুঁজে দেখা হয়, দুবার জমা হয় না; তবে ক্রেডিট লাগে।',
  },
  mayBeTaken: { en: 'The portal may have taken this row.', bn: 'পোর্টাল এই সারি নিয়ে থাকতে পারে।' },
  mayBeTakenHint: {
    en: 'Run it as it is first: it is looked up before anything else.',
    bn: 'আগে যেমন আছে তেমনই চালান: সবার আগে পোর্টালে খুঁজে দেখা হয়।',
  },
  duplicateOfDone: { en: 'Duplicate of row {#row}, which is done.', bn: 'সারি {#row}-এর মতোই, যেটির কাজ শেষ।' },
  duplicateOfSent: {
    en: 'Duplicate of row {#row}, which the portal may have taken.',
    bn: 'সারি {#row}-এর মতোই, যেটি পোর্টাল নিয়ে থাকতে পারে।',
  },
  duplicateOfSentHint: {
    en: 'Run that row again first: it is looked up before anything else.',
    bn: 'আগে ওই সারিটি আবার চালান: সবার আগে পোর্টালে খুঁজে দেখা হয়।',
  },
  duplicateOfDoneHint: {
    en: 'Leave this row out, or correct what makes it the same.',
    bn: 'এই সারি বাদ দিন, অথবা যে কারণে একই রকম, তা ঠিক করুন।',
  },
});
