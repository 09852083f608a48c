/**
 * Counts how often in a row a portal has refused a login, whoever saved it. Portals lock an account after a few wrong
 * passwords, so without this count somebody could lock another company out of a portal by saving its user name here.
 */
import { limits } from '#contracts/limits.ts';
import type { Database } from '#prisma/client.ts';
import { leaseLogin } from './portal-leases.ts';

type Login = { portal: string; username: string };

const whereOf = ({ portal, username }: Login) => ({
  portal_login: { portal, login: leaseLogin(username) },
});

/** Returns the number of consecutive refusals. They expire after a day, as on the portals. */
export async function refusalsOf(db: Database, login: Login, now: Date): Promise<number> {
  const known = await db.portalLoginRefusal.findUnique({ where: whereOf(login) });
  if (!known || now.getTime() - known.refusedAt.getTime() > limits.loginRefusalsKeptMs) return 0;
  return known.refusals;
}

/** Counts a refusal, or resets the count after a successful login. Other outcomes say nothing about the login. */
export async function updateRefusalCount(
  db: Database,
  login: Login,
  outcome: string,
  now: Date,
): Promise<void> {
  if (outcome === 'ok') {
    await db.portalLoginRefusal.deleteMany({ where: whereOf(login).portal_login });
    return;
  }
  if (outcome !== 'CREDENTIALS_INVALID' && outcome !== 'ACCOUNT_LOCKED') return;
  const before = new Date(now.getTime() - limits.loginRefusalsKeptMs);
  await db.$executeRaw`
    INSERT INTO portal_login_refusals AS known (portal, login, refusals, refused_at)
    VALUES (${login.portal}, ${leaseLogin(login.username)}, 1, ${now})
    ON CONFLICT (portal, login) DO UPDATE SET refused_at = ${now},
      refusals = CASE WHEN known.refused_at < ${before} THEN 1 ELSE known.refusals + 1 END`;
}

/** Deletes the counts of logins whose last refusal was before the given time. */
export async function deleteRefusals(db: Database, before: Date): Promise<void> {
  await db.portalLoginRefusal.deleteMany({ where: { refusedAt: { lt: before } } });
}
