/** Determines the caller's IP address from the socket, or from what our own reverse proxies report. */
import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** Used if there is no socket, as in a call within the process. */
const NO_SOCKET = '0.0.0.0';

/**
 * Returns the caller's IP address. Each trusted proxy appends the address that called it, so only the last
 * `trustedProxies` entries of X-Forwarded-For are trusted.
 */
export function clientIp(c: Context, trustedProxies: number): string {
  if (trustedProxies > 0) {
    const forwarded = c.req.header('x-forwarded-for')?.split(',') ?? [];
    const forwardedAddress = forwarded.at(-trustedProxies)?.trim() ?? '';
    if (isIP(forwardedAddress) !== 0) return forwardedAddress;
  }
  return socketAddress(c).replace(/^::ffff:/, '');
}

function socketAddress(c: Context): string {
  const bindings = c.env as { incoming?: unknown } | undefined;
  return (bindings?.incoming ? getConnInfo(c).remote.address : undefined) ?? NO_SOCKET;
}
