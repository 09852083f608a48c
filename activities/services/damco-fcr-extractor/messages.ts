/** Messages of Damco FCR Extractor. */
import { defineMessages } from '#contracts/messages/define.ts';

export const damcoFcrExtractorMessages = defineMessages('damco-fcr-extractor', {
  notReference: {
    en: 'This is not the number of a shipping order, FCR, PO or invoice.',
    bn: 'এটি শিপিং অর্ডার, FCR, PO বা ইনভয়েসের নম্বর নয়।',
  },
  referenceHint: {
    en: '4 to 35 letters, digits and . / _ -, with a digit among them, such as 43680233.',
    bn: '৪ থেকে ৩৫টি অক্ষর, অঙ্ক ও . / _ -, অন্তত একটি অঙ্কসহ, যেমন 43680233।',
  },
  notAddress: { en: 'This is not an address or a part of one.', bn: 'এটি ঠিকানা বা ঠিকানার অংশ নয়।' },
  addressHint: {
    en: 'An e-mail address or a part of it, such as maersk.com.',
    bn: 'ইমেইল ঠিকানা বা তার অংশ, যেমন maersk.com।',
  },
  afterLastDay: { en: 'This is after the last day, {@day}.', bn: 'এটি শেষ দিন {@day}-এর পরের।' },
  dayOrderHint: {
    en: 'The first day may not be after the last one; an empty last day means today.',
    bn: 'প্রথম দিন শেষ দিনের পরে হতে পারে না; শেষ দিন খালি রাখলে আজকের দিন।',
  },
  tooManyDays: {
    en: 'These are {#days} days; at most {#max} can be searched.',
    bn: 'এখানে {#days} দিন; একবারে সর্বোচ্চ {#max} দিন খোঁজা যায়।',
  },
  fewerDaysHint: {
    en: 'A later first day or an earlier last day; an empty last day means today.',
    bn: 'প্রথম দিন আরও পরের, অথবা শেষ দিন আরও আগের তারিখ দিন; শেষ দিন খালি রাখলে আজকের দিন।',
  },
  noReceipt: {
    en: 'No FCR of {key} in the mails from {@from} to {@to}.',
    bn: '{@from} থেকে {@to} পর্যন্ত মেইলে {key}-এর কোনো FCR নেই।',
  },
  mailsLeftOut: {
    en: '{#count} more mails were not looked into; narrow the dates or the sender.',
    bn: 'আরও {#count}টি মেইল দেখা হয়নি; কম দিনের সীমা দিন, অথবা প্রেরকের ঠিকানা আরও পুরো করে লিখুন।',
  },
  numberUnreadable: {
    en: 'An FCR was found, but its number could not be read.',
    bn: 'একটি FCR পাওয়া গেছে, কিন্তু নম্বর পড়া যায়নি।',
  },
  found: { en: 'Found {numbers}.', bn: 'পাওয়া গেছে: {numbers}।' },
  moreUnreadable: { en: '{#count} more could not be read.', bn: 'আরও {#count}টি পড়া যায়নি।' },
  lowConfidence: {
    en: 'Low confidence: please compare with the PDF.',
    bn: 'নিশ্চিত নয়: PDF-এর সঙ্গে মিলিয়ে দেখুন।',
  },
  fieldUnreadable: { en: 'The {field} could not be read.', bn: '{field} পড়া যায়নি।' },
  fieldMissing: { en: 'No {field} was found.', bn: '{field} পাওয়া যায়নি।' },
  fieldTwice: { en: 'The FCR has more than one {field}.', bn: 'FCR-এ একাধিক {field} আছে।' },
  fieldUncertain: { en: 'The {field} is not certain.', bn: '{field} নিশ্চিত নয়।' },
  unknownLayout: {
    en: 'The layout of this FCR is not known; nothing was read from it.',
    bn: 'এই FCR-এর ধরন অজানা; কিছু পড়া যায়নি।',
  },
  noTextLayer: {
    en: 'NO_TEXT_LAYER: the PDF is a scan without text, so nothing was read from it.',
    bn: 'PDF-টি লেখা ছাড়া স্ক্যান, তাই কিছু পড়া যায়নি।',
  },
  numberInMail: { en: 'The number is in the mail, not in the PDF.', bn: 'নম্বরটি মেইলে আছে, PDF-এ নেই।' },
  oneVersionLeftOut: { en: '1 earlier version was left out.', bn: 'আগের ১টি সংস্করণ বাদ দেওয়া হয়েছে।' },
  versionsLeftOut: {
    en: '{#count} earlier versions were left out.',
    bn: 'আগের {#count}টি সংস্করণ বাদ দেওয়া হয়েছে।',
  },
  fcrNo: { en: 'fcr no', bn: 'FCR নম্বর' },
  fcrDate: { en: 'fcr date', bn: 'FCR-এর তারিখ' },
  soNo: { en: 'so no', bn: 'SO নম্বর' },
  shipper: { en: 'shipper', bn: 'প্রেরক' },
  consignee: { en: 'consignee', bn: 'প্রাপক' },
  poNo: { en: 'po no', bn: 'PO নম্বর' },
  invoiceNo: { en: 'invoice no', bn: 'ইনভয়েস নম্বর' },
  expNo: { en: 'exp no', bn: 'EXP নম্বর' },
  pieces: { en: 'pieces', bn: 'পিসের সংখ্যা' },
  cartons: { en: 'cartons', bn: 'কার্টনের সংখ্যা' },
  grossWeight: { en: 'gross weight kg', bn: 'মোট ওজন (কেজি)' },
  cbm: { en: 'cbm', bn: 'CBM' },
  pol: { en: 'pol', bn: 'লোডিং বন্দর' },
  pod: { en: 'pod', bn: 'খালাসের বন্দর' },
  vessel: { en: 'vessel', bn: 'জাহাজ' },
  containerNo: { en: 'container no', bn: 'কনটেইনার নম্বর' },
  sealNo: { en: 'seal no', bn: 'সিল নম্বর' },
});
