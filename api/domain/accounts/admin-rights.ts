/** Checks which administrator may act on which user, under locks, so that two administrators cannot undo each other. */
import { DomainError } from '#contracts/errors.ts';
import type { Transaction } from '#prisma/client.ts';
import type { User } from '#prisma/generated/client.ts';

/** Locks and returns everyone who can open the administration. */
async function lockedAdminIds(tx: Transaction): Promise<string[]> {
  const admins = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM users
    WHERE is_admin AND email_verified AND status = 'active' AND deleted_at IS NULL
    ORDER BY id FOR UPDATE`;
  return admins.map(({ id }) => id);
}

/**
 * Throws if the administrator is the user concerned, or is no longer an administrator. Since nobody acts on their own
 * account, at least one administrator always remains. If two demote each other at once, the second is no longer an
 * administrator.
 */
export async function requireActingAdmin(tx: Transaction, adminId: string, userId: string): Promise<void> {
  if (adminId === userId) throw new DomainError('OWN_ACCOUNT');
  await requireStillAdmin(tx, adminId);
}

/**
 * Throws FORBIDDEN unless the user can still open the administration. Locks all administrators until the transaction
 * ends.
 */
export async function requireStillAdmin(tx: Transaction, adminId: string): Promise<void> {
  const adminIds = await lockedAdminIds(tx);
  if (!adminIds.includes(adminId)) throw new DomainError('FORBIDDEN');
}

/** Locks a user who is not deleted until the transaction ends, so that no job starts meanwhile. Throws NOT_FOUND. */
export async function lockedUser(tx: Transaction, userId: string): Promise<User> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR UPDATE`;
  const user = await tx.user.findUnique({ where: { id: userId, deletedAt: null } });
  if (!user) throw new DomainError('NOT_FOUND');
  return user;
}
