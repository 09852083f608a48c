/** Administrators work with a second factor only: whether the account has one, and whether the session has proved it. */
import { hasDevelopmentHelpers, type Env } from '#api/env.ts';
import type { AdminFactor } from '#contracts/accounts/auth.ts';
import { DomainError } from '#contracts/errors.ts';
import type { DatabaseOrTransaction, Transaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { lockedUser } from './admin-rights.ts';

/** Stands in a session: what was proved in it. */
export type ProvedFactor = 'code' | 'passkey';
type FactorEnv = Pick<Env, 'ADMINS_WITHOUT_FACTOR' | 'CHALAN_EMBEDDED' | 'NODE_ENV'>;

/** Asked for the stack as well, so that a variable that came along by mistake opens nothing in production. */
export const adminsNeedFactor = (env: FactorEnv): boolean =>
  !(env.ADMINS_WITHOUT_FACTOR && hasDevelopmentHelpers(env));

/** Of the user `u`: a passkey, or two-step sign-in that is in force. */
export const hasFactorSql = Prisma.sql`(
  EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)
  OR EXISTS (SELECT FROM passkeys k WHERE k.user_id = u.id))`;

export async function hasFactor(db: DatabaseOrTransaction, userId: string): Promise<boolean> {
  const [user] = await db.$queryRaw<{ hasFactor: boolean }[]>`
    SELECT ${hasFactorSql} AS "hasFactor" FROM users u WHERE u.id = ${userId}`;
  return user?.hasFactor ?? false;
}

/** A factor that was removed since it was proved counts no longer. */
export function adminFactorOf(
  env: FactorEnv,
  { isAdmin, hasFactor: has, factor }: { isAdmin: boolean; hasFactor: boolean; factor: string | null },
): AdminFactor | null {
  if (!isAdmin) return null;
  if (!adminsNeedFactor(env)) return 'proved';
  if (!has) return 'missing';
  return factor === null ? 'unproved' : 'proved';
}

/** Throws unless the administrator has proved a second factor in this session; for others there is nothing to prove. */
export function requireProvedFactor({ adminFactor }: { adminFactor: AdminFactor | null }): void {
  if (adminFactor === 'missing') throw new DomainError('ADMIN_FACTOR_REQUIRED');
  refuseUnproved({ adminFactor });
}

/**
 * Setting up the first factor asks for the password alone, changing one asks for the other: or else whoever has found the
 * password adds a passkey beside the administrator's own, or takes that away.
 */
export function refuseUnproved({ adminFactor }: { adminFactor: AdminFactor | null }): void {
  if (adminFactor === 'unproved') throw new DomainError('ADMIN_FACTOR_UNPROVED');
}

/** The session in which a factor was set up has proved it. */
export async function noteProvedFactor(
  db: DatabaseOrTransaction,
  token: string | null,
  factor: ProvedFactor,
): Promise<void> {
  if (token !== null) await db.session.updateMany({ where: { token }, data: { factor } });
}

/** Called when a factor is gone, in the same transaction: of two that remove one each at once, the second finds none left. */
export async function requireFactorLeft(tx: Transaction, env: FactorEnv, userId: string): Promise<void> {
  const { isAdmin } = await lockedUser(tx, userId);
  if (isAdmin && adminsNeedFactor(env) && !(await hasFactor(tx, userId)))
    throw new DomainError('ADMIN_KEEPS_FACTOR');
}
