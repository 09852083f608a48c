/** Messages of EXP Search. */
import { defineMessages } from '#contracts/messages/define.ts';

export const expSearchMessages = defineMessages('exp-search', {
  pageChanged: { en: 'The page of the portal {words}.', bn: 'পোর্টালের পাতা বদলে গেছে: {words}।' },
  found: { en: 'EXP {exp} was found: {status}.', bn: 'EXP {exp} পাওয়া গেছে: {status}।' },
});
