/** Messages of the website of Chittagong Port Authority. */
import { defineMessages } from '#contracts/messages/define.ts';

export const cpaPortalMessages = defineMessages('cpa-portal', {
  otherContainer: {
    en: 'The port shows the container "{>shown}" instead of {container}.',
    bn: 'বন্দর {container}-এর বদলে "{>shown}" কনটেইনার দেখাচ্ছে।',
  },
});
