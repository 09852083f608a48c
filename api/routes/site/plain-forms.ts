/**
 * Handles forms of visitors' pages that are sent without scripts: each becomes a call of the API, and its response a
 * page.
 */
import { Hono, type Context } from 'hono';
import type { AppEnv } from '#api/middleware/app-env.ts';

/** Makes a call of the API on behalf of the request. */
export type CallFor = (c: Context, path: string, init: RequestInit) => Promise<Response>;

export function plainFormRoutes(call: CallFor) {
  return new Hono<AppEnv>().post('/contact', async (c) => {
    const headers = new Headers(c.req.raw.headers);
    headers.set('content-type', 'application/json');
    // The response is read here, and the body is replaced.
    for (const name of ['accept-encoding', 'content-length']) headers.delete(name);
    // A form that cannot be read is treated as an empty one, which is refused.
    const fields = await c.req.parseBody().catch(() => ({}));
    const body = JSON.stringify(fields);
    const answer = await call(c, '/api/contact', { method: 'POST', headers, body });
    const { code } = (await answer.json()) as { code?: string };
    // Redirects, so that reloading the page does not send the form again.
    const outcome = answer.ok ? 'sent' : (code ?? 'INTERNAL_ERROR');
    return c.redirect(`/contact?outcome=${outcome}`, 303);
  });
}
