/** Where a customer is signed in: listed without anything that signs in, and ended by its owner. */
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { sessionsListMax } from '#contracts/accounts/sessions.ts';
import type { OwnSession } from '#contracts/calls/account-answers.ts';
import type { Database } from '#prisma/client.ts';

/** `token` is that of the session which asks. */
export async function listSessions(
  db: Database,
  user: { id: string; token: string | null },
  now: Date,
): Promise<OwnSession[]> {
  const sessions = await db.session.findMany({
    where: {
      userId: user.id,
      expiresAt: { gt: now },
      createdAt: { gt: new Date(now.getTime() - limits.sessionAbsoluteMs) },
    },
    orderBy: [{ updatedAt: 'desc' }, { id: 'asc' }],
    take: sessionsListMax,
  });
  return sessions
    .map(({ id, token, ipAddress, userAgent, createdAt, updatedAt }) => ({
      id,
      ...deviceOf(userAgent ?? ''),
      address: networkOf(ipAddress ?? ''),
      signedInAt: createdAt.toISOString(),
      lastUsedAt: updatedAt.toISOString(),
      current: token === user.token,
    }))
    .sort((a, b) => Number(b.current) - Number(a.current));
}

export async function endSession(db: Database, userId: string, id: string): Promise<void> {
  const { count } = await db.session.deleteMany({ where: { id, userId } });
  if (count === 0) throw new DomainError('NOT_FOUND', { message: 'This session has ended already.' });
}

/** All but the one that asks; answers how many. */
export async function endOtherSessions(
  db: Database,
  user: { id: string; token: string | null },
): Promise<number> {
  const { count } = await db.session.deleteMany({
    where: { userId: user.id, ...(user.token === null ? {} : { token: { not: user.token } }) },
  });
  return count;
}

/** Every browser also names those it descends from, so the order decides. */
const browsers: [string, RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];
const systems: [string, RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

export function deviceOf(userAgent: string): { browser: string | null; system: string | null } {
  const named = (known: [string, RegExp][]) => known.find(([, sign]) => sign.test(userAgent))?.[0] ?? null;
  return { browser: named(browsers), system: named(systems) };
}

/** The network's part of an address: enough to tell the office from home. */
export function networkOf(address: string): string | null {
  const parts = address.split('.');
  if (parts.length === 4) return [...parts.slice(0, 3), 'x'].join('.');
  // What follows a gap may be the device's own part.
  const groups = address.includes(':') ? (address.split('::')[0] ?? '').split(':') : [];
  const network = groups.filter((group) => group !== '').slice(0, 3);
  // Of this machine's own address the network is nothing but zeros.
  return network.some((group) => /[^0]/.test(group)) ? `${network.join(':')}:…` : null;
}
