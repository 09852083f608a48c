/** Messages of Damco / Maersk Tracking. */
import { defineMessages } from '#contracts/messages/define.ts';

export const damcoTrackingMaerskMessages = defineMessages('damco-tracking-maersk', {
  notReference: {
    en: 'This is neither a container with a right check digit nor a booking or B/L number.',
    bn: 'এটি সঠিক শেষ অঙ্কের কনটেইনার নম্বর নয়, বুকিং বা B/L নম্বরও নয়।',
  },
  referenceHint: {
    en: 'A container such as MRKU5295187, a booking or B/L of 9 digits, or MAEU followed by 9 characters.',
    bn: 'কনটেইনার নম্বর, যেমন MRKU5295187, ৯ অঙ্কের বুকিং বা B/L, অথবা MAEU ও তার পরে ৯ অক্ষর।',
  },
  noResults: {
    en: 'Maersk tracking has no results for {number}.',
    bn: 'Maersk ট্র্যাকিংয়ে {number}-এর কোনো ফলাফল নেই।',
  },
  shipment: { en: '{>status}: {>event}, {>place}.', bn: '{>status}: {>event}, {>place}।' },
  found: { en: 'Found', bn: 'পাওয়া গেছে' },
  noEventYet: { en: 'no event yet', bn: 'এখনো কোনো ঘটনা নেই' },
  placeUnknown: { en: 'place unknown', bn: 'স্থান অজানা' },
});
