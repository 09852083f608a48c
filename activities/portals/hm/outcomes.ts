/** Maps the supplier portal's messages to outcomes. */
import { createRefusals, type KnownRefusal } from '#activities/portals/refusals.ts';

const refusals: readonly KnownRefusal[] = [
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
export const refusalOf = createRefusals(refusals);

/** Returns whether the portal's words mean that a search has no result. */
export const isNothingFound = (words: string): boolean =>
  /no (orders?|invoices?|packing lists?) found/i.test(words);

/** Shown when a filing was accepted. */
export const submittedWords = /^Invoice submitted\. Invoice id \S+$/;
export const resubmittedWords = /^Invoice resubmitted\. Version \d+$/;
