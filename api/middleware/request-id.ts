/** Names every request, for its log lines and for the customer who reports a failure. */
import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app-env.ts';

/** Always a new id: one chosen by the caller could be confused with another request's. */
export function requestId() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const id = randomUUID();
    c.set('requestId', id);
    await next();
    // Only now: a download brings headers of its own, in the place of those that were set before.
    c.header('X-Request-Id', id);
  });
}
