/** Decides which mail servers this worker may connect to. */
import { readFile } from 'node:fs/promises';
import {
  AddressRefused,
  checkedAddresses,
  lookupAll,
  lookupThisMachine,
  type Lookup,
} from '#api/adapters/checked-addresses.ts';
import { isOfThisMachine } from '#api/adapters/outbound-addresses.ts';
import type { Env } from '#api/env.ts';
import { PortalFault, type MailReach } from '#activities/portals/contract.ts';
import { mailboxPortalMessages } from '#activities/portals/mailbox/messages.ts';

export async function mailReachOf(
  env: Pick<Env, 'MAILBOXES_TO_PRIVATE' | 'MAILBOX_CA_FILE'>,
): Promise<MailReach> {
  const { MAILBOXES_TO_PRIVATE: allowsPrivate, MAILBOX_CA_FILE: file } = env;
  return createMailReach({ allowsPrivate, ...(file ? { authorities: await readFile(file, 'utf8') } : {}) });
}

type Options = Pick<MailReach, 'allowsPrivate' | 'authorities'> & { lookup?: Lookup };

/**
 * Creates the rules. The name of a customer's server is resolved once per connection, and refused unless its addresses
 * are public.
 */
export function createMailReach({ lookup, ...given }: Options): MailReach {
  const { allowsPrivate } = given;
  const lookupOf = (host: string): Lookup =>
    lookup ?? (isOfThisMachine(host) ? lookupThisMachine : lookupAll);
  return {
    ...given,
    addressOf: async (host) => {
      try {
        const [{ address }] = await checkedAddresses(host, { allowsPrivate, lookup: lookupOf(host) });
        return address;
      } catch (error) {
        throw error instanceof AddressRefused ? faultOf(error) : error;
      }
    },
  };
}

/** Converts the refusal to a fault. A name that is not found is a temporary one. */
function faultOf(cause: AddressRefused): PortalFault {
  if (cause.isUnknown) return new PortalFault('PORTAL_DOWN', cause.said, { cause });
  const said = mailboxPortalMessages.serverRefused({ why: cause.said });
  return new PortalFault('CREDENTIALS_INVALID', said, { cause });
}
