/** Defines the texts of the export of a list. */
import { defineWords } from './words.ts';

export const exportWords = defineWords({
  en: {
    tooLarge: (found: string, most: string) =>
      `There are ${found} lines; one file holds at most ${most}. Please choose a shorter period.`,
  },
  bn: {
    tooLarge: (found, most) =>
      `মোট ${found}টি লাইন আছে; একটি ফাইলে সর্বোচ্চ ${most}টি ধরে। আরও ছোট সময়সীমা বেছে নিন।`,
  },
});
