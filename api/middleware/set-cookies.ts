/** Adds cookies that better-auth created to our response. */
import type { Context } from 'hono';

/** Keeps cookies that the response already has. */
export function setCookies(c: Context, cookies: readonly string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
}
