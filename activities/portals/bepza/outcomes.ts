/** Maps the permit system's messages to outcomes. */
import { quote, type Message } from '#contracts/messages/message.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import { PortalFault } from '#activities/portals/contract.ts';

const refusals: readonly RegExp[] = [
  /is inactive|unpaid dues|is not registered in zone/i,
  /EXP \S+ is not valid/i,
  /not in the approved product list|is a prohibited item|entitlement|needs prior approval/i,
  /is required\.|is not a number|is written as|must have 8 digits|do not add up|is less than|at least one item/i,
  /is missing|is larger than|is not a PDF|past its date|insufficient deposit/i,
];
const alreadySubmitted = /is already submitted/i;

/** Returns a refusal on business grounds verbatim. Unknown messages are never guessed. */
export function refusalOf(words: string): { outcome: 'REJECTED'; message: Message } {
  // An earlier attempt of ours may have submitted it, so it is looked up first.
  if (alreadySubmitted.test(words)) throw new PortalFault('UNCERTAIN', quote(words));
  if (refusals.some((known) => known.test(words))) return { outcome: 'REJECTED', message: quote(words) };
  throw new PortalFault('PORTAL_CHANGED', portalMessages.answered({ words }));
}

/** Shown when a filing was accepted. */
export const savedWords = /^Application saved\. Application No \S+\.$/;
export const submittedWords = /^Application submitted\. Receipt No \S+\.$/;
