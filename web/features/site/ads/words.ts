/** Defines the label above an ad. */
import { defineWords } from '#web/lib/words.ts';

export const adWords = defineWords({
  en: { label: 'Advertisement' },
  bn: { label: 'বিজ্ঞাপন' },
});
