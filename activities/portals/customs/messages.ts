/** Messages of the website of Bangladesh Customs. */
import { defineMessages } from '#contracts/messages/define.ts';

export const customsPortalMessages = defineMessages('customs-portal', {
  asksForCharacters: {
    en: 'Bangladesh Customs shows a picture. Type the characters in it.',
    bn: 'বাংলাদেশ কাস্টমস একটি ছবি দেখাচ্ছে। ছবির অক্ষরগুলো লিখুন।',
  },
  otherBill: {
    en: 'Customs shows the bill {>shown} in place of {bill}.',
    bn: 'কাস্টমস {bill}-এর বদলে {>shown} বিল দেখাচ্ছে।',
  },
  officeNotOffered: {
    en: 'Bangladesh Customs does not offer the office {office}.',
    bn: 'বাংলাদেশ কাস্টমসের তালিকায় {office} অফিসটি নেই।',
  },
  yearNotOffered: {
    en: 'Bangladesh Customs does not offer the year {year}.',
    bn: 'বাংলাদেশ কাস্টমসের তালিকায় {year} সাল নেই।',
  },
  asksForPerson: {
    en: 'Bangladesh Customs wants to know whether you are a person. Solve the CAPTCHA on its page; the job does the rest.',
    bn: 'আপনি মানুষ কি না, বাংলাদেশ কাস্টমস তা জানতে চায়। তাদের পাতায় CAPTCHA সমাধান করুন; বাকিটা কাজ নিজেই করবে।',
  },
});
