/** Cookies that the sign-in library has made, on our answer. */
import type { Context } from 'hono';

export function setCookies(c: Context, cookies: readonly string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
}
