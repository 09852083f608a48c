/** Maps the supplier portal's messages to outcomes. */
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import { quote, type Message } from '#contracts/messages/message.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import { PortalFault } from '#activities/portals/contract.ts';

const refusals: readonly { words: RegExp; outcome: RowOutcome }[] = [
  { words: /no (orders?|invoices?|packing lists?) found/i, outcome: 'NOT_FOUND' },
  { words: /is closed|outside the tolerance|does not match the order/i, outcome: 'REJECTED' },
  { words: /is already used|is unknown|before the date of order|in the future/i, outcome: 'REJECTED' },
  { words: /paid and locked|credit note|not submitted yet/i, outcome: 'REJECTED' },
  {
    words: /must (be|have)|is required|does not belong|less than net weight|no such line/i,
    outcome: 'REJECTED',
  },
  { words: /nothing is changed/i, outcome: 'REJECTED' },
];

/** Returns the outcome of a refusal. Unknown messages are never guessed. */
export function refusalOf(words: string): { outcome: RowOutcome; message: Message } {
  const known = refusals.find((refusal) => refusal.words.test(words));
  if (!known) throw new PortalFault('PORTAL_CHANGED', portalMessages.answered({ words }));
  return { outcome: known.outcome, message: quote(words) };
}

/** Returns whether the portal's words mean that a search has no result. */
export const isNothingFound = (words: string): boolean =>
  /no (orders?|invoices?|packing lists?) found/i.test(words);

/** Shown when a filing was accepted. */
export const submittedWords = /^Invoice submitted\. Invoice id \S+$/;
export const resubmittedWords = /^Invoice resubmitted\. Version \d+$/;
