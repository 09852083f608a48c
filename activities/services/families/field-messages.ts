/** Messages about cells: what a column takes, and what is wrong with a value. */
import { defineMessages } from '#contracts/messages/define.ts';

export const fieldMessages = defineMessages('field', {
  notNumber: {
    en: 'This is not a number with at most {#decimals} decimals.',
    bn: 'এটি দশমিকের পর সর্বোচ্চ {#decimals} ঘরের সংখ্যা নয়।',
  },
  notAbove: { en: 'This is not a number above {#above}.', bn: 'এটি {#above}-এর বেশি কোনো সংখ্যা নয়।' },
  notFrom: { en: 'This is not a number from {#min}.', bn: 'এটি {#min} বা তার বেশি কোনো সংখ্যা নয়।' },
  notInRange: {
    en: 'This is not a number from {#min} up to {#max}.',
    bn: 'এটি {#min} থেকে {#max}-এর মধ্যে কোনো সংখ্যা নয়।',
  },
  aboveHint: {
    en: 'A number above {#above} with at most {#decimals} decimals, such as 61500.00 or 61,500.00.',
    bn: '{#above}-এর বেশি সংখ্যা, দশমিকের পর সর্বোচ্চ {#decimals} ঘর, যেমন 61500.00 বা 61,500.00।',
  },
  fromHint: {
    en: 'A number from {#min} with at most {#decimals} decimals, such as 61500.00 or 61,500.00.',
    bn: '{#min} বা তার বেশি সংখ্যা, দশমিকের পর সর্বোচ্চ {#decimals} ঘর, যেমন 61500.00 বা 61,500.00।',
  },
  rangeHint: {
    en: 'A number from {#min} up to {#max} with at most {#decimals} decimals, such as 61500.00 or 61,500.00.',
    bn: '{#min} থেকে {#max}-এর মধ্যে সংখ্যা, দশমিকের পর সর্বোচ্চ {#decimals} ঘর, যেমন 61500.00 বা 61,500.00।',
  },
  notWholeNumber: { en: 'This is not a whole number.', bn: 'এটি পূর্ণ সংখ্যা নয়।' },
  notWholeInRange: {
    en: 'This is not a whole number from {#min} to {#max}.',
    bn: 'এটি {#min} থেকে {#max}-এর মধ্যে কোনো পূর্ণ সংখ্যা নয়।',
  },
  wholeNumberHint: { en: 'A whole number, such as 615.', bn: 'পূর্ণ সংখ্যা, যেমন 615।' },
  wholeFromHint: {
    en: 'A whole number from {#min}, such as 615.',
    bn: '{#min} বা তার বেশি পূর্ণ সংখ্যা, যেমন 615।',
  },
  tooShort: { en: 'This is shorter than {#min} characters.', bn: 'এটি {#min} অক্ষরের চেয়ে ছোট।' },
  tooLong: { en: 'This is longer than {#max} characters.', bn: 'এটি {#max} অক্ষরের চেয়ে বড়।' },
  lengthHint: { en: '{#min} to {#max} characters.', bn: '{#min} থেকে {#max} অক্ষর।' },
  lengthExampleHint: {
    en: '{#min} to {#max} characters, such as {example}.',
    bn: '{#min} থেকে {#max} অক্ষর, যেমন {example}।',
  },
  notOneOf: { en: 'This is not one of {list}.', bn: 'এটি এগুলোর কোনোটি নয়: {list}।' },
  oneOfHint: { en: 'One of {list}.', bn: 'এগুলোর একটি: {list}।' },
  notDate: { en: 'This is not a date, day first.', bn: 'এটি তারিখ নয়; দিন আগে লিখুন।' },
  inFuture: { en: 'This date is in the future.', bn: 'এই তারিখ এখনো আসেনি।' },
  inPast: { en: 'This date is in the past.', bn: 'এই তারিখ পার হয়ে গেছে।' },
  dateHint: {
    en: 'A date such as 2026-11-02, 02/11/2026 or 02-NOV-2026: the day before the month.',
    bn: 'তারিখ, যেমন 2026-11-02, 02/11/2026 বা 02-NOV-2026: মাসের আগে দিন।',
  },
  checkDates: {
    en: 'Check both dates: the day comes before the month.',
    bn: 'দুটি তারিখই দেখুন: মাসের আগে দিন।',
  },
  notHsCode: { en: 'The HS code does not have 8 digits.', bn: 'HS code ৮ অঙ্কের নয়।' },
  hsCodeHint: {
    en: 'The 8 digits of the Bangladesh tariff, such as 61091000 or 6109.10.00.',
    bn: 'বাংলাদেশের শুল্ক তালিকার ৮ অঙ্ক, যেমন 61091000 বা 6109.10.00।',
  },
  notCountry: { en: 'This is not a country.', bn: 'এটি কোনো দেশ নয়।' },
  notAbroad: { en: 'This must be another country than Bangladesh.', bn: 'বাংলাদেশ ছাড়া অন্য দেশ হতে হবে।' },
  countryHint: {
    en: 'The two letters of the country or its English name, such as SE or Sweden.',
    bn: 'দেশের দুই অক্ষরের কোড বা ইংরেজি নাম, যেমন SE বা Sweden।',
  },
  notPort: { en: 'This is not a UN/LOCODE.', bn: 'এটি UN/LOCODE নয়।' },
  portHint: {
    en: 'The five letters of the port, such as BDCGP for Chattogram or SEGOT for Gothenburg.',
    bn: 'বন্দরের পাঁচ অক্ষরের কোড, যেমন চট্টগ্রামের BDCGP বা Gothenburg-এর SEGOT।',
  },
  notPortOfBangladesh: { en: 'This is not a port of Bangladesh.', bn: 'এটি বাংলাদেশের কোনো বন্দর নয়।' },
  portOfBangladeshHint: {
    en: 'The UN/LOCODE of a port in Bangladesh, such as BDCGP, BDDAC or BDMGL.',
    bn: 'বাংলাদেশের বন্দরের UN/LOCODE, যেমন BDCGP, BDDAC বা BDMGL।',
  },
  notBillNumber: { en: 'This is not the number of a bill.', bn: 'এটি বিল অব এন্ট্রি বা এক্সপোর্টের নম্বর নয়।' },
  billNumberHint: {
    en: 'One letter and up to 7 digits, such as C796229.',
    bn: 'একটি অক্ষর ও সর্বোচ্চ ৭ অঙ্ক, যেমন C796229।',
  },
  notCustomsOffice: { en: 'The customs office does not have 3 digits.', bn: 'কাস্টমস অফিসের কোড ৩ অঙ্কের নয়।' },
  customsOfficeHint: {
    en: 'The 3 digits of the customs office, such as 301 for Chattogram.',
    bn: 'কাস্টমস অফিসের ৩ অঙ্কের কোড, যেমন চট্টগ্রামের 301।',
  },
  notBin: {
    en: 'The BIN does not have 13 digits; older numbers of 9 digits are no longer valid.',
    bn: 'BIN ১৩ অঙ্কের নয়; ৯ অঙ্কের পুরোনো নম্বর আর চলে না।',
  },
  binHint: {
    en: 'The 13 digits of the BIN, such as 001234567-0103.',
    bn: 'BIN-এর ১৩ অঙ্ক, যেমন 001234567-0103।',
  },
  notRex: { en: 'This is not a REX number of Bangladesh.', bn: 'এটি বাংলাদেশের REX নম্বর নয়।' },
  rexHint: {
    en: 'BDREX followed by letters or digits, such as BDREX0001234.',
    bn: 'BDREX, তার পরে অক্ষর বা অঙ্ক, যেমন BDREX0001234।',
  },
  eitherOr: { en: '{first} or {second}', bn: '{first} বা {second}' },
});
