/** Messages about EXP numbers and their parts. */
import { defineMessages } from '#contracts/messages/define.ts';

export const expMessages = defineMessages('exp', {
  notExpNumber: { en: 'This is not an EXP number.', bn: 'এটি EXP নম্বর নয়।' },
  expNumberHint: {
    en: 'AD code, serial and year, such as 1084-004512-2026.',
    bn: 'AD কোড, সিরিয়াল ও বছর, যেমন 1084-004512-2026।',
  },
  notAdCode: { en: 'The AD code is not a number of 4 to 8 digits.', bn: 'AD কোড ৪ থেকে ৮ অঙ্কের সংখ্যা নয়।' },
  adCodeHint: {
    en: "The bank branch's AD code, the first part of the EXP number: 1084 in 1084-004512-2026.",
    bn: 'ব্যাংক শাখার AD কোড, EXP নম্বরের প্রথম অংশ: 1084-004512-2026-এর 1084।',
  },
  notSerial: {
    en: 'The EXP serial is not a number of 1 to 6 digits.',
    bn: 'EXP-এর সিরিয়াল ১ থেকে ৬ অঙ্কের সংখ্যা নয়।',
  },
  serialHint: {
    en: 'The middle part of the EXP number, with or without its leading zeros: 004512 in 1084-004512-2026.',
    bn: 'EXP নম্বরের মাঝের অংশ, শুরুর শূন্যসহ বা ছাড়া: 1084-004512-2026-এর 004512।',
  },
  notYear: {
    en: 'The EXP year is not a year from {#first} to {#last}.',
    bn: 'EXP-এর বছর {#first} থেকে {#last}-এর মধ্যে নয়।',
  },
  yearHint: {
    en: 'The last part of the EXP number, with all four digits: 2026 in 1084-004512-2026. Empty means this year.',
    bn: 'EXP নম্বরের শেষ অংশ, চার অঙ্কের: 1084-004512-2026-এর 2026। খালি রাখলে চলতি বছর।',
  },
  notFound: { en: 'EXP {exp} cannot be found.', bn: 'EXP {exp} পাওয়া যায়নি।' },
  notShownYet: {
    en: 'The portal does not show the change of EXP {exp} yet.',
    bn: 'EXP {exp}-এর পরিবর্তন পোর্টালে এখনো দেখা যাচ্ছে না।',
  },
  exp: { en: 'EXP {exp}', bn: 'EXP {exp}' },
});
