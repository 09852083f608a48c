/** Refuses a state-changing request that a browser sends on behalf of another site. */
import { createMiddleware } from 'hono/factory';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import { bearerToken } from './api-token.ts';
import type { AppEnv } from './app-env.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const foreignSites = new Set(['cross-site', 'same-site']);

export function csrf({ env }: Pick<Deps, 'env'>) {
  const appHost = new URL(env.APP_URL).host;
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!safeMethods.has(c.req.method) && bearerToken(c) === null) {
      const site = c.req.header('sec-fetch-site');
      const origin = c.req.header('origin');
      // Every browser sends one of the two; what sends neither is no browser and carries nobody's cookie by itself.
      const foreign = site !== undefined && foreignSites.has(site);
      if (foreign || (origin !== undefined && !isOwn(origin, [appHost, c.req.header('host')]))) {
        throw new DomainError('CROSS_SITE_REQUEST');
      }
    }
    await next();
  });
}

/** A sandboxed page's origin is the word "null", which is no address. */
function isOwn(origin: string, hosts: (string | undefined)[]): boolean {
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}
