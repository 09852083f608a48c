/**
 * How long jobs wait for their turn alone, without the time for which they wait for a portal, a person or opening
 * hours.
 */
import type { Overview } from '#contracts/calls/overview-answers.ts';
import { openSince, openingTimesFrom } from '#api/domain/portals/opening-hours.ts';
import type { Deps } from '#api/deps.ts';
import { withStatementLimit } from '#api/domain/bounded-query.ts';

type Line = {
  portal: string | null;
  /** When the first of the portal's queued jobs queued up. */
  queuedAt: Date;
  /** When the portal was last found to work again, or was resumed. */
  worksSince: Date | null;
  openingHours: unknown;
  holidays: unknown;
};

const STATEMENT_MS_MAX = 2_000;
/** On these, jobs are not kept waiting by the portal itself. */
const letsIn: ReadonlySet<string> = new Set(['up', 'degraded', 'notConnected']);

/**
 * Returns how long the job has waited, in milliseconds, that has waited longest for its turn since its portal is open and
 * works; 0 if none waits. `places` are the portals and desks with their states.
 */
export async function longestTurnMs(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { portals, desks }: Pick<Overview, 'portals' | 'desks'>,
): Promise<number> {
  const places = [...portals.map(({ portal, state }) => ({ place: portal, state })), ...desks];
  const open = new Set<string>(places.filter(({ state }) => letsIn.has(state)).map(({ place }) => place));
  const now = clock();
  const lines = await withStatementLimit(
    db,
    STATEMENT_MS_MAX,
    (tx) => tx.$queryRaw<Line[]>`
      SELECT q.portal, q.queued_at AS "queuedAt", greatest(s.since, s.mended_at, s.probe_outcome_since) AS "worksSince",
        l.opening_hours AS "openingHours", l.holidays
      FROM (
        SELECT j.portal, min(coalesce(place.requested_at, h.created_at)) AS queued_at
        FROM jobs j JOIN reservations h ON h.job_id = j.id AND h.attempt = j.attempt AND h.settled_at IS NULL
          LEFT JOIN portal_leases place
            ON place.portal = j.portal AND place.holder = 'job/' || j.service_id || '/' || j.id
        WHERE j.state = 'queued' AND j.finished_at IS NULL AND NOT j.is_practice GROUP BY j.portal
      ) q LEFT JOIN portal_states s USING (portal) LEFT JOIN portal_limits l USING (portal)`,
  );
  const waits = lines
    .filter(({ portal }) => portal === null || open.has(portal))
    .map((line) => now.getTime() - turnSince(line, now).getTime());
  return Math.max(0, ...waits);
}

function turnSince({ queuedAt, worksSince, ...stored }: Line, now: Date): Date {
  const opened = openSince(openingTimesFrom(stored), now);
  return new Date(Math.max(queuedAt.getTime(), worksSince?.getTime() ?? 0, opened?.getTime() ?? 0));
}
