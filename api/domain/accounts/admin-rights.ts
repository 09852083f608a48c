/** Who may act on whom in the administration, checked under locks so that two administrators can't undo each other. */
import { DomainError } from '#contracts/errors.ts';
import type { Transaction } from '#prisma/client.ts';
import type { User } from '#prisma/generated/client.ts';

/** Everybody who can open the administration; their rows stay as they are until the transaction ends. */
async function lockedAdminIds(tx: Transaction): Promise<string[]> {
  const admins = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM users
    WHERE is_admin AND email_verified AND status = 'active' AND deleted_at IS NULL
    ORDER BY id FOR UPDATE`;
  return admins.map(({ id }) => id);
}

/**
 * Nobody acts on the own account, so one administrator always stays. Of two who demote each other at once the second one
 * no longer is an administrator.
 */
export async function requireActingAdmin(tx: Transaction, adminId: string, userId: string): Promise<void> {
  if (adminId === userId) throw new DomainError('OWN_ACCOUNT');
  await requireStillAdmin(tx, adminId);
}

export async function requireStillAdmin(tx: Transaction, adminId: string): Promise<void> {
  const adminIds = await lockedAdminIds(tx);
  if (!adminIds.includes(adminId)) throw new DomainError('FORBIDDEN');
}

/** A user who is not deleted; the row stays as it is until the transaction ends, and no job begins meanwhile. */
export async function lockedUser(tx: Transaction, userId: string): Promise<User> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR UPDATE`;
  const user = await tx.user.findUnique({ where: { id: userId, deletedAt: null } });
  if (!user) throw new DomainError('NOT_FOUND');
  return user;
}
