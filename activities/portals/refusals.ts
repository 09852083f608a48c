/** What the words mean with which a portal refuses a search or a filing. */
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import { quote, type Message } from '#contracts/messages/message.ts';
import { PortalFault } from './contract.ts';
import { portalMessages } from './messages.ts';

export type KnownRefusal = { words: RegExp; outcome: RowOutcome };
export type Refusal = { outcome: RowOutcome; message: Message };

/** Makes the function that returns the outcome of a refusal. Unknown messages are never guessed. */
export const createRefusals =
  (known: readonly KnownRefusal[]) =>
  (words: string): Refusal => {
    const refusal = known.find((each) => each.words.test(words));
    if (!refusal) throw new PortalFault('PORTAL_CHANGED', portalMessages.answered({ words }));
    return { outcome: refusal.outcome, message: quote(words) };
  };
