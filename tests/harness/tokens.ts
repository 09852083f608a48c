/** Links whose time is over, which a test can't wait for. */
import { createEmailVerificationToken } from 'better-auth/api';
import type { Env } from '#api/env.ts';

const A_MINUTE_AGO_S = -60;

export function expiredVerificationToken(env: Env, email: string): Promise<string> {
  return createEmailVerificationToken(env.AUTH_SECRET, email, undefined, A_MINUTE_AGO_S);
}
