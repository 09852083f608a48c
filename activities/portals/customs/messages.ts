/** Messages of the website of Bangladesh Customs. */
import { defineMessages } from '#contracts/messages/define.ts';

export const customsPortalMessages = defineMessages('customs-portal', {
  asksForCharacters: {
    en: 'Bangladesh Customs shows a picture. Type the characters in it.',
    bn: 'বাংলাদেশ কাস্টমস একটি ছবি দেখাচ্ছে। ছবির অক্ষরগুলো লিখুন।',
  },
});
