/** Defines the texts of the Contact Messages tab. */
import { formatNumber } from '#web/lib/numbers.ts';
import { plural } from '#web/lib/plural.ts';
import { defineWords } from '#web/lib/words.ts';

export const messageWords = defineWords({
  en: {
    count: (count: number) => plural(count, 'message'),
    search: 'Name, email or text',
    status: 'Status',
    statuses: { new: 'New', read: 'Read', resolved: 'Resolved' },
    next: { new: 'Reopen', read: 'Mark Read', resolved: 'Resolve' },
    nextNamed: (step: string, subject: string, name: string) => `${step}: ${subject} of ${name}`,
    subjects: {
      general: 'General',
      technical: 'Technical',
      sales: 'Sales',
      partnership: 'Partnership',
      feedback: 'Feedback',
      bug: 'Bug',
    },
    answer: 'Reply by Email',
    loadFailed: 'The messages could not be loaded.',
    none: 'No messages yet',
    noneHint: 'Messages from the Contact page are listed here.',
    noneFound: 'No message matches these filters',
    remove: 'Delete',
    removeTitle: (name: string) => `Delete the message of ${name}?`,
    removeEffect: 'The message is deleted for good. The audit log keeps only the reason.',
    removeConfirm: 'Delete Message',
    removed: 'The message is deleted.',
  },
  bn: {
    count: (count) => `${formatNumber(count)}টি বার্তা`,
    search: 'নাম, ইমেইল বা শব্দ',
    status: 'অবস্থা',
    statuses: { new: 'নতুন', read: 'পড়া হয়েছে', resolved: 'সমাধান হয়েছে' },
    next: { new: 'আবার খুলুন', read: 'পড়া হয়েছে', resolved: 'সমাধান করুন' },
    nextNamed: (step, subject, name) => `${step}: ${name}-এর ${subject}`,
    subjects: {
      general: 'সাধারণ',
      technical: 'কারিগরি',
      sales: 'বিক্রয়',
      partnership: 'অংশীদারিত্ব',
      feedback: 'মতামত',
      bug: 'ত্রুটি',
    },
    answer: 'ইমেইলে উত্তর দিন',
    loadFailed: 'বার্তাগুলো লোড করা যায়নি।',
    none: 'এখনো কোনো বার্তা নেই',
    noneHint: 'যোগাযোগ পাতায় দর্শনার্থীরা যা লেখেন তা এখানে আসে।',
    noneFound: 'এই ফিল্টারে কোনো বার্তা নেই',
    remove: 'মুছুন',
    removeTitle: (name) => `${name}-এর বার্তা মুছবেন?`,
    removeEffect: 'বার্তাটি স্থায়ীভাবে মুছে যাবে। অডিট লগে শুধু কারণটি থাকবে।',
    removeConfirm: 'বার্তা মুছুন',
    removed: 'বার্তাটি মুছে ফেলা হয়েছে।',
  },
});
