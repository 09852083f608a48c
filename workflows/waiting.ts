/** Why a job waits, in the words that its customer reads. */
import type { JobWaiting } from '#contracts/jobs.ts';
import type { Sentence } from '#contracts/say.ts';

export const pausedPortal = (since: string): JobWaiting => ({
  kind: 'portal_paused',
  since,
  message: 'Our team has paused this portal.' satisfies Sentence,
});
