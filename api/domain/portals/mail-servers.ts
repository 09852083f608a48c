/** The mail servers that customers name: public ones, reached with TLS, unless the operator allows others. */
import {
  AddressRefused,
  checkedAddresses,
  lookupAll,
  lookupThisMachine,
} from '#api/adapters/checked-addresses.ts';
import { isOfThisMachine } from '#api/adapters/outbound-addresses.ts';
import type { Env } from '#api/env.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import type { MailServer } from '#contracts/portals/mail-servers.ts';
import { mailServerMessages } from '#contracts/portals/mail-server-messages.ts';
import { hasOwnServers, placeOfCredential, type CredentialName } from '#contracts/portals/portal-logins.ts';

/**
 * Throws MAIL_SERVER_REFUSED if the login's server must not be reached. The worker checks again when it connects, and
 * connects to the very address that it has checked, so that a changed DNS entry is of no use.
 */
export async function requireUsableServer(
  env: Pick<Env, 'MAILBOXES_TO_PRIVATE'>,
  portal: CredentialName,
  server: MailServer | null | undefined,
): Promise<void> {
  if (!server) return;
  const { MAILBOXES_TO_PRIVATE: allowsPrivate } = env;
  if (!hasOwnServers(placeOfCredential(portal)))
    throw refusal('MAIL_SERVER_REFUSED', mailServerMessages.noMailbox());
  if (server.security === 'plain' && !allowsPrivate)
    throw refusal('MAIL_SERVER_REFUSED', mailServerMessages.notEncrypted());
  const lookup = isOfThisMachine(server.host) ? lookupThisMachine : lookupAll;
  try {
    await checkedAddresses(server.host, { allowsPrivate, lookup });
  } catch (error) {
    if (error instanceof AddressRefused) throw refusal('MAIL_SERVER_REFUSED', error.said);
    throw error;
  }
}
