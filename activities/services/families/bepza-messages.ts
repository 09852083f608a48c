/** Messages about the permits of the export zones. */
import { defineMessages } from '#contracts/messages/define.ts';

export const bepzaMessages = defineMessages('bepza', {
  notApplicationNumber: {
    en: 'This is not the number of an {kind} application.',
    bn: 'এটি {kind} আবেদনের নম্বর নয়।',
  },
  applicationNumberHint: {
    en: 'The application number that the portal gave, such as {example}.',
    bn: 'পোর্টালের দেওয়া আবেদন নম্বর, যেমন {example}।',
  },
  undertakingMissing: {
    en: 'Without the undertaking nothing can be submitted.',
    bn: 'অঙ্গীকারনামা ছাড়া কিছু জমা দেওয়া যায় না।',
  },
  undertakingHint: {
    en: 'YES: you accept the undertaking of the portal.',
    bn: 'YES: আপনি পোর্টালের অঙ্গীকারনামা মেনে নিচ্ছেন।',
  },
  notPort: {
    en: 'This is neither a UN/LOCODE of Bangladesh nor the name of a land port.',
    bn: 'এটি বাংলাদেশের UN/LOCODE নয়, কোনো স্থলবন্দরের নামও নয়।',
  },
  portHint: {
    en: 'The UN/LOCODE of a port in Bangladesh or the name of a land port, such as BDCGP or Benapole.',
    bn: 'বাংলাদেশের বন্দরের UN/LOCODE বা স্থলবন্দরের নাম, যেমন BDCGP বা Benapole।',
  },
  itemsDoNotAddUp: {
    en: 'The items of {words} add up to {#sum}, not to the {total} of {#value}.',
    bn: '{words}-এর আইটেমগুলোর যোগফল {#sum}, যা {total} {#value}-এর সমান নয়।',
  },
  itemsMakeTotal: {
    en: 'The item_fob of all rows of an invoice make its {total}.',
    bn: 'এক ইনভয়েসের সব সারির item_fob মিলে {total} হয়।',
  },
  grossBelowItems: {
    en: 'The gross weight of {words} is less than the {#net} kg net of its items.',
    bn: '{words}-এর মোট ওজন (gross) তার আইটেমগুলোর নিট ওজন {#net} কেজির চেয়ে কম।',
  },
  grossIncludesPackages: {
    en: 'Gross weight is that of the whole invoice and includes the packages.',
    bn: 'মোট ওজন (gross) পুরো ইনভয়েসের, প্যাকেটের ওজনসহ।',
  },
  itemTwice: {
    en: 'Invoice {invoice} has item {#item} twice.',
    bn: 'ইনভয়েস {invoice}-এ আইটেম {#item} দুবার আছে।',
  },
  numberItems: {
    en: 'Number the items of an invoice from 1.',
    bn: 'এক ইনভয়েসের আইটেমগুলোতে ১ থেকে নম্বর দিন।',
  },
  columnMissing: { en: '{column} is missing for {type}.', bn: '{type}-এর জন্য {column} দেওয়া নেই।' },
  expExample: { en: 'Such as 1084-004599-2026.', bn: 'যেমন 1084-004599-2026।' },
  codeOfOtherZone: {
    en: 'The enterprise code does not begin with {zone}.',
    bn: 'প্রতিষ্ঠানের কোড {zone} দিয়ে শুরু হয়নি।',
  },
  checkZone: {
    en: 'Check that the zone is the one of the enterprise.',
    bn: 'জোনটি প্রতিষ্ঠানের জোন কি না দেখুন।',
  },
  noApplicationNamed: { en: 'The row names no application.', bn: 'সারিতে কোনো আবেদনের উল্লেখ নেই।' },
  fillIn: { en: 'Fill in {choices}.', bn: '{choices} পূরণ করুন।' },
  otherZone: { en: 'Application {number} is not of the zone {zone}.', bn: 'আবেদন {number} {zone} জোনের নয়।' },
  zoneInNumber: { en: 'The zone is part of the application number.', bn: 'জোন আবেদন নম্বরেই লেখা থাকে।' },
  unknownStatus: {
    en: 'The portal shows "{>status}" as the status of {number}.',
    bn: 'পোর্টালে {number}-এর অবস্থা "{>status}" দেখাচ্ছে।',
  },
  permitFound: { en: 'Permit {permit} was found: {>status}.', bn: 'পারমিট {permit} পাওয়া গেছে: {>status}।' },
  permitsFound: { en: '{#count} permits were found.', bn: '{#count}টি পারমিট পাওয়া গেছে।' },
  noPermit: { en: 'The portal has no such permit.', bn: 'পোর্টালে এমন কোনো পারমিট নেই।' },
  noApplication: { en: 'The portal has no such application.', bn: 'পোর্টালে এমন কোনো আবেদন নেই।' },
  notSubmitted: {
    en: 'Application {number} has not been submitted yet.',
    bn: 'আবেদন {number} এখনো জমা দেওয়া হয়নি।',
  },
  pendingApproval: {
    en: 'PENDING_APPROVAL: application {number} is with the zone officer.',
    bn: 'অনুমোদনের অপেক্ষায়: আবেদন {number} জোন কর্মকর্তার কাছে আছে।',
  },
  permitNotListedYet: {
    en: 'Application {number} is approved, but the portal does not list its permit yet. Please try again later.',
    bn: 'আবেদন {number} অনুমোদিত, তবে পোর্টালের তালিকায় তার পারমিট এখনো নেই। পরে আবার চেষ্টা করুন।',
  },
  returnedWithQuery: { en: 'RETURNED_WITH_QUERY: {words}', bn: 'প্রশ্নসহ ফেরত এসেছে: {words}' },
  applicationReturned: {
    en: 'RETURNED_WITH_QUERY: application {number} was sent back: {words}',
    bn: 'প্রশ্নসহ ফেরত এসেছে: আবেদন {number}: {words}',
  },
  otherInvoice: {
    en: 'Application {number} is of invoice {invoice}.',
    bn: 'আবেদন {number} ইনভয়েস {invoice}-এর।',
  },
  severalApplications: {
    en: 'Invoice {invoice} has several applications: {numbers}. Name the one that is meant.',
    bn: 'ইনভয়েস {invoice}-এর একাধিক আবেদন আছে: {numbers}। কোনটি, তা লিখুন।',
  },
  applicationDiffers: {
    en: 'The portal has application {number} of this invoice with {figures}.',
    bn: 'পোর্টালে এই ইনভয়েসের আবেদন {number} আছে, তবে: {figures}।',
  },
  onPortal: {
    en: 'Application {number} is on the portal: {>status}.',
    bn: 'আবেদন {number} পোর্টালে আছে: {>status}।',
  },
  withOfficer: {
    en: 'Application {number} is with the zone officer: {>status}, receipt {receipt}.',
    bn: 'আবেদন {number} জোন কর্মকর্তার কাছে: {>status}, রসিদ {receipt}।',
  },
  otherFee: {
    en: 'The portal asks a fee of BDT {#fee} for {number}, not {#expected}.',
    bn: '{number}-এর জন্য পোর্টাল ফি চাইছে BDT {#fee}, {#expected} নয়।',
  },
  documentNeeded: {
    en: 'The portal still needs the {paper}: name it.',
    bn: 'পোর্টালে এখনো {paper} লাগবে: সারিতে উল্লেখ করুন।',
  },
  documentNeededIn: {
    en: 'The portal still needs the {paper}: name it in {column}.',
    bn: 'পোর্টালে এখনো {paper} লাগবে: {column} ঘরে উল্লেখ করুন।',
  },
  additionalItem: { en: 'a further item {#number}', bn: 'বাড়তি আইটেম {#number}' },
  missingItem: { en: 'no item {#number}', bn: 'আইটেম {#number} নেই' },
  differsForItem: { en: '{differing} for item {#number}', bn: 'আইটেম {#number}-এর {differing}' },
});
