/** Messages of Chattogram Port Tracking. */
import { defineMessages } from '#contracts/messages/define.ts';

export const ctgPortTrackingMessages = defineMessages('ctg-port-tracking', {
  noContainer: { en: 'NO CONTAINER FOUND', bn: 'কনটেইনার পাওয়া যায়নি' },
  noPlace: {
    en: 'The port shows no place for this container.',
    bn: 'বন্দর এই কনটেইনারের কোনো অবস্থান দেখাচ্ছে না।',
  },
  sheetDiffers: {
    en: 'Your sheet says {wanted}, the port shows {>shown}.',
    bn: 'আপনার শিটে {wanted}, বন্দর দেখাচ্ছে {>shown}।',
  },
  oldVisit: {
    en: 'This visit began {#days} days ago and may not be the one you mean.',
    bn: 'এই যাত্রা শুরু হয়েছে {#days} দিন আগে, আপনি যেটি চান সেটি না-ও হতে পারে।',
  },
});
