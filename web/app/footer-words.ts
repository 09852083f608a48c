/** Defines the texts of the footer and of the 404 page. */
import { defineWords } from '#web/lib/words.ts';

export const footerWords = defineWords({
  en: {
    blurb:
      'Export paperwork for Bangladeshi exporters, done row by row. Results are kept for 7 days, uploads are deleted within 24 hours.',
    links: 'Quick links',
    contact: 'Contact',
    social: 'Follow us',
    writeToUs: 'Write to us',
    privacy: 'Privacy Policy',
    terms: 'Terms of Service',
    rights: (year: string) => `© ${year} Chalan`,
  },
  bn: {
    blurb: 'বাংলাদেশের রপ্তানিকারকের কাগজপত্র, সারি ধরে ধরে। ফলাফল ৭ দিন রাখা হয়, আপলোড ২৪ ঘণ্টার মধ্যে মুছে ফেলা হয়।',
    links: 'প্রয়োজনীয় লিংক',
    contact: 'যোগাযোগ',
    social: 'আমাদের অনুসরণ করুন',
    writeToUs: 'আমাদের লিখুন',
    privacy: 'গোপনীয়তা নীতি',
    terms: 'সেবার শর্তাবলি',
    rights: (year) => `© ${year} চালান`,
  },
});

export const notFoundWords = defineWords({
  en: {
    title: '404 Page Not Found',
    text: 'There is no page at this address. It may have moved, or the link may be incomplete.',
    goBack: 'Go Back',
    contactUs: 'Contact Us',
  },
  bn: {
    title: '৪০৪: পাতাটি পাওয়া যায়নি',
    text: 'এই ঠিকানায় কোনো পাতা নেই। পাতাটি সরে যেতে পারে, কিংবা লিংকটি অসম্পূর্ণ।',
    goBack: 'ফিরে যান',
    contactUs: 'যোগাযোগ করুন',
  },
});
