/** Looks a host up and refuses it unless its addresses are public, so that the caller connects to what was checked. */
import { lookup as systemLookup } from 'node:dns/promises';
import { integrationMessages } from '#contracts/integrations/messages.ts';
import type { Message } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';
import { isPublicAddress, withoutBrackets } from './outbound-addresses.ts';
import { withinMs } from './within-ms.ts';

export type Address = { address: string; family: number };
export type Lookup = (hostname: string) => Promise<Address[]>;

/** The address must not be called; `said` is shown to the customer. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly said: Message;
  /** The host has no address at the moment, which may pass. */
  readonly isUnknown: boolean;

  constructor(said: Message, { isUnknown = false } = {}) {
    super(english(said));
    this.said = said;
    this.isUnknown = isUnknown;
  }
}

const LOOKUP_MS = 5_000;

export const lookupAll: Lookup = (hostname) => systemLookup(hostname, { all: true });

/** Many systems do not resolve the names of `isOfThisMachine`. */
export const lookupThisMachine: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];

/**
 * Returns the addresses of a host.
 *
 * @param hostname as in a URL; an IPv6 address is in brackets
 * @throws AddressRefused if the host is not found, or has a private address that is not allowed
 */
export async function checkedAddresses(
  hostname: string,
  { allowsPrivate, lookup }: { allowsPrivate: boolean; lookup: Lookup },
): Promise<[Address, ...Address[]]> {
  const found = withinMs(LOOKUP_MS, lookup(withoutBrackets(hostname)), () => []);
  const [first, ...others] = await found.catch(() => []);
  if (!first)
    throw new AddressRefused(integrationMessages.hostNotFound({ host: hostname }), { isUnknown: true });
  // A single private address is enough to refuse: a later lookup could return that one.
  if (!allowsPrivate && ![first, ...others].every((one) => isPublicAddress(one.address)))
    throw new AddressRefused(integrationMessages.addressPrivate());
  return [first, ...others];
}
