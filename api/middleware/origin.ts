/** Collects where a call came from, for the operations that ask for the current password. */
import type { Context } from 'hono';
import type { Origin } from '#api/domain/accounts/owner-check.ts';
import type { Env } from '#api/env.ts';
import { clientIp } from './client-ip.ts';

export const originOf = (c: Context, env: Env): Origin => ({
  cookie: c.req.header('cookie') ?? '',
  ip: clientIp(c, env.TRUSTED_PROXIES),
  userAgent: c.req.header('user-agent') ?? '',
});
