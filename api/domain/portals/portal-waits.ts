/** How long recent jobs have waited for their portal, as an expectation for the next one. */
import { HOUR_MS } from '#contracts/durations.ts';
import { cachedQuery } from '#api/domain/cached-query.ts';
import type { Database } from '#prisma/client.ts';

/** Jobs of this period count. It is long enough for some on a quiet portal, and short enough to show today's queue. */
const PERIOD_MS = 6 * HOUR_MS;
/** The waits are cached for this time, because every open dashboard asks once a minute. */
const KEPT_MS = 10_000;

/** Returns the median wait in milliseconds of each portal on which jobs have started in the period. */
export const portalWaits = cachedQuery(KEPT_MS, readWaits);

async function readWaits(db: Database, now: Date): Promise<Map<string, number>> {
  const rows = await db.$queryRaw<{ portal: string; waitMs: number }[]>`
    SELECT portal, percentile_cont(0.5) WITHIN GROUP (
        ORDER BY extract(epoch FROM started_at - created_at)::double precision * 1000
      ) AS "waitMs"
    FROM jobs
    WHERE created_at > ${new Date(now.getTime() - PERIOD_MS)} AND started_at IS NOT NULL AND attempt = 1
      AND portal IS NOT NULL
    GROUP BY portal`;
  return new Map(rows.map(({ portal, waitMs }) => [portal, Math.max(0, Math.round(waitMs))]));
}
