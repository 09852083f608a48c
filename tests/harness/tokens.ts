/** Links whose time is over, which a test can't wait for. */
import { createEmailVerificationToken } from 'better-auth/api';
import type { Deps } from '#api/deps.ts';
import { registrationMark } from '#api/domain/registration-mark.ts';

const A_MINUTE_AGO_S = -60;

export async function expiredVerificationToken(
  { env, db }: Pick<Deps, 'env' | 'db'>,
  email: string,
): Promise<string> {
  const { id } = await db.user.findUniqueOrThrow({ where: { email } });
  const registration = await registrationMark(db, id);
  return createEmailVerificationToken(env.AUTH_SECRET, email, undefined, A_MINUTE_AGO_S, { registration });
}
