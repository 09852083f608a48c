/** Callers' networks and addresses: what counts as one caller, and whether a caller is within a range. */
import { BlockList, isIP } from 'node:net';
import type { Database } from '#prisma/client.ts';

const GROUPS = 8;
/** A provider assigns at least a /64 to each customer. */
const NETWORK_GROUPS = 4;

/**
 * Returns an IPv4 address itself, or the /64 of an IPv6 address: addresses that a provider's customer can change
 * freely are one caller.
 */
export function callerNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [, embedded] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (embedded) return embedded;
  const [withoutZone = ''] = address.split('%');
  const [head = '', tail] = withoutZone.split('::');
  const groups = (part: string | undefined): string[] => (part ? part.split(':') : []);
  const left = groups(head);
  const missing = tail === undefined ? 0 : GROUPS - left.length - groups(tail).length;
  const all = [...left, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...groups(tail)];
  const network = all.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * Returns whether the address is in one of the CIDR ranges; without ranges, every address is. An IPv4 address may be
 * written as IPv6.
 */
export function isWithin(address: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  const [plain = ''] = address.split('%');
  const family = familyOf(plain);
  return family !== null && listOf(ranges).check(plain, family);
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    const family = familyOf(network);
    if (family) list.addSubnet(network, Number(bits), family);
  }
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  if (version === 0) return null;
  return version === 6 ? 'ipv6' : 'ipv4';
}

const KNOWN_MAX = 200;

/**
 * Returns whether the account has a session from this network, so that strangers' guesses do not lock out its owner.
 */
export async function isKnownNetwork(db: Database, email: string, network: string): Promise<boolean> {
  const sessions = await db.session.findMany({
    where: { user: { email: email.toLowerCase() }, ipAddress: { not: null } },
    select: { ipAddress: true },
    distinct: ['ipAddress'],
    take: KNOWN_MAX,
  });
  return sessions.some(({ ipAddress }) => callerNetwork(ipAddress ?? '') === network);
}
