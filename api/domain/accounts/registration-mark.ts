/** Ties a verification link to the registration it was mailed for, so that an earlier one's link verifies no later one. */
import { createHash } from 'node:crypto';
import type { Database } from '#prisma/client.ts';

/** Another one after each registration of an address; empty where the user has no password. */
export async function registrationMark(db: Database, userId: string): Promise<string> {
  const account = await db.account.findFirst({
    where: { userId, password: { not: null } },
    select: { password: true },
  });
  // The hash has a salt of its own for each registration; a digest of it tells nothing of the password.
  return account?.password ? createHash('sha256').update(account.password).digest('base64url') : '';
}
