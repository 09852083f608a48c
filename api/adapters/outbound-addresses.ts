/**
 * Decides which addresses requests on behalf of a customer may go to: public ones only, never this machine or its
 * network.
 */
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** Special-purpose ranges from IANA's registries. */
const closedV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
/**
 * Non-public ranges within 2000::/3, the only range with public addresses; 2001::/23 and 2002::/16 can embed IPv4
 * addresses.
 */
const closedV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const v4 = new BlockList();
for (const [net, bits] of closedV4) v4.addSubnet(net, bits, 'ipv4');
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');
const v6 = new BlockList();
for (const [net, bits] of closedV6) v6.addSubnet(net, bits, 'ipv6');

/** Returns whether an IPv4 or IPv6 address is public; false for any other text. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !v4.check(address, 'ipv4');
  return isIPv6(address) && publicV6.check(address, 'ipv6') && !v6.check(address, 'ipv6');
}

/** An IPv6 address is in brackets in a URL. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Names under "localhost" are this machine's (RFC 6761). */
export const isOfThisMachine = (hostname: string): boolean => hostname.endsWith('.localhost');

/**
 * Returns whether the host is in our own network: an address, or a name that only this machine or its network
 * resolves. A name with a dot may be public, and then whoever holds it chooses its addresses.
 */
export const isOfOwnNetwork = (hostname: string): boolean =>
  isIP(withoutBrackets(hostname)) !== 0 || !hostname.includes('.') || isOfThisMachine(hostname);
