/** The network behind an address: what a customer of an IPv6 provider can change freely counts as one caller. */
import { isIP } from 'node:net';
import type { Database } from '#prisma/client.ts';

const GROUPS = 8;
/** A provider gives at least a /64 to each customer. */
const NETWORK_GROUPS = 4;

/** An IPv4 address itself; of an IPv6 address its /64. */
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

const KNOWN_MAX = 200;

/** Whether the account is signed in from there: its owner is not kept out by strangers' guesses. */
export async function isKnownNetwork(db: Database, email: string, network: string): Promise<boolean> {
  const sessions = await db.session.findMany({
    where: { user: { email: email.toLowerCase() }, ipAddress: { not: null } },
    select: { ipAddress: true },
    distinct: ['ipAddress'],
    take: KNOWN_MAX,
  });
  return sessions.some(({ ipAddress }) => callerNetwork(ipAddress ?? '') === network);
}
