/** Texts of the test message, and refusals of the calls about push. */
import { defineMessages } from '../messages/define.ts';

export const pushMessages = defineMessages('push', {
  testTitle: { en: 'Chalan can reach you here', bn: 'চালান এখানে আপনাকে জানাতে পারবে' },
  testBody: {
    en: 'This is a test message. Notifications about your jobs look like this.',
    bn: 'এটি একটি পরীক্ষামূলক বার্তা। আপনার কাজের বিজ্ঞপ্তি এভাবেই দেখা যাবে।',
  },
  tooManyBrowsers: {
    en: 'Notifications can be pushed to {#most} browsers. Please turn one off first.',
    bn: '{#most}টি ব্রাউজারে পুশ বিজ্ঞপ্তি পাঠানো যায়। আগে একটি বন্ধ করুন।',
  },
  browserRemoved: {
    en: 'Push is already off for this browser.',
    bn: 'এই ব্রাউজারে পুশ বিজ্ঞপ্তি আগেই বন্ধ হয়েছে।',
  },
});
