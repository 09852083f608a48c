/** Caches the result of a query for a short time, because many callers ask for the same one. */
import type { Database } from '#prisma/client.ts';

type Query<Result> = (db: Database, now: Date) => Promise<Result>;

/**
 * Returns the query with a cache of its last result for each database. Concurrent callers share one query.
 *
 * @param keptMs how long a result is used; a failed query is not cached
 */
export function cachedQuery<Result>(keptMs: number, query: Query<Result>): Query<Result> {
  const known = new WeakMap<Database, { readAtMs: number; result: Promise<Result> }>();
  return (db, now) => {
    const kept = known.get(db);
    if (kept && performance.now() - kept.readAtMs < keptMs) return kept.result;
    const result = query(db, now);
    known.set(db, { readAtMs: performance.now(), result });
    result.catch(() => {
      // A slow query may fail when a later one has taken its place.
      if (known.get(db)?.result === result) known.delete(db);
    });
    return result;
  };
}
