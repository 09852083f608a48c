/** Counters of attempts in PostgreSQL, shared by every API process; when the store is unavailable, nobody is locked out. */
import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import { rateLimits, type RateLimitName } from '#contracts/limits.ts';
import type { Database } from '#prisma/client.ts';

export type RateLimiter = {
  /** Counts an attempt, or as many points, and answers how many more may follow, or throws TOO_MANY_REQUESTS. */
  consume: (name: RateLimitName, key: string, points?: number) => Promise<number>;
  /** Takes a counted attempt back, or as many points. */
  refund: (name: RateLimitName, key: string, points?: number) => Promise<void>;
  /** Starts counting again. */
  reset: (name: RateLimitName, key: string) => Promise<void>;
};

type Store = Pick<Deps, 'db' | 'logger'>;
const made = new WeakMap<Database, RateLimiter>();

/** One for all routes of an application. */
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
        // Each limiter would clear the table by a timer of its own; the housekeeping does it for all.
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

function tooManyRequests(state: RateLimiterRes): DomainError {
  return new DomainError('TOO_MANY_REQUESTS', {
    details: { retryAfterS: Math.ceil(state.msBeforeNext / 1000) },
  });
}

/** Keys carry mail addresses, which are longer than the column and nobody's business there. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** The store speaks to a pool of `pg`; this is the one that Prisma already has. */
function queryThrough(db: Database) {
  return {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const rows = await db.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values);
      return { rowCount: rows.length, rows: rows.map((row) => ({ ...row, expire: Number(row['expire']) })) };
    },
  };
}
