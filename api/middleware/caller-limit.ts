/** Counts calls per caller: per customer, or per network for calls that need no sign-in. */
import type { MiddlewareHandler } from 'hono';
import type { Deps } from '#api/deps.ts';
import { callerNetwork } from '#api/domain/networks.ts';
import type { CallerLimit } from '#contracts/rate-limits.ts';
import type { AppEnv } from './app-env.ts';
import { clientIp } from './client-ip.ts';
import type { RateLimiter } from '#api/adapters/rate-limits.ts';

/** Throws TOO_MANY_REQUESTS if the caller has reached the limit. */
export const countCaller =
  (
    limiter: RateLimiter,
    env: Pick<Deps['env'], 'TRUSTED_PROXIES'>,
    limit: CallerLimit,
  ): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const key = limit.endsWith('PerUser') ? c.var.user?.id : callerNetwork(clientIp(c, env.TRUSTED_PROXIES));
    if (!key) throw new Error(`"${limit}" counts customers, and nobody is signed in.`);
    await limiter.consume(limit, key);
    await next();
  };
