/** The caller's address: the socket's, or what our own reverse proxies say about it. */
import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** Where there is no socket, as in a call within the process. */
const NO_SOCKET = '0.0.0.0';

/** Each trusted proxy appends the address that called it, so only the last entries of the header are believed. */
export function clientIp(c: Context, trustedProxies: number): string {
  if (trustedProxies > 0) {
    const forwarded = c.req.header('x-forwarded-for')?.split(',') ?? [];
    const told = forwarded.at(-trustedProxies)?.trim() ?? '';
    if (isIP(told) !== 0) return told;
  }
  return socketAddress(c).replace(/^::ffff:/, '');
}

function socketAddress(c: Context): string {
  const bindings = c.env as { incoming?: unknown } | undefined;
  return (bindings?.incoming ? getConnInfo(c).remote.address : undefined) ?? NO_SOCKET;
}
