/** Messages of Customs Clearance Tracking. */
import { defineMessages } from '#contracts/messages/define.ts';

export const customTrackingMessages = defineMessages('custom-tracking', {
  status: { en: 'The bill is: {>status}.', bn: 'বিলের অবস্থা: {>status}।' },
  noLabel: {
    en: 'The status page of the portal has no "{>label}".',
    bn: 'পোর্টালের অবস্থার পাতায় "{>label}" নেই।',
  },
});
