/** The cookie of a browser that has registered an account: only there does the mailed link also sign in. */
import { parse, serialize } from 'hono/utils/cookie';
import type { Env } from '#api/env.ts';
import { limits } from '#contracts/limits.ts';
import { cookieAttributes, hostCookieName } from './auth.ts';

const nameOf = (env: Env): string => hostCookieName(env, 'registration');

export const readRegistrationCookie = (env: Env, cookies: string): string =>
  parse(cookies, nameOf(env))[nameOf(env)] ?? '';

/** Returns the `Set-Cookie` header; it is kept as long as the link is valid. */
export function registrationCookie(env: Env, proof: string): string {
  const { sameSite, ...attributes } = cookieAttributes(env);
  return serialize(nameOf(env), proof, {
    ...attributes,
    sameSite: sameSite === 'lax' ? 'Lax' : 'Strict',
    maxAge: limits.verificationLinkMs / 1_000,
  });
}
