/** Recent results of rows on the portals by service: how many succeeded, and how long one took. */
import { withStatementLimit } from '#api/domain/bounded-query.ts';
import { cachedQuery } from '#api/domain/cached-query.ts';
import { limits } from '#contracts/limits.ts';
import type { Database } from '#prisma/client.ts';

/** Rows of this period are counted: they are kept no longer. */
const PERIOD_MS = limits.resultRetentionMs;
const STATEMENT_MS_MAX = 2_000;
/** The figures are cached for this time, because every customer asks for the same ones. */
const KEPT_MS = 10 * 60_000;

/** `rowMs` is the median time between two rows of a job; null if no job had two. */
export type ServiceMeasure = { serviceId: string; rows: number; rowsDone: number; rowMs: number | null };

/**
 * Returns the services that had rows in the period. Practice runs and rows that never reached a portal do not count.
 */
export const serviceMeasures = cachedQuery(KEPT_MS, readMeasures);

async function readMeasures(db: Database, now: Date): Promise<ServiceMeasure[]> {
  const since = new Date(now.getTime() - PERIOD_MS);
  return withStatementLimit(
    db,
    STATEMENT_MS_MAX,
    (tx) => tx.$queryRaw<ServiceMeasure[]>`
      WITH recent AS (
        SELECT id, service_id FROM jobs
        WHERE portal IS NOT NULL AND NOT is_practice AND created_at > ${since} AND finished_at IS NOT NULL
        ORDER BY created_at DESC LIMIT ${limits.measuredJobsMax}
      ), worked AS (
        SELECT j.service_id, r.outcome, extract(epoch FROM r.processed_at
            - lag(r.processed_at) OVER (PARTITION BY r.job_id ORDER BY r.processed_at))::double precision * 1000 AS ms
        FROM recent j JOIN job_rows r ON r.job_id = j.id
        WHERE r.processed_at IS NOT NULL AND r.data IS NOT NULL AND r.same_as_row IS NULL
          AND r.outcome NOT IN ('INPUT_INVALID', 'CANCELLED')
      )
      SELECT service_id AS "serviceId", count(*)::integer AS rows,
        (count(*) FILTER (WHERE outcome IN ('SUCCESS', 'ALREADY_DONE')))::integer AS "rowsDone",
        round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ms))::integer AS "rowMs"
      FROM worked GROUP BY service_id ORDER BY service_id`,
  );
}
