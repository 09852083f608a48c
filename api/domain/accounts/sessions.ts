/** A customer's sessions: listed without any secrets, and ended by their owner. */
import { limits } from '#contracts/limits.ts';
import { sessionsListMax } from '#contracts/accounts/sessions.ts';
import type { OwnSession } from '#contracts/calls/accounts-answers.ts';
import { DomainError } from '#contracts/errors.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { accountMessages } from '#contracts/accounts/messages.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '#prisma/client.ts';

/** The caller and the token of the session of the request; null if a token of the API made it. */
export type SessionCaller = { id: string; sessionToken: string | null };

/**
 * Returns whether the caller's session is still there. It may have ended since the request began, as when its owner has
 * chosen a new password. Until the transaction ends, the session cannot end: whoever ends sessions waits, and then finds
 * what the transaction has stored.
 */
export async function hasSession(tx: Transaction, { id, sessionToken }: SessionCaller): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT id FROM sessions WHERE token = ${sessionToken ?? ''} AND user_id = ${id} FOR KEY SHARE`;
  return found.length > 0;
}

/** Throws UNAUTHENTICATED if the caller's session has ended since the request began. */
export async function requireSession(tx: Transaction, caller: SessionCaller): Promise<void> {
  if (!(await hasSession(tx, caller))) throw new DomainError('UNAUTHENTICATED');
}

/**
 * Ends all sessions except the caller's. Throws UNAUTHENTICATED if that one has ended. All are locked in one order, so
 * that two sessions which end each other at the same time do not wait for each other.
 */
export async function keepOnlySession(
  tx: Transaction,
  { id: userId, sessionToken }: SessionCaller,
): Promise<void> {
  const locked = await tx.$queryRaw<{ token: string }[]>`
    SELECT token FROM sessions WHERE user_id = ${userId} ORDER BY id FOR UPDATE`;
  if (!locked.some(({ token }) => token === sessionToken)) throw new DomainError('UNAUTHENTICATED');
  await endOtherSessions(tx, { id: userId, token: sessionToken });
}

/** Lists the sessions that are still valid. `token` is that of the calling session. */
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

/** Ends a session of the user. Throws NOT_FOUND if it has already ended. */
export async function endSession(db: Database, userId: string, id: string): Promise<void> {
  const { count } = await db.session.deleteMany({ where: { id, userId } });
  if (count === 0) throw refusal('NOT_FOUND', accountMessages.sessionEnded());
}

/** Ends all sessions except the calling one; returns how many. */
export async function endOtherSessions(
  db: DatabaseOrTransaction,
  user: { id: string; token: string | null },
): Promise<number> {
  const { count } = await db.session.deleteMany({
    where: { userId: user.id, ...(user.token === null ? {} : { token: { not: user.token } }) },
  });
  return count;
}

/** Every browser also names the ones it derives from, so the order matters. */
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

/** Names the browser and the operating system of a User-Agent header; each is null if it is not recognised. */
export function deviceOf(userAgent: string): { browser: string | null; system: string | null } {
  const named = (known: [string, RegExp][]) => known.find(([, sign]) => sign.test(userAgent))?.[0] ?? null;
  return { browser: named(browsers), system: named(systems) };
}

/** Returns the network part of an address, which is enough to distinguish the office from home. */
export function networkOf(address: string): string | null {
  const parts = address.split('.');
  if (parts.length === 4) return [...parts.slice(0, 3), 'x'].join('.');
  // The groups after "::" may be the device's own part.
  const groups = address.includes(':') ? (address.split('::')[0] ?? '').split(':') : [];
  const network = groups.filter((group) => group !== '').slice(0, 3);
  // The network part of the local address (::1) consists of zeros only.
  return network.some((group) => /[^0]/.test(group)) ? `${network.join(':')}:…` : null;
}

/** Deletes sessions that have expired at `now`, and unused links and unanswered passkey challenges. */
export async function deleteExpiredSignIns(db: Database, now: Date): Promise<void> {
  await db.verification.deleteMany({ where: { expiresAt: { lt: now } } });
  await db.session.deleteMany({
    where: {
      OR: [
        { expiresAt: { lt: now } },
        { createdAt: { lt: new Date(now.getTime() - limits.sessionAbsoluteMs) } },
      ],
    },
  });
}
