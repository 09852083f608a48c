/** Messages about the rates of the export cash incentive, for administrators who announce them. */
import { defineMessages } from '../messages/define.ts';

export const incentiveRateMessages = defineMessages('incentive-rate', {
  gone: { en: 'This rate does not exist any more.', bn: 'এই হারটি আর নেই।' },
  overlaps: {
    en: 'This scheme has a rate of {#percent} % from {@from} to {@to}.',
    bn: 'এই স্কিমের {@from} থেকে {@to} পর্যন্ত {#percent}% হার আছে।',
  },
  overlapsOpen: {
    en: 'This scheme has a rate of {#percent} % from {@from} on.',
    bn: 'এই স্কিমের {@from} থেকে {#percent}% হার চালু আছে।',
  },
});
