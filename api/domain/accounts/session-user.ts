/** Reads the user of a session with one query, and ends sessions at their maximum age. */
import { limits } from '#contracts/limits.ts';
import type { Database } from '#prisma/client.ts';
import { hasFactorSql } from './admin-factor.ts';

/** `factor` is the factor that the session has proved; `hasFactor` is determined for administrators only. */
export type StoredUser = {
  id: string;
  email: string;
  name: string;
  isAdmin: boolean;
  status: string;
  emailVerified: boolean;
  factor: string | null;
  hasFactor: boolean;
};

/** Minimum interval between updates of a session's last use, which is not written with every request. */
const USE_NOTED_MS = 15 * 60_000;

/**
 * Returns the user of a session that needs no extension yet; null for any other session.
 *
 * @param renewalAgeMs age from which a session is extended when it is used
 */
export async function userOfFreshSession(
  db: Database,
  token: string,
  renewalAgeMs: number,
): Promise<StoredUser | null> {
  const prolongedUntil = new Date(Date.now() + limits.sessionMs - renewalAgeMs);
  const [user] = await db.$queryRaw<(StoredUser & { usedAt: Date })[]>`
    SELECT u.id, u.email, u.name, u.is_admin AS "isAdmin", u.status, u.email_verified AS "emailVerified",
      s.updated_at AS "usedAt", s.factor, u.is_admin AND ${hasFactorSql} AS "hasFactor"
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token = ${token} AND s.expires_at > ${prolongedUntil} AND s.created_at > ${oldestSignIn()}`;
  if (user && Date.now() - user.usedAt.getTime() > USE_NOTED_MS)
    await noteUse(db, { userId: user.id, token });
  return user ?? null;
}

/**
 * Notes the use of the session, and at most once an hour that of the account, which administrators are shown. Two
 * statements, because whoever ends the sessions of an account has locked the account before.
 */
async function noteUse(db: Database, { userId, token }: { userId: string; token: string }): Promise<void> {
  await db.$executeRaw`UPDATE sessions SET updated_at = now() WHERE token = ${token}`;
  await db.$executeRaw`
    UPDATE users SET last_activity = now() WHERE id = ${userId} AND last_activity < now() - interval '1 hour'`;
}

/** Deletes the session if its sign-in is older than any session may become. */
export async function endOverdueSession(db: Database, token: string): Promise<void> {
  await db.session.deleteMany({ where: { token, createdAt: { lte: oldestSignIn() } } });
}

const oldestSignIn = (): Date => new Date(Date.now() - limits.sessionAbsoluteMs);
