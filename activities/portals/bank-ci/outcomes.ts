/** Maps the bank's messages to outcomes. */
import { quote, type Message } from '#contracts/messages/message.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { bankCiPortalMessages } from './messages.ts';

const statuses: Readonly<Record<string, string>> = {
  Submitted: 'SUBMITTED',
  'In audit': 'IN_AUDIT',
  Query: 'QUERY',
  'Sent to Bangladesh Bank': 'SENT_TO_BB',
  Paid: 'PAID',
};

/** Returns our status for the bank's words. Throws PortalFault PORTAL_CHANGED for unknown ones. */
export function statusOf(words: string): string {
  const status = statuses[words];
  if (status === undefined)
    throw new PortalFault('PORTAL_CHANGED', bankCiPortalMessages.unknownStatus({ status: words }));
  return status;
}

const refusals =
  /claim is late|is already used|certificate .*has expired|is not eligible|value addition .* below|no incentive is announced|must not be empty|is not valid|is more than/i;

/** Returns a refusal with the bank's own message. Unknown messages are never guessed. */
export function refusalOf(words: string): { outcome: 'REJECTED'; message: Message } {
  if (refusals.test(words)) return { outcome: 'REJECTED', message: quote(words) };
  throw new PortalFault('PORTAL_CHANGED', bankCiPortalMessages.answered({ words }));
}
