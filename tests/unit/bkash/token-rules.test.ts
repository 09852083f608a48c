/** When the shared token is used and when a new one is requested: bKash blocks clients that request too many. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#contracts/durations.ts';
import { decideToken, recentGrants, type TokenRow } from '#api/adapters/bkash/token-rules.ts';

const start = new Date('2026-01-01T00:00:00Z');
const at = (minutes: number): Date => new Date(start.getTime() + minutes * MINUTE_MS);
const row = (given: Partial<TokenRow> = {}): TokenRow => ({
  sealedToken: 'sealed',
  expiresAt: at(60),
  leaseUntil: null,
  grants: [at(0)],
  blockedUntil: null,
  ...given,
});
const step = (given: Partial<TokenRow>, minutes: number) => decideToken(row(given), at(minutes));

describe('the shared token', () => {
  it('the shared token is not requested while a breaker is open or another request is under way', () => {
    const missing = { sealedToken: null, expiresAt: null };
    expect(step({ ...missing, blockedUntil: at(10) }, 9)).toEqual({ step: 'refuse', livesYet: false });
    expect(step({ ...missing, leaseUntil: at(10) }, 9)).toEqual({ step: 'wait', livesYet: false });
    expect(step({ ...missing, leaseUntil: at(10) }, 11)).toEqual({ step: 'grant', livesYet: false });
    expect(step({ ...missing, blockedUntil: at(10) }, 11)).toEqual({ step: 'grant', livesYet: false });
  });

  it('the shared token is not requested a third time within an hour', () => {
    const missing = { sealedToken: null, grants: [at(0), at(20)] };
    expect(step(missing, 59).step).toBe('refuse');
    expect(step(missing, 60).step).toBe('grant');
  });

  it('the shared token is not renewed before it expires if two grants of this hour were spent on it', () => {
    const twice = { expiresAt: at(60), grants: [at(0), at(0)] };
    expect(step(twice, 56)).toEqual({ step: 'refuse', livesYet: true });
    expect(step(twice, 60).step).toBe('grant');
  });

  it('the shared token is not renewed while it is young, even if it expires soon', () => {
    expect(step({ expiresAt: at(4) }, 1)).toEqual({ step: 'refuse', livesYet: true });
  });

  it('the shared token is used, renewed five minutes before it expires, and used as long as it cannot be renewed', () => {
    expect(step({}, 55)).toEqual({ step: 'use', livesYet: true });
    expect(step({}, 55.1)).toEqual({ step: 'grant', livesYet: true });
    expect(step({ leaseUntil: at(57) }, 56)).toEqual({ step: 'wait', livesYet: true });
    expect(step({ blockedUntil: at(70) }, 56)).toEqual({ step: 'refuse', livesYet: true });
    expect(step({ blockedUntil: at(70) }, 59.9)).toEqual({ step: 'refuse', livesYet: false });
  });

  it('the shared token is never granted more than twice an hour, however often tokens are lost [two-grants-an-hour]', () => {
    const events = fc.array(
      fc.record({
        afterMinutes: fc.integer({ min: 0, max: 40 }),
        lost: fc.boolean(),
        rejected: fc.boolean(),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(events, (list) => {
        let state = row({ sealedToken: null, expiresAt: null, grants: [] });
        const granted: number[] = [];
        let minutes = 0;
        for (const { afterMinutes, lost, rejected } of list) {
          minutes += afterMinutes;
          if (rejected) state = { ...state, sealedToken: null, expiresAt: null };
          if (decideToken(state, at(minutes)).step !== 'grant') continue;
          granted.push(minutes);
          state = { ...state, grants: [...recentGrants(state.grants, at(minutes)), at(minutes)] };
          if (!lost) state = { ...state, sealedToken: 'sealed', expiresAt: at(minutes + 60) };
        }
        for (const [index, first] of granted.entries()) {
          const third = granted[index + 2];
          if (third !== undefined) expect(third - first).toBeGreaterThanOrEqual(60);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
