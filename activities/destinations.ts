/** Decides which hosts and ports a portal session may reach, and at which addresses. */
import { isIP } from 'node:net';
import { checkedAddresses, lookupAll, type Address, type Lookup } from '#api/adapters/checked-addresses.ts';

/** `host` is written as in a URL: in lower case, an IPv6 address in brackets. */
export type Destination = { host: string; port: number };

export type Destinations = {
  allows: (destination: Destination) => boolean;
  allowsUrl: (url: string) => boolean;
  /** Throws AddressRefused if the host is not found, or belongs to a private network that it must not reach. */
  addressesOf: (destination: Destination) => Promise<[Address, ...Address[]]>;
};

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

function destinationOfUrl(text: string): Destination {
  const { protocol, hostname, port } = new URL(text);
  return { host: hostname.toLowerCase(), port: port === '' ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port) };
}

/**
 * Whether the operator configured a host of the own network: an address, or a name that only this machine or its
 * network resolves. A name with a dot may be public, and then whoever holds it chooses its addresses.
 */
function isOfOwnNetwork(host: string): boolean {
  return isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0 || !host.includes('.');
}

/** Allows the hosts and ports of `urls`, and nothing else. */
export function createDestinations(urls: readonly string[], lookup: Lookup = lookupAll): Destinations {
  const keyOf = ({ host, port }: Destination): string => `${host}:${port}`;
  const allowed = new Set(urls.map((url) => keyOf(destinationOfUrl(url))));
  const allows = (destination: Destination): boolean => allowed.has(keyOf(destination));
  return {
    allows,
    allowsUrl: (url) => allows(destinationOfUrl(url)),
    addressesOf: ({ host }) => checkedAddresses(host, { allowsPrivate: isOfOwnNetwork(host), lookup }),
  };
}
