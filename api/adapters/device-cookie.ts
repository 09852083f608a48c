/** The cookie that identifies a browser, so that a sign-in from another one can be reported to the account's owner. */
import { parse, serialize } from 'hono/utils/cookie';
import type { Env } from '#api/env.ts';
import { limits } from '#contracts/limits.ts';
import { cookieAttributes, hostCookieName } from './auth.ts';

const nameOf = (env: Env): string => hostCookieName(env, 'device');

/** Returns the device token from a request's cookies, or an empty string if there is none. */
export const readDeviceCookie = (env: Env, cookies: string): string =>
  parse(cookies, nameOf(env))[nameOf(env)] ?? '';

/** Returns the `Set-Cookie` header that stores the device token in the browser. */
export function deviceCookie(env: Env, token: string): string {
  const maxAge = limits.deviceCookieMs / 1_000;
  const { sameSite, ...attributes } = cookieAttributes(env);
  return serialize(nameOf(env), token, {
    ...attributes,
    sameSite: sameSite === 'lax' ? 'Lax' : 'Strict',
    maxAge,
  });
}
