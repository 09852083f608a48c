/** Defines the texts of the bell, its panel and the full list. */
import { formatNumber } from '#web/lib/numbers.ts';
import { plural } from '#web/lib/plural.ts';
import { defineWords } from '#web/lib/words.ts';

export const notificationWords = defineWords({
  en: {
    title: 'Notifications',
    unread: (count: number) => `Notifications, ${formatNumber(count)} unread`,
    badgeMax: (most: number) => `${most}+`,
    markRead: 'Mark as read',
    markReadNamed: (title: string) => `Mark as read: ${title}`,
    markAllRead: 'Mark all as read',
    deleteNamed: (title: string) => `Delete notification: ${title}`,
    viewAll: 'View all notifications',
    open: 'Open',
    isUnread: 'Unread',
    list: 'notifications',
    loading: 'Loading notifications',
    loadFailed: 'The notifications could not be loaded.',
    tryAgain: 'Try Again',
    count: (count: number) => plural(count, 'notification'),
    none: 'No notifications',
    noneText: 'We notify you here when a job ends or a portal login stops working.',
    kept: 'Notifications are kept for 90 days.',
    changeFailed: 'The change was not saved.',
  },
  bn: {
    title: 'বিজ্ঞপ্তি',
    unread: (count) => `বিজ্ঞপ্তি, ${formatNumber(count)}টি পড়া হয়নি`,
    badgeMax: (most) => `${formatNumber(most)}+`,
    markRead: 'পড়া হয়েছে',
    markReadNamed: (title) => `পড়া হয়েছে বলে চিহ্নিত করুন: ${title}`,
    markAllRead: 'সব পড়া হয়েছে',
    deleteNamed: (title) => `বিজ্ঞপ্তি মুছুন: ${title}`,
    viewAll: 'সব বিজ্ঞপ্তি দেখুন',
    open: 'খুলুন',
    isUnread: 'পড়া হয়নি',
    list: 'বিজ্ঞপ্তি',
    loading: 'বিজ্ঞপ্তি লোড হচ্ছে',
    loadFailed: 'বিজ্ঞপ্তি লোড করা যায়নি।',
    tryAgain: 'আবার চেষ্টা করুন',
    count: (count) => `${formatNumber(count)}টি বিজ্ঞপ্তি`,
    none: 'কোনো বিজ্ঞপ্তি নেই',
    noneText: 'কাজ শেষ হলে বা পোর্টালের লগইন কাজ না করলে এখানে জানানো হয়।',
    kept: 'বিজ্ঞপ্তি ৯০ দিন রাখা হয়।',
    changeFailed: 'পরিবর্তনটি সংরক্ষণ হয়নি।',
  },
});
