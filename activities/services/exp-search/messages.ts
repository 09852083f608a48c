/** Messages of EXP Search. */
import { defineMessages } from '#contracts/messages/define.ts';

export const expSearchMessages = defineMessages('exp-search', {
  found: { en: 'EXP {exp} was found: {>status}.', bn: 'EXP {exp} পাওয়া গেছে: {>status}।' },
  otherExpShown: {
    en: 'The page of the portal shows EXP "{>shown}" instead of {exp}.',
    bn: 'পোর্টালের পাতায় EXP {exp}-এর বদলে "{>shown}" আছে।',
  },
});
