/**
 * Decides when the shared token is used, when a new one is requested, and when not: bKash blocks merchants who request
 * tokens too often.
 */
import { HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';

/** The part of the shared row that the rules need. */
export type TokenRow = {
  sealedToken: string | null;
  expiresAt: Date | null;
  leaseUntil: Date | null;
  grants: Date[];
  blockedUntil: Date | null;
};

/**
 * `use`: the stored token is fresh. `grant`: request a new one. `wait`: another process is requesting one. `refuse`: none
 * may be requested for a while.
 */
type TokenStep = 'use' | 'grant' | 'wait' | 'refuse';
/** `livesYet`: the current token can still be used. */
export type TokenDecision = { step: TokenStep; livesYet: boolean };

/** bKash asks for a renewal between minutes 50 and 55 of a token's hour. */
const RENEW_BEFORE_MS = 5 * MINUTE_MS;
/** A token that expires this soon may expire before its request arrives. */
const LAST_USE_MS = 10_000;
/**
 * One regular grant, and one more after a 401 or a lost grant. bKash documents a block of an hour for more than two
 * refreshes in one, and asks for one grant an hour; whether grants are blocked alike is not known (bkash.md 5).
 */
const GRANTS_PER_HOUR_MAX = 2;

/** Decides the next step for the shared token. */
export function decideToken(row: TokenRow, now: Date): TokenDecision {
  const lifeMs = row.sealedToken && row.expiresAt ? row.expiresAt.getTime() - now.getTime() : 0;
  if (lifeMs >= RENEW_BEFORE_MS) return { step: 'use', livesYet: true };
  const livesYet = lifeMs > LAST_USE_MS;
  if (isAhead(row.blockedUntil, now)) return { step: 'refuse', livesYet };
  if (isAhead(row.leaseUntil, now)) return { step: 'wait', livesYet };
  return { step: mayGrant(row.grants, livesYet, now) ? 'grant' : 'refuse', livesYet };
}

/** Returns the grants of the last hour, which still count towards the limit. */
export const recentGrants = (grants: Date[], now: Date): Date[] =>
  grants.filter((grant) => now.getTime() - grant.getTime() < HOUR_MS);

/** A planned renewal uses one grant per token lifetime; the extra grant is reserved for a missing token. */
function mayGrant(grants: Date[], livesYet: boolean, now: Date): boolean {
  const recent = recentGrants(grants, now);
  if (recent.length >= GRANTS_PER_HOUR_MAX) return false;
  if (!livesYet) return true;
  return recent.every((grant) => now.getTime() - grant.getTime() >= HOUR_MS - RENEW_BEFORE_MS);
}

const isAhead = (moment: Date | null, now: Date): boolean => moment !== null && moment > now;
