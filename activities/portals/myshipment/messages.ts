/** Messages of MyShipment. */
import { defineMessages } from '#contracts/messages/define.ts';

export const myshipmentPortalMessages = defineMessages('myshipment-portal', {
  asksForCode: {
    en: 'The MyShipment portal asks for the one-time code that it sent to you.',
    bn: 'MyShipment পোর্টাল আপনাকে পাঠানো ওয়ান-টাইম কোড চাইছে।',
  },
  otherShipment: {
    en: 'MyShipment shows the shipment {>shown} in place of {so}.',
    bn: 'MyShipment {so}-এর বদলে {>shown} শিপমেন্ট দেখাচ্ছে।',
  },
  notPermitted: {
    en: 'This login has no permission to track on MyShipment.',
    bn: 'MyShipment-এ এই লগইনের ট্র্যাক করার অনুমতি নেই।',
  },
});
