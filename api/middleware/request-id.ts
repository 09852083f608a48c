/** Assigns an id to every request, for its log lines, for what it starts, and for customers who report a failure. */
import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { inRequest } from '#api/adapters/request-scope.ts';
import type { AppEnv } from './app-env.ts';

/** The id is always new: one chosen by the caller could be confused with another request's. */
export function requestId() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const id = randomUUID();
    c.set('requestId', id);
    await inRequest(id, next);
    // Set after the route has run, because a download's response replaces headers that were set before.
    c.header('X-Request-Id', id);
  });
}
