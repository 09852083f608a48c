/** The cookie that marks a browser, so that a sign-in from another one can be reported to the account's owner. */
import { parse, serialize } from 'hono/utils/cookie';
import type { Env } from '#api/env.ts';
import { limits } from '#contracts/limits.ts';
import { cookieAttributes, hostCookieName } from './auth.ts';

const nameOf = (env: Env): string => hostCookieName(env, 'device');

/** The browser's mark among the cookies of a request; empty when it has none. */
export const readDeviceCookie = (env: Env, cookies: string): string =>
  parse(cookies, nameOf(env))[nameOf(env)] ?? '';

/** A `Set-Cookie` header that marks the browser with the token. */
export function deviceCookie(env: Env, token: string): string {
  const maxAge = limits.deviceCookieMs / 1_000;
  const { sameSite, ...attributes } = cookieAttributes(env);
  return serialize(nameOf(env), token, {
    ...attributes,
    sameSite: sameSite === 'lax' ? 'Lax' : 'Strict',
    maxAge,
  });
}
