/** Defines the texts around the privacy policy, whose own text is in policy-bn.ts and policy-en.ts. */
import { defineWords } from '#web/lib/words.ts';
import { bengaliPolicy } from './policy-bn.ts';
import { englishPolicy } from './policy-en.ts';
import type { PolicySection } from './policy.ts';

type PrivacyWords = {
  title: string;
  updated: string;
  translation: string;
  contents: string;
  contactPage: string;
  sections: readonly PolicySection[];
};

export const privacyWords = defineWords<PrivacyWords>({
  en: {
    title: 'Privacy Policy',
    updated: 'Last updated 20 December 2024',
    translation: 'This is a translation. The Bengali text of this page is the one that counts.',
    contents: 'Contents',
    contactPage: 'Contact Us',
    sections: englishPolicy,
  },
  bn: {
    title: 'গোপনীয়তা নীতি',
    updated: 'সর্বশেষ হালনাগাদ ২০ ডিসেম্বর ২০২৪',
    translation: '',
    contents: 'সূচি',
    contactPage: 'যোগাযোগ',
    sections: bengaliPolicy,
  },
});
