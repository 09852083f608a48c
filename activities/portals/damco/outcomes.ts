/** Maps the forwarder's messages to outcomes. */
import { createRefusals, type KnownRefusal } from '#activities/portals/refusals.ts';

const refusals: readonly KnownRefusal[] = [
  {
    words: /^PO \S+ not found|no shipping order found|no object found/i,
    outcome: 'NOT_FOUND',
  },
  { words: /not released|outside the ship window|is not allowed for|is not allowed\./i, outcome: 'REJECTED' },
  { words: /exceeds the (PO tolerance|limit)|carton type .* is unknown/i, outcome: 'REJECTED' },
  { words: /is not received yet|cut-off of .* has passed|differ from the received/i, outcome: 'REJECTED' },
  { words: /is missing or not valid|is required|must be above 0|is not a PDF/i, outcome: 'REJECTED' },
];

/** Returns the outcome of a refusal. Unknown messages are never guessed. */
export const refusalOf = createRefusals(refusals);

/** Returns whether the portal's words mean that a search has no result. */
export const isNothingFound = (words: string): boolean => /^no shipping order found\.$/i.test(words);

/** Shown when a filing was accepted. */
export const savedWords = /^\d+ saved successfully$/;
export const requestedWords = /^FCR \S+ submitted successfully$/;
