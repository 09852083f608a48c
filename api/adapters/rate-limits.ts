/** Counts attempts in PostgreSQL, shared by all API processes. If the store is unavailable, nobody is locked out. */
import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import { rateLimits, type RateLimitName } from '#contracts/rate-limits.ts';
import type { Database } from '#prisma/client.ts';

export type RateLimiter = {
  /**
   * Counts an attempt, or the given points, and returns the remaining points. Throws TOO_MANY_REQUESTS if the limit is
   * exceeded.
   */
  consume: (name: RateLimitName, key: string, points?: number) => Promise<number>;
  /** Takes back a counted attempt, or the given points. */
  refund: (name: RateLimitName, key: string, points?: number) => Promise<void>;
  /** Resets the counter. */
  reset: (name: RateLimitName, key: string) => Promise<void>;
};

type Store = Pick<Deps, 'db' | 'logger'>;
const made = new WeakMap<Database, RateLimiter>();

/** Returns the rate limiter that all users of a database share. */
export function createRateLimiter(store: Store): RateLimiter {
  const known = made.get(store.db) ?? rateLimiterOn(store);
  made.set(store.db, known);
  return known;
}

function rateLimiterOn({ db, logger }: Store): RateLimiter {
  const storeClient = queryThrough(db);
  const names = Object.keys(rateLimits) as RateLimitName[];
  const limiters = new Map(
    names.map((name) => {
      const { points, windowS } = rateLimits[name];
      const options = {
        storeClient,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        // Each limiter would clear the table with its own timer; the housekeeping clears it for all of them.
        clearExpiredByTimeout: false,
        keyPrefix: name,
      };
      return [name, new RateLimiterPostgres({ ...options, points, duration: windowS })];
    }),
  );
  const attempt = async <Result>(
    name: RateLimitName,
    work: (limiter: RateLimiterPostgres) => Promise<Result>,
  ): Promise<Result | null> => {
    const limiter = limiters.get(name);
    if (!limiter) throw new Error(`There is no rate limit "${name}".`);
    try {
      return await work(limiter);
    } catch (error) {
      if (error instanceof RateLimiterRes) throw tooManyRequests(error);
      logger.error({ err: error, limit: name }, 'rate limits are not counted');
      return null;
    }
  };
  return {
    consume: async (name, key, points = 1) => {
      const counted = await attempt(name, (limiter) => limiter.consume(digest(key), points));
      return counted?.remainingPoints ?? rateLimits[name].points;
    },
    refund: async (name, key, points = 1) =>
      void (await attempt(name, (limiter) => limiter.reward(digest(key), points))),
    reset: async (name, key) => void (await attempt(name, (limiter) => limiter.delete(digest(key)))),
  };
}

/** Deletes counters that had expired at the given time, in milliseconds since 1970. */
export async function deleteExpiredCounts(db: Database, nowMs: number): Promise<void> {
  await db.rateLimit.deleteMany({ where: { expire: { lt: nowMs } } });
}

function tooManyRequests(state: RateLimiterRes): DomainError {
  return new DomainError('TOO_MANY_REQUESTS', {
    details: { retryAfterS: Math.ceil(state.msBeforeNext / 1000) },
  });
}

/** Keys contain email addresses, which are longer than the column and should not be stored there. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** The limiter expects a `pg` pool; this adapter runs its queries through Prisma's connection pool. */
function queryThrough(db: Database) {
  return {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const rows = await db.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values);
      return { rowCount: rows.length, rows: rows.map((row) => ({ ...row, expire: Number(row['expire']) })) };
    },
  };
}
