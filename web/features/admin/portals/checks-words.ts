/** Defines the texts of the administrators' page of a portal's go-live list. */
import { formatNumber } from '#web/lib/numbers.ts';
import { defineWords } from '#web/lib/words.ts';

export const portalCheckWords = defineWords({
  en: {
    open: (checked: number, items: number) => `Go-live list: ${checked} of ${items}`,
    openNamed: (portal: string, checked: number, items: number) =>
      `Go-live list: ${portal}, ${checked} of ${items} checked`,
    title: (portal: string) => `Go-live list of ${portal}`,
    back: 'Back to all portals',
    intro:
      'What a person checks on the original portal before its services are offered. An item whose text changes counts as new. Every check is kept in the audit log.',
    progress: (checked: number, items: number) => `${checked} of ${items} checked`,
    loading: 'Loading the go-live list',
    failed: 'The go-live list could not be loaded.',
    none: 'This portal has no go-live list.',
    checkedBy: (who: string, when: string) => `Checked by ${who}, ${when}`,
    deleted: 'a deleted account',
    note: 'Note',
    noteHint: 'What was found, such as a name or a limit.',
    addNote: 'Add Note',
    changeNote: 'Change Note',
    saveNote: 'Save Note',
    goBack: 'Go Back',
    noteOf: (action: string, item: string) => `${action}: ${item}`,
  },
  bn: {
    open: (checked, items) => `চালুর আগের তালিকা: ${formatNumber(items)}টির ${formatNumber(checked)}টি`,
    openNamed: (portal, checked, items) =>
      `চালুর আগের তালিকা: ${portal}, ${formatNumber(items)}টির ${formatNumber(checked)}টি যাচাই হয়েছে`,
    title: (portal) => `${portal}: চালুর আগের তালিকা`,
    back: 'সব পোর্টালে ফিরে যান',
    intro:
      'সেবা দেওয়ার আগে একজন মানুষ আসল পোর্টালে যা যাচাই করেন। কোনো বিষয়ের লেখা বদলালে তা নতুন বিষয় বলে গণ্য হয়। প্রতিটি যাচাই লগে থাকে। বিষয়গুলো ইংরেজিতে লেখা, পোর্টালের নির্দেশিকায় যেমন আছে।',
    progress: (checked, items) => `${formatNumber(items)}টির ${formatNumber(checked)}টি যাচাই হয়েছে`,
    loading: 'চালুর আগের তালিকা লোড হচ্ছে',
    failed: 'চালুর আগের তালিকা লোড করা যায়নি।',
    none: 'এই পোর্টালের চালুর আগের তালিকা নেই।',
    checkedBy: (who, when) => `যাচাই করেছেন ${who}, ${when}`,
    deleted: 'মুছে ফেলা অ্যাকাউন্ট',
    note: 'নোট',
    noteHint: 'যা পাওয়া গেছে, যেমন কোনো নাম বা সীমা।',
    addNote: 'নোট যোগ করুন',
    changeNote: 'নোট বদলান',
    saveNote: 'নোট সংরক্ষণ',
    goBack: 'ফিরে যান',
    noteOf: (action, item) => `${action}: ${item}`,
  },
});
