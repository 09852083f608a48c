/** Refuses state-changing requests that a browser sends on behalf of another site. */
import { createMiddleware } from 'hono/factory';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import { bearerToken } from './api-token.ts';
import type { AppEnv } from './app-env.ts';
import { isOfTemporalUi } from './temporal-ui.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const foreignSites = new Set(['cross-site', 'same-site']);

/** Requests with an API token are exempt, because browsers do not attach tokens by themselves. */
export function csrf({ env }: Pick<Deps, 'env'>) {
  const appHost = new URL(env.APP_URL).host;
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!safeMethods.has(c.req.method) && bearerToken(c) === null) {
      const site = c.req.header('sec-fetch-site');
      const origin = c.req.header('origin');
      // Every browser sends at least one of the two headers. A client that sends neither is not a browser, so it does
      // not attach anybody's cookie automatically.
      const foreign = site !== undefined && foreignSites.has(site);
      const isUi = isOfTemporalUi(env, c.req.path, origin);
      if (!isUi && (foreign || (origin !== undefined && !isOwn(origin, [appHost, c.req.header('host')])))) {
        throw new DomainError('CROSS_SITE_REQUEST');
      }
    }
    await next();
  });
}

/** A sandboxed page's origin is the word "null", which is not a URL. */
function isOwn(origin: string, hosts: (string | undefined)[]): boolean {
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}
