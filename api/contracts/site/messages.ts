/** Messages of the public site and its administration: contact form, blog and settings. */
import { defineMessages } from '../messages/define.ts';

export const siteMessages = defineMessages('site', {
  tooManyContactMessages: {
    en: 'You have sent {#most} messages within an hour. Please try again later.',
    bn: 'এক ঘণ্টায় {#most}টি বার্তা পাঠানো হয়েছে। পরে আবার চেষ্টা করুন।',
  },
  contactMessageGone: { en: 'This message does not exist any more.', bn: 'এই বার্তাটি আর নেই।' },
  noSuchPost: { en: 'There is no such post.', bn: 'এমন কোনো পোস্ট নেই।' },
  postGone: { en: 'This post does not exist any more.', bn: 'এই পোস্টটি আর নেই।' },
  contentRequired: { en: 'Content is required', bn: 'মূল লেখা দিতে হবে' },
  unknownService: { en: 'There is no service "{id}".', bn: '"{id}" নামে কোনো সেবা নেই।' },
  minimumTooLarge: {
    en: 'Minimum purchase credits can be {#most} at most: the largest purchase buys no more.',
    bn: 'কেনার সর্বনিম্ন ক্রেডিট {#most}-এর বেশি হতে পারে না: সবচেয়ে বড় কেনাকাটায় এর বেশি পাওয়া যায় না।',
  },
});
