/** Messages about containers, rotations and shipments that are tracked. */
import { defineMessages } from '#contracts/messages/define.ts';

export const trackingMessages = defineMessages('tracking', {
  notContainer: { en: 'This is not a container number.', bn: 'এটি কনটেইনার নম্বর নয়।' },
  wrongCheckDigit: {
    en: "The container number's check digit should be {#digit}.",
    bn: 'কনটেইনার নম্বরের শেষ অঙ্ক {#digit} হওয়ার কথা।',
  },
  containerHint: {
    en: 'Four letters and seven digits, such as MSKU0383250.',
    bn: 'চারটি অক্ষর ও সাতটি অঙ্ক, যেমন MSKU0383250।',
  },
  notRotation: { en: 'This is not a rotation number.', bn: 'এটি রোটেশন নম্বর নয়।' },
  rotationHint: { en: 'Year and number, such as 2026/3187.', bn: 'বছর ও নম্বর, যেমন 2026/3187।' },
  noShipment: { en: 'No shipment found.', bn: 'কোনো শিপমেন্ট পাওয়া যায়নি।' },
});
