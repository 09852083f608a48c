/** Names of the schemes of the export cash incentive. */
import { defineMessages } from '../messages/define.ts';

export const incentiveSchemeMessages = defineMessages('incentive-scheme', {
  localTextile: { en: 'Local textile (no bond or drawback)', bn: 'স্থানীয় বস্ত্র (বন্ড বা ডিউটি ড্র-ব্যাক ছাড়া)' },
  sme: { en: 'Garment SME', bn: 'পোশাক খাতের ক্ষুদ্র ও মাঝারি শিল্প' },
  euroZone: { en: 'Euro zone', bn: 'ইউরো অঞ্চল' },
  newMarket: { en: 'New market', bn: 'নতুন বাজার' },
  specialGarments: { en: 'Special for garments', bn: 'তৈরি পোশাকের বিশেষ প্রণোদনা' },
});
