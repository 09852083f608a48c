/** Messages of Cash Incentive Application. */
import { defineMessages } from '#contracts/messages/define.ts';

export const cashIncentiveApplicationMessages = defineMessages('cash-incentive-application', {
  nothingLeft: {
    en: 'Freight, insurance and commission leave nothing of the invoice value.',
    bn: 'ভাড়া, বীমা ও কমিশন বাদ দিলে ইনভয়েস মূল্যের কিছুই থাকে না।',
  },
  netFobHint: {
    en: 'Net FOB is the invoice value without these three.',
    bn: 'এই তিনটি বাদে ইনভয়েস মূল্যই নিট FOB।',
  },
  otherNetFob: {
    en: 'Invoice value without freight, insurance and commission is {#value}.',
    bn: 'ভাড়া, বীমা ও কমিশন বাদে ইনভয়েস মূল্য {#value}।',
  },
  correctValue: {
    en: 'Correct the value, or leave it empty to have it filled in.',
    bn: 'মানটি ঠিক করুন, অথবা খালি রাখুন: আমরা বসিয়ে দেব।',
  },
  lowValueAddition: {
    en: 'The value addition is {#added} %, below {#min} %.',
    bn: 'মূল্য সংযোজন {#added}%, যা {#min}%-এর কম।',
  },
  otherValueAddition: {
    en: 'CMT and local material are {#added} % of net FOB.',
    bn: 'CMT ও স্থানীয় উপকরণ নিট FOB-এর {#added}%।',
  },
  valueAdditionHint: {
    en: 'It is CMT and local material together, in per cent of net FOB.',
    bn: 'এটি CMT ও স্থানীয় উপকরণের যোগফল, নিট FOB-এর শতকরা হারে।',
  },
  aboveInvoiceValue: {
    en: 'This is more than {#max} % of the invoice value.',
    bn: 'এটি ইনভয়েস মূল্যের {#max}%-এর বেশি।',
  },
  onlyOwnProceeds: {
    en: 'Only the proceeds of this invoice count.',
    bn: 'শুধু এই ইনভয়েসের প্রত্যাবাসিত মূল্যই ধরা হয়।',
  },
  realisedTooLongAgo: {
    en: 'The proceeds were realised {#days} days ago.',
    bn: 'মূল্য প্রত্যাবাসিত হয়েছে {#days} দিন আগে।',
  },
  claimPeriod: {
    en: 'Banks take a claim within {#days} days of the realisation.',
    bn: 'প্রত্যাবাসনের {#days} দিনের মধ্যে ব্যাংক দাবি নেয়।',
  },
  neededForScheme: { en: 'A claim of "{scheme}" needs it.', bn: '"{scheme}" দাবিতে এটি লাগে।' },
  countryExcluded: {
    en: '"{scheme}" pays nothing for shipments to {country}.',
    bn: '{country}-এ রপ্তানিতে "{scheme}" প্রযোজ্য নয়।',
  },
  claimOtherScheme: { en: 'Claim it under another scheme.', bn: 'অন্য স্কিমে দাবি করুন।' },
  endsSoon: {
    en: 'The time for this claim ends in {#days} days.',
    bn: 'এই দাবির সময় {#days} দিনের মধ্যে শেষ হবে।',
  },
  fileFirst: { en: 'File it before others.', bn: 'এটি আগে জমা দিন।' },
  realisedLess: {
    en: 'Less than the invoice value was realised.',
    bn: 'ইনভয়েস মূল্যের চেয়ে কম প্রত্যাবাসিত হয়েছে।',
  },
  paidOnNetFob: {
    en: 'The claim is made on net FOB; the audit may pay less.',
    bn: 'দাবি হয় নিট FOB-এর উপর; নিরীক্ষায় কম মিলতে পারে।',
  },
  prcTooOld: { en: 'The PRC is older than the realisation.', bn: 'PRC-এর তারিখ প্রত্যাবাসনের আগের।' },
  countryNotInScheme: {
    en: '{country} is not one of the countries of "{scheme}".',
    bn: '{country} "{scheme}"-এর দেশগুলোর মধ্যে নেই।',
  },
  bankMayRefuse: { en: 'The bank may refuse the claim.', bn: 'ব্যাংক দাবিটি না-ও নিতে পারে।' },
  notAccountNumber: {
    en: 'The account number does not have 8 to 17 digits.',
    bn: 'অ্যাকাউন্ট নম্বর ৮ থেকে ১৭ অঙ্কের নয়।',
  },
  accountNumberHint: { en: 'Digits only, such as 1051100123456.', bn: 'শুধু অঙ্ক, যেমন 1051100123456।' },
  claimDiffers: {
    en: 'The bank has claim {claim} of this EXP with {figures}.',
    bn: 'ব্যাংকে এই EXP-এর দাবি {claim} আছে, তবে: {figures}।',
  },
  noRateAnnounced: {
    en: 'No rate of this scheme is announced for shipments of {@day}. Nothing was filed.',
    bn: '{@day} তারিখের রপ্তানির জন্য এই স্কিমের হার ঘোষণা হয়নি। কিছু জমা দেওয়া হয়নি।',
  },
  otherAmount: {
    en: 'The bank calculates {theirs}, we {ours}. Nothing was submitted.',
    bn: 'ব্যাংকের হিসাবে {theirs}, আমাদের হিসাবে {ours}। কিছু জমা দেওয়া হয়নি।',
  },
  claimAtBank: {
    en: 'Claim {claim} of BDT {#amount} is at the bank: {>status}.',
    bn: 'BDT {#amount}-এর দাবি {claim} ব্যাংকে আছে: {>status}।',
  },
  documentsPrepared: {
    en: 'The documents for a claim of BDT {#amount} are ready. Hand them in at your bank; nothing was filed.',
    bn: 'BDT {#amount}-এর দাবির কাগজপত্র তৈরি। আপনার ব্যাংকে জমা দিন; এখান থেকে কিছু জমা হয়নি।',
  },
  notDate: { en: 'The bank shows "{>text}" as a date.', bn: 'ব্যাংক তারিখের ঘরে "{>text}" দেখাচ্ছে।' },
  claimFigures: {
    en: 'BDT {#claim} (net FOB {#netFob}, {#rate} %)',
    bn: 'BDT {#claim} (নিট FOB {#netFob}, {#rate}%)',
  },
});
