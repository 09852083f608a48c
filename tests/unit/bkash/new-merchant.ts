/**
 * Clients of a bKash merchant that nothing has used before, each with its own memory, on a clock that the test moves.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { MINUTE_MS } from '#contracts/durations.ts';
import { createBkash, type BkashConfig } from '#api/adapters/bkash/client.ts';
import type { Bkash, BkashAnswer, FailureKind } from '#api/adapters/bkash/types.ts';
import { createVault } from '#api/adapters/vault.ts';
import type { Database } from '#prisma/client.ts';

/** One vault for all merchants of a test file, as they share its database. */
export const vault = createVault(`k1:${randomBytes(32).toString('base64')}`);

export function newMerchant(db: Database, baseUrl: string) {
  const account = {
    username: `user-${randomUUID()}`,
    password: `password-${randomUUID()}`,
    appKey: `key-${randomUUID()}`,
    appSecret: `secret-${randomUUID()}`,
  };
  const clock = { now: new Date('2026-01-01T00:00:00Z'), stepMs: 0 };
  const now = (): Date => {
    clock.now = new Date(clock.now.getTime() + clock.stepMs);
    return clock.now;
  };
  const client = (given: Partial<BkashConfig> = {}): Bkash =>
    createBkash({ baseUrl, ...account, db, vault, now, timeoutMs: 15_000, ...given });
  const advance = (minutes: number): void => {
    clock.now = new Date(clock.now.getTime() + minutes * MINUTE_MS);
  };
  return { account, client, advance, clock };
}

/** Returns only the kind, for tests of many failures. */
export async function failureOf(answer: Promise<BkashAnswer<unknown>>): Promise<FailureKind | 'success'> {
  const result = await answer;
  return result.ok ? 'success' : result.failure.kind;
}
