/** Messages about corrections: an old value, a new value, a reason. */
import { defineMessages } from '#contracts/messages/define.ts';

export const correctionMessages = defineMessages('correction', {
  notValid: { en: 'This value is not valid.', bn: 'এই মান ঠিক নয়।' },
  sameValue: { en: 'The new value is the old one.', bn: 'নতুন মান আর পুরোনো মান একই।' },
  currencyShown: {
    en: 'This amount is shown with {mark}. A correction does not change the currency.',
    bn: 'এই অঙ্কের সঙ্গে {mark} আছে। সংশোধনে মুদ্রা বদলায় না।',
  },
  writeAmountAlone: {
    en: 'Write the amount without a currency, in the currency of what is corrected.',
    bn: 'যা সংশোধন করছেন তার মুদ্রায়, মুদ্রার চিহ্ন ছাড়া শুধু অঙ্কটি লিখুন।',
  },
  correctedTwice: {
    en: 'The field {field} of {words} is corrected twice.',
    bn: '{words}-এর {field} ঘর দুবার সংশোধন করা হচ্ছে।',
  },
  reasonsTooLong: {
    en: 'The reasons for {words} are longer than {#max} characters together.',
    bn: '{words}-এর কারণগুলো একত্রে {#max} অক্ষরের চেয়ে বড়।',
  },
  oldValueHint: {
    en: 'What the portal shows now, such as {example}.',
    bn: 'পোর্টালে এখন যা আছে, যেমন {example}।',
  },
  newValueHint: {
    en: 'What it should be, by the rule of the field in {service}, such as {example}.',
    bn: 'যা হওয়ার কথা, {service}-এ ওই ঘরের নিয়ম মেনে, যেমন {example}।',
  },
  writeOldValue: {
    en: 'Remove the row, or write what the portal shows now as the old value.',
    bn: 'সারিটি বাদ দিন, অথবা পুরোনো মানের ঘরে পোর্টালে এখন যা আছে তা লিখুন।',
  },
  keepOneRow: { en: 'Keep one of the rows.', bn: 'সারিগুলোর একটি রাখুন।' },
  giveSameReason: { en: 'Give all its rows the same reason.', bn: 'সব সারিতে একই কারণ দিন।' },
  shownDiffers: {
    en: 'The portal shows {>shown} as {field}, not {old}.',
    bn: 'পোর্টালে {field}-এর ঘরে {>shown} আছে, {old} নয়।',
  },
  listItem: { en: '{item},', bn: '{item},' },
  columnShows: { en: '{column} {>shown}', bn: '{column} {>shown}' },
  emptyValue: { en: 'empty', bn: 'খালি' },
  emptyInBrackets: { en: '(empty)', bn: '(খালি)' },
  nothing: { en: 'nothing', bn: 'কিছুই না' },
});
