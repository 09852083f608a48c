/** Maps the forwarder's messages to outcomes. */
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import { quote, type Message } from '#contracts/messages/message.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import { PortalFault } from '#activities/portals/contract.ts';

const refusals: readonly { words: RegExp; outcome: RowOutcome }[] = [
  {
    words: /^PO \S+ not found|no shipping order found|no object found/i,
    outcome: 'NOT_FOUND',
  },
  { words: /not released|outside the ship window|is not allowed for|is not allowed\./i, outcome: 'REJECTED' },
  { words: /exceeds the (PO tolerance|limit)|carton type .* is unknown/i, outcome: 'REJECTED' },
  { words: /is not received yet|cut-off of .* has passed|differ from the received/i, outcome: 'REJECTED' },
  { words: /is missing or not valid|is required|must be above 0|is not a PDF/i, outcome: 'REJECTED' },
];

export type Refusal = { outcome: RowOutcome; message: Message };

/** Returns the outcome of a refusal. Unknown messages are never guessed. */
export function refusalOf(words: string): Refusal {
  const known = refusals.find((refusal) => refusal.words.test(words));
  if (!known) throw new PortalFault('PORTAL_CHANGED', portalMessages.answered({ words }));
  return { outcome: known.outcome, message: quote(words) };
}

/** Returns whether the portal's words mean that a search has no result. */
export const isNothingFound = (words: string): boolean => /^no shipping order found\.$/i.test(words);

/** Shown when a filing was accepted. */
export const savedWords = /^\d+ saved successfully$/;
export const requestedWords = /^FCR \S+ submitted successfully$/;
