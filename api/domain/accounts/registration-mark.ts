/**
 * Ties a verification link to the registration it was mailed for, so that an earlier link cannot verify a later one.
 */
import { createHash } from 'node:crypto';
import type { Database } from '#prisma/client.ts';

/** Returns a mark that changes with each registration of an address; empty if the user has no password. */
export async function registrationMark(db: Database, userId: string): Promise<string> {
  const account = await db.account.findFirst({
    where: { userId, password: { not: null } },
    select: { password: true },
  });
  // The hash has a new salt for each registration, and its digest reveals nothing about the password.
  return account?.password ? createHash('sha256').update(account.password).digest('base64url') : '';
}
