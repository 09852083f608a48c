/** Makes the links in mails about an account: one verifies its address, the other lets its owner choose a new password. */
import { randomBytes } from 'node:crypto';
import { createEmailVerificationToken } from 'better-auth/api';
import type { Auth } from '#api/adapters/auth.ts';
import type { Env } from '#api/env.ts';
import { limits } from '#contracts/limits.ts';
import type { Database } from '#prisma/client.ts';
import { registrationMark } from './registration-mark.ts';

const RESET_TOKEN_BYTES = 24;

/** Returns the link that verifies the address for the user's current registration. */
export async function verificationLink(
  { authSecret, db, env }: { authSecret: string; db: Database; env: Env },
  { id, email }: { id: string; email: string },
): Promise<string> {
  const mark = { registration: await registrationMark(db, id) };
  const validS = limits.verificationLinkMs / 1_000;
  const token = await createEmailVerificationToken(authSecret, email, undefined, validS, mark);
  return linkTo(env, '/verify-email', token);
}

export const resetLink = (env: Env, token: string): string => linkTo(env, '/reset-password', token);

/** Stores a token as better-auth does when somebody has forgotten a password, and returns its link. */
export async function newResetLink(
  { auth, env, now }: { auth: Auth; env: Env; now: Date },
  userId: string,
): Promise<string> {
  const token = randomBytes(RESET_TOKEN_BYTES).toString('base64url');
  const { internalAdapter } = await auth.$context;
  await internalAdapter.createVerificationValue({
    value: userId,
    identifier: `reset-password:${token}`,
    expiresAt: new Date(now.getTime() + limits.resetLinkMs),
  });
  return resetLink(env, token);
}

function linkTo(env: Env, path: string, token: string): string {
  return new URL(`${path}?token=${encodeURIComponent(token)}`, env.APP_URL).href;
}
