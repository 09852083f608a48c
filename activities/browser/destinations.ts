/** Decides which hosts and ports a portal session may reach, at which addresses, and what it may do there. */
import {
  checkedAddresses,
  lookupAll,
  lookupThisMachine,
  type Address,
  type Lookup,
} from '#api/adapters/checked-addresses.ts';
import { isOfOwnNetwork, isOfThisMachine } from '#api/adapters/outbound-addresses.ts';
import type { HostRole } from '#activities/portals/facts.ts';
import { destinationOfUrl, keyOf } from './egress.ts';

/** `host` is written as in a URL: in lower case, an IPv6 address in brackets. */
export type Destination = { host: string; port: number };

/** A host that a portal's pages lead to, besides that of its address. Only scheme, host and port of the URL count. */
export type ReachedHost = { url: string; role: HostRole };

export type Destinations = {
  allows: (destination: Destination) => boolean;
  allowsUrl: (url: string) => boolean;
  /** Whether the URL is on a host of the portal itself, where pages may be opened and filings sent. */
  isOwn: (url: string) => boolean;
  /** Whether there are hosts from which pages may only load parts. */
  hasLoadOnly: boolean;
  /** Whether the URL is on the host of a third party's widget, whose frames may send something to such hosts. */
  isWidget: (url: string) => boolean;
  /** Whether passwords and codes may be typed on a page with this URL. */
  takesPassword: (url: string) => boolean;
  /** Whether the URL is on a host that does nothing but sign in. */
  isForSignIn: (url: string) => boolean;
  /** Throws AddressRefused if the host is not found, or belongs to a private network that it must not reach. */
  addressesOf: (destination: Destination) => Promise<[Address, ...Address[]]>;
};

/** Allows the host and port of the portal's address and those of `hosts`, and nothing else. */
export function createDestinations(
  baseUrl: string,
  hosts: readonly ReachedHost[] = [],
  lookup: Lookup = lookupAll,
): Destinations {
  const allowed = new Set(
    [baseUrl, ...hosts.map(({ url }) => url)].map((url) => keyOf(destinationOfUrl(url))),
  );
  const address = new URL(baseUrl).origin;
  const originsOf = (role: HostRole): string[] =>
    hosts.filter((host) => host.role === role).map(({ url }) => new URL(url).origin);
  const signIn = new Set(originsOf('sign-in').filter((origin) => origin !== address));
  const own = new Set([address, ...signIn, ...originsOf('work')]);
  const widgets = new Set(originsOf('widget').filter((origin) => !own.has(origin)));
  const isIn = (origins: ReadonlySet<string>, url: string): boolean =>
    URL.canParse(url) && origins.has(new URL(url).origin);
  const allows = (destination: Destination): boolean => allowed.has(keyOf(destination));
  return {
    allows,
    allowsUrl: (url) => allows(destinationOfUrl(url)),
    isOwn: (url) => isIn(own, url),
    hasLoadOnly: hosts.some(({ role }) => role === 'load' || role === 'widget'),
    isWidget: (url) => isIn(widgets, url),
    takesPassword: (url) => isIn(new Set([address, ...signIn]), url),
    isForSignIn: (url) => isIn(signIn, url),
    addressesOf: ({ host }) =>
      checkedAddresses(host, {
        allowsPrivate: isOfOwnNetwork(host),
        lookup: isOfThisMachine(host) ? lookupThisMachine : lookup,
      }),
  };
}
