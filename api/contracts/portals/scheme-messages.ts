/** Names of the schemes of the export cash incentive. */
import { defineMessages } from '../messages/define.ts';

export const incentiveSchemeMessages = defineMessages('incentive-scheme', {
  LOCAL_TEXTILE: { en: 'Local textile (no bond or drawback)', bn: 'স্থানীয় বস্ত্র (বন্ড বা ডিউটি ড্র-ব্যাক ছাড়া)' },
  SME: { en: 'Garment SME', bn: 'পোশাক খাতের ক্ষুদ্র ও মাঝারি শিল্প' },
  EURO_ZONE: { en: 'Euro zone', bn: 'ইউরো অঞ্চল' },
  NEW_MARKET: { en: 'New market', bn: 'নতুন বাজার' },
  SPECIAL_RMG: { en: 'Special for garments', bn: 'তৈরি পোশাকের বিশেষ প্রণোদনা' },
});
