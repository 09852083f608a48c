/** Messages of REX/SOO Submission. */
import { defineMessages } from '#contracts/messages/define.ts';

export const rexSooSubmissionMessages = defineMessages('rex-soo-submission', {
  notRexCountry: { en: 'This is not a country of the REX scheme.', bn: 'এটি REX স্কিমের কোনো দেশ নয়।' },
  countryHint: {
    en: 'A country of the EU, Norway, Switzerland or Turkey, such as SE or Sweden, or its id on the portal.',
    bn: 'ইইউ, নরওয়ে, সুইজারল্যান্ড বা তুরস্কের দেশ, যেমন SE বা Sweden, অথবা পোর্টালে তার আইডি।',
  },
  notCriterion: { en: 'This is not an origin criterion.', bn: 'এটি উৎপত্তির মানদণ্ড (origin criterion) নয়।' },
  criterionHint: {
    en: 'P, or W and the four digits of the heading, such as W 6109.',
    bn: 'P, অথবা W ও শিরোনামের চার অঙ্ক, যেমন W 6109।',
  },
  notFileName: {
    en: 'This invoice number cannot be the name of a file.',
    bn: 'এই ইনভয়েস নম্বর ফাইলের নাম হতে পারে না।',
  },
  invoiceHint: {
    en: 'Letters, digits, dots, hyphens and underscores, such as 2509675: the PDFs are named after it.',
    bn: 'অক্ষর, অঙ্ক, ডট, হাইফেন ও আন্ডারস্কোর, যেমন 2509675: PDF-গুলোর নাম এটি দিয়েই হয়।',
  },
  billTooOld: {
    en: 'The bill of lading is more than {#days} days older than the invoice.',
    bn: 'বিল অব লেডিং ইনভয়েসের চেয়ে {#days} দিনের বেশি পুরোনো।',
  },
  otherHeading: {
    en: 'The heading {heading} is not that of the HS code {code}.',
    bn: 'শিরোনাম {heading} HS code {code}-এর নয়।',
  },
  headingHint: {
    en: 'W is followed by the first four digits of the HS code.',
    bn: 'W-এর পরে HS code-এর প্রথম চার অঙ্ক বসে।',
  },
  recordDiffers: {
    en: 'The portal has record {number} of this invoice with {figures}.',
    bn: 'পোর্টালে এই ইনভয়েসের রেকর্ড {number} আছে, তবে: {figures}।',
  },
  importerNotSaved: {
    en: 'The importer {importer} is not saved in the portal account.',
    bn: 'আমদানিকারক {importer} পোর্টালের অ্যাকাউন্টে সংরক্ষিত নেই।',
  },
  countryNotOffered: {
    en: 'The portal does not offer the country {country}.',
    bn: 'পোর্টালে {country} দেশটি নেই।',
  },
  severalEntries: {
    en: 'The portal has several entries named {name}: {ids}. Write the ID of the one that is meant.',
    bn: 'পোর্টালে {name} নামে একাধিক এন্ট্রি আছে: {ids}। কোনটি, তার আইডি লিখুন।',
  },
  recorded: { en: 'Recorded at EPB as {number}.', bn: 'EPB-তে রেকর্ড হয়েছে: {number}।' },
});
