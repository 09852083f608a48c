/** Enforces the second factor of administrators: whether the account has one, and whether the session has proved it. */
import { hasDevelopmentHelpers, type Env } from '#api/env.ts';
import type { AdminFactor } from '#contracts/accounts/auth.ts';
import { DomainError } from '#contracts/errors.ts';
import type { DatabaseOrTransaction, Transaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { lockedUser } from './admin-rights.ts';

/** Stored in a session: the factor that was proved in it. */
export type ProvedFactor = 'code' | 'passkey';
type FactorEnv = Pick<Env, 'ADMINS_WITHOUT_FACTOR' | 'CHALAN_EMBEDDED' | 'NODE_ENV'>;

/** Also checks the environment, so that a variable set by mistake does not disable the requirement in production. */
export const adminsNeedFactor = (env: FactorEnv): boolean =>
  !(env.ADMINS_WITHOUT_FACTOR && hasDevelopmentHelpers(env));

/** SQL condition on the user `u`: has a passkey, or two-step sign-in that is enabled. */
export const hasFactorSql = Prisma.sql`(
  EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)
  OR EXISTS (SELECT FROM passkeys k WHERE k.user_id = u.id))`;

/** Returns whether the account has a passkey or two-step sign-in; false for an unknown account. */
export async function hasFactor(db: DatabaseOrTransaction, userId: string): Promise<boolean> {
  const [user] = await db.$queryRaw<{ hasFactor: boolean }[]>`
    SELECT ${hasFactorSql} AS "hasFactor" FROM users u WHERE u.id = ${userId}`;
  return user?.hasFactor ?? false;
}

/**
 * Returns the state of an administrator's factor, null for other users. A proof no longer counts once the account has
 * no factor.
 */
export function adminFactorOf(
  env: FactorEnv,
  { isAdmin, hasFactor: has, factor }: { isAdmin: boolean; hasFactor: boolean; factor: string | null },
): AdminFactor | null {
  if (!isAdmin) return null;
  if (!adminsNeedFactor(env)) return 'proved';
  if (!has) return 'missing';
  return factor === null ? 'unproved' : 'proved';
}

/** Throws unless the administrator has proved a second factor in this session. Other users need no proof. */
export function requireProvedFactor({ adminFactor }: { adminFactor: AdminFactor | null }): void {
  if (adminFactor === 'missing') throw new DomainError('ADMIN_FACTOR_REQUIRED');
  refuseUnproved({ adminFactor });
}

/**
 * Throws if the account has a factor that this session has not proved. Setting up the first factor requires the
 * password alone, but changing one requires proof of an existing factor: otherwise, anyone who has found the password
 * could add a passkey beside the administrator's own, or remove it.
 */
export function refuseUnproved({ adminFactor }: { adminFactor: AdminFactor | null }): void {
  if (adminFactor === 'unproved') throw new DomainError('ADMIN_FACTOR_UNPROVED');
}

/** Marks the session as proved, for example the session in which a factor was set up. */
export async function noteProvedFactor(
  db: DatabaseOrTransaction,
  token: string | null,
  factor: ProvedFactor,
): Promise<void> {
  if (token !== null) await db.session.updateMany({ where: { token }, data: { factor } });
}

/**
 * Throws if an administrator has no factor left. Call it after removing a factor, in the same transaction: the row
 * lock makes the second of two concurrent removals see that none is left.
 */
export async function requireFactorLeft(tx: Transaction, env: FactorEnv, userId: string): Promise<void> {
  const { isAdmin } = await lockedUser(tx, userId);
  if (isAdmin && adminsNeedFactor(env) && !(await hasFactor(tx, userId)))
    throw new DomainError('ADMIN_KEEPS_FACTOR');
}
