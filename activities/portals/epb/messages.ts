/** Messages of the EPB Export Tracker. */
import { defineMessages } from '#contracts/messages/define.ts';

export const epbPortalMessages = defineMessages('epb-portal', {
  asksForCode: {
    en: 'The EPB Export Tracker asks for the one-time code that it sent to you.',
    bn: 'EPB Export Tracker আপনাকে পাঠানো ওয়ান-টাইম কোড চাইছে।',
  },
  notPermitted: {
    en: 'This login has no permission for "{>entry}" on the EPB Export Tracker. Save another login in Portal Access.',
    bn: 'EPB Export Tracker-এ এই লগইনের "{>entry}" ব্যবহারের অনুমতি নেই। পোর্টাল অ্যাক্সেসে অন্য লগইন দিন।',
  },
  noLabel: { en: 'The record on the portal has no "{>label}".', bn: 'পোর্টালের রেকর্ডে "{>label}" নেই।' },
});
