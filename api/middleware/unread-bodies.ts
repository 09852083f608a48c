/**
 * Ends the body of an answer that nobody reads: Hono answers HEAD with the headers of GET and drops the body, whose
 * open file, database cursor and place would otherwise be kept.
 */
import type { MiddlewareHandler } from 'hono';

/** Must be the first middleware, so that it sees the body that the others have wrapped. */
export const unreadBodies: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.req.method === 'HEAD') await c.res.body?.cancel();
};
