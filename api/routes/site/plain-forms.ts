/** Forms of visitors' pages that are sent without scripts: each becomes the API's call, and its answer a page. */
import { Hono, type Context } from 'hono';
import type { AppEnv } from '#api/middleware/app-env.ts';

/** Makes a call of the API for the request that came. */
export type CallFor = (c: Context, path: string, init: RequestInit) => Promise<Response>;

export function plainFormRoutes(call: CallFor) {
  return new Hono<AppEnv>().post('/contact', async (c) => {
    const headers = new Headers(c.req.raw.headers);
    headers.set('content-type', 'application/json');
    // The answer is read here, and the body is another one.
    for (const name of ['accept-encoding', 'content-length']) headers.delete(name);
    // A form that cannot be read is refused as an empty one.
    const fields = await c.req.parseBody().catch(() => ({}));
    const body = JSON.stringify(fields);
    const answer = await call(c, '/api/contact', { method: 'POST', headers, body });
    const { code } = (await answer.json()) as { code?: string };
    // Another address, so that loading the page again does not send the form again.
    const outcome = answer.ok ? 'sent' : (code ?? 'INTERNAL_ERROR');
    return c.redirect(`/contact?outcome=${outcome}`, 303);
  });
}
