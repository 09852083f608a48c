/**
 * Begins the trace of a request. One that a caller sends along is not continued: strangers would decide what is recorded.
 */
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import { inSpan } from '#api/adapters/tracing.ts';
import type { AppEnv } from './app-env.ts';

/** The span is named by the pattern of the path: neither the path nor the query nor the body is in it. */
export function requestSpan() {
  return createMiddleware<AppEnv>((c, next) => {
    const { method } = c.req;
    const facts = { method, requestId: c.var.requestId };
    return inSpan(
      method,
      facts,
      async (span) => {
        await next();
        const route = routePath(c);
        const { status } = c.res;
        span.rename(`${method} ${route}`);
        span.note({ route, status });
        if (status >= 500) span.fail();
      },
      'request',
    );
  });
}
