/** Messages about changes of a page map that are refused. */
import { defineMessages } from '../messages/define.ts';

export const pageMapMessages = defineMessages('pageMap', {
  unknownText: {
    en: 'The page map has no text “{path}” that can be changed like this. An address must stay on the portal. Please load the map again.',
    bn: 'পাতার মানচিত্রে “{path}” নামে এভাবে বদলানোর মতো কোনো লেখা নেই। ঠিকানা পোর্টালের ভেতরেই থাকতে হবে। মানচিত্রটি আবার লোড করুন।',
  },
});
