/** Messages of MyShipment Tracking. */
import { defineMessages } from '#contracts/messages/define.ts';

export const myshipmentTrackingMessages = defineMessages('myshipment-tracking', {
  noMilestone: { en: 'No milestone yet.', bn: 'এখনো কোনো মাইলফলক নেই।' },
  manyShipments: {
    en: '{#count} shipments; all of them are on the next sheets.',
    bn: '{#count}টি শিপমেন্ট; সবগুলো পরের শিটগুলোতে আছে।',
  },
  tooManyShipments: {
    en: 'More than {#most} shipments fit; search by a number of one of them, such as its SO.',
    bn: '{#most}টির বেশি শিপমেন্ট মিলেছে; যেকোনো একটির নিজের নম্বর, যেমন SO, দিয়ে খুঁজুন।',
  },
  noLabel: {
    en: 'The shipment page of the portal has no "{>label}".',
    bn: 'পোর্টালের শিপমেন্টের পাতায় "{>label}" নেই।',
  },
});
