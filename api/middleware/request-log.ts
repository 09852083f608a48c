/**
 * Writes one log line per request, and counts it in the metrics. The path is logged without the query, which may contain
 * personal data.
 */
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { Deps } from '#api/deps.ts';
import type { AppEnv } from './app-env.ts';

/** Asked every few seconds by process managers; a change of what they answer has a line of its own (health.ts). */
const probes = new Set(['/healthz', '/readyz']);

/** Failures from 500 on are logged as errors, and probes only for debugging. Later handlers log with the same request id. */
export function requestLog(deps: Pick<Deps, 'logger' | 'metrics'>) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const logger = deps.logger.child({ requestId: c.var.requestId });
    c.set('logger', logger);
    const startMs = performance.now();
    await next();
    const line = {
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      durationMs: Math.round(performance.now() - startMs),
      userId: c.var.user?.id,
    };
    // The handler that was reached last is the one that answered.
    const route = routePath(c);
    deps.metrics?.answered({ method: line.method, route, status: line.status }, line.durationMs);
    logger[levelOf(line)](line, 'request');
  });
}

function levelOf({ path, status }: { path: string; status: number }): 'debug' | 'info' | 'error' {
  if (probes.has(path)) return 'debug';
  return status >= 500 ? 'error' : 'info';
}
