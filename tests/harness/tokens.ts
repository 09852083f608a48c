/** Expires links, because a test cannot wait for their time to pass. */
import { createEmailVerificationToken } from 'better-auth/api';
import type { Deps } from '#api/deps.ts';
import { registrationMark } from '#api/domain/accounts/registration-mark.ts';

const A_MINUTE_AGO_S = -60;

export async function expiredVerificationToken(
  { auth, db }: Pick<Deps, 'auth' | 'db'>,
  email: string,
): Promise<string> {
  const { id } = await db.user.findUniqueOrThrow({ where: { email } });
  const registration = await registrationMark(db, id);
  return createEmailVerificationToken(auth.options.secret, email, undefined, A_MINUTE_AGO_S, {
    registration,
  });
}
