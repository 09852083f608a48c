/**
 * Authenticates calls of customers' own systems. An API token replaces the session and allows only the calls that its
 * scopes cover.
 */
import type { Context } from 'hono';
import type { Deps } from '#api/deps.ts';
import { noteUse, ownerOfToken } from '#api/domain/integrations/api-tokens.ts';
import { callerNetwork, isWithin } from '#api/domain/networks.ts';
import type { ApiScope } from '#contracts/integrations/api-tokens.ts';
import { callEntries } from '#contracts/calls/calls.ts';
import { DomainError } from '#contracts/errors.ts';
import type { AppEnv, SessionUser } from './app-env.ts';
import { clientIp } from './client-ip.ts';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';

const BEARER = /^Bearer +(\S+) *$/i;

/**
 * Returns the request's bearer token, or null if the request relies on its cookie. A page of another site cannot send a
 * token: the header makes the browser send a preflight request, which we do not answer. A request with a token has no
 * session.
 */
export function bearerToken(c: Context): string | null {
  return BEARER.exec(c.req.header('authorization') ?? '')?.[1] ?? null;
}

type OpenCall = { method: string; path: RegExp; scope: ApiScope | 'any' };

/** Tokens cannot make any other call, including calls that are added later without a scope. */
const openCalls: OpenCall[] = callEntries.flatMap(([route, { scope }]) => {
  const [method = '', path = ''] = route.split(' ');
  return scope ? [{ method, path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`), scope }] : [];
});

function scopeFor(c: Context): ApiScope | 'any' | null {
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
  return openCalls.find((call) => call.method === method && call.path.test(c.req.path))?.scope ?? null;
}

/**
 * Returns a function that authenticates a token. It throws an API_TOKEN error, ACCOUNT_SUSPENDED or TOO_MANY_REQUESTS.
 */
export function tokenSession(deps: Pick<Deps, 'db' | 'env' | 'logger' | 'clock'>) {
  const limiter = createRateLimiter(deps);
  return async (c: Context<AppEnv>, token: string): Promise<SessionUser> => {
    const { db, clock } = deps;
    const address = clientIp(c, deps.env.TRUSTED_PROXIES);
    const refuse = async (code: 'API_TOKEN_INVALID' | 'API_TOKEN_ADDRESS'): Promise<never> => {
      // Not counted per token: otherwise someone who found a token could lock out its owner's systems.
      await limiter.consume('apiTokenGuessPerIp', callerNetwork(address));
      throw new DomainError(code);
    };
    const owner = (await ownerOfToken(db, token, clock())) ?? (await refuse('API_TOKEN_INVALID'));
    const { grant, scopes, addressRanges, lastUsedAt, ...user } = owner;
    if (!isWithin(address, addressRanges)) await refuse('API_TOKEN_ADDRESS');
    await noteUse(db, { grant, lastUsedAt }, { now: clock(), address });
    await limiter.consume('apiTokenPerToken', grant.tokenId);
    if (user.status !== 'active') throw new DomainError('ACCOUNT_SUSPENDED');
    const scope = scopeFor(c);
    if (!scope || (scope !== 'any' && !scopes.includes(scope)))
      throw new DomainError('API_TOKEN_SCOPE', { details: { neededScope: scope } });
    // An administrator's token has no more rights than a customer's.
    return { ...user, status: 'active', isAdmin: false, adminFactor: null, token: grant };
  };
}
