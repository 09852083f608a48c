/** Defines the texts of a link for a new password that cannot be used. */
import { defineWords } from '#web/lib/words.ts';

export const resetWords = defineWords({
  en: { newLink: 'Request a new link' },
  bn: { newLink: 'নতুন লিংক নিন' },
});
