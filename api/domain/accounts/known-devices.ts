/** Browsers from which an account is used: a cookie marks each, and a sign-in from a new one is reported by mail. */
import { createHash, randomBytes } from 'node:crypto';
import { deviceCookie, readDeviceCookie } from '#api/adapters/device-cookie.ts';
import type { Deps } from '#api/deps.ts';
import type { RateLimiter } from '#api/adapters/rate-limits.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import type { Database } from '#prisma/client.ts';
import type { Session } from '#prisma/generated/client.ts';
import { sendMail } from '#api/domain/messaging/send-mail.ts';
import { newDeviceMail } from './account-mails.ts';
import { callerNetwork } from '#api/domain/networks.ts';
import { deviceOf } from './sessions.ts';

export type DeviceDeps = Pick<Deps, 'db' | 'env' | 'mailer' | 'logger'> & { limiter: RateLimiter };

const TOKEN_BYTES = 32;
const tokenForm = /^[\w-]{43}$/;
/** Maximum number of an account's sessions examined per sign-in, oldest first. */
const SESSIONS_MAX = 200;

/**
 * Returns the cookie that identifies this browser from now on. Call it while the caller's previous session still
 * exists. A failure is only logged and never prevents a sign-in.
 */
export async function noteDevice(deps: DeviceDeps, sessionToken: string, cookies: string): Promise<string> {
  const brought = readDeviceCookie(deps.env, cookies);
  const token = tokenForm.test(brought) ? brought : randomBytes(TOKEN_BYTES).toString('base64url');
  try {
    const session = await deps.db.session.findUniqueOrThrow({ where: { token: sessionToken } });
    const isNew = await isNewDevice(deps.db, session, digestOf(token));
    await remember(deps.db, session, digestOf(token));
    if (isNew) await notifyOfNewDevice(deps, session);
  } catch (error) {
    deps.logger.error({ err: error }, 'a device is not noted');
  }
  return deviceCookie(deps.env, token);
}

/** Returns the digest of the caller's browser if the account with this address was used on it, otherwise null. */
export async function knownDeviceOf(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  email: string,
  cookies: string,
): Promise<string | null> {
  const token = readDeviceCookie(env, cookies);
  if (!tokenForm.test(token)) return null;
  const digest = digestOf(token);
  const known = await db.knownDevice.findFirst({ where: { digest, user: { email: email.toLowerCase() } } });
  return known && digest;
}

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The first sign-in of an account is never reported, because there is nothing to compare it with. */
async function isNewDevice(db: Database, session: Session, digest: string): Promise<boolean> {
  const { userId } = session;
  const known = await db.knownDevice.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });
  if (known.some((device) => device.digest === digest)) return false;
  const user = await db.user.findUnique({ where: { id: userId }, select: { lastActivity: true } });
  if (known.length === 0 && !user?.lastActivity) return false;
  return !(await isDeviceOfBefore(db, session, known[0]?.createdAt ?? session.createdAt));
}

/** Sessions older than the account's first mark come from browsers that could not have one yet. */
async function isDeviceOfBefore(db: Database, session: Session, firstMarkAt: Date): Promise<boolean> {
  const { id, userId } = session;
  const earlier = await db.session.findMany({
    where: { userId, id: { not: id }, createdAt: { lt: firstMarkAt } },
    select: { ipAddress: true, userAgent: true },
    orderBy: { createdAt: 'asc' },
    take: SESSIONS_MAX,
  });
  const kind = kindOf(session);
  return earlier.some((each) => kindOf(each) === kind);
}

function kindOf({ ipAddress, userAgent }: Pick<Session, 'ipAddress' | 'userAgent'>): string {
  const { browser, system } = deviceOf(userAgent ?? '');
  return [callerNetwork(ipAddress ?? ''), browser, system].join(' ');
}

async function remember(db: Database, { userId, createdAt }: Session, digest: string): Promise<void> {
  await db.knownDevice.upsert({
    where: { userId_digest: { userId, digest } },
    // As old as its session, so that this session does not count as an earlier one.
    create: { userId, digest, createdAt, lastUsedAt: createdAt },
    update: { lastUsedAt: createdAt },
  });
  const tooMany = await db.knownDevice.findMany({
    where: { userId },
    orderBy: { lastUsedAt: 'desc' },
    skip: limits.knownDevicesMax,
    select: { digest: true },
  });
  if (tooMany.length === 0) return;
  await db.knownDevice.deleteMany({ where: { userId, digest: { in: tooMany.map((each) => each.digest) } } });
}

/** Runs in the background, so that the sign-in does not wait for the mail. */
async function notifyOfNewDevice(deps: DeviceDeps, session: Session): Promise<void> {
  const { db, limiter, logger } = deps;
  const { userId, ipAddress, userAgent, createdAt } = session;
  if (!(await mayTell(limiter, userId)))
    return logger.info({ userId }, 'no more mails about new devices today');
  const to = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, language: true },
  });
  const signIn = { at: createdAt, address: ipAddress ?? '', ...deviceOf(userAgent ?? '') };
  void sendMail(deps, to, newDeviceMail(signIn), { userId });
}

async function mayTell(limiter: RateLimiter, userId: string): Promise<boolean> {
  try {
    await limiter.consume('newDeviceMailPerUser', userId);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'TOO_MANY_REQUESTS') return false;
    throw error;
  }
}

/** Deletes browsers that were last used before the given time. */
export async function deleteUnusedDevices(db: Database, before: Date): Promise<void> {
  await db.knownDevice.deleteMany({ where: { lastUsedAt: { lt: before } } });
}
