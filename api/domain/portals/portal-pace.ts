/**
 * The pace of rows on a portal: a pause between the rows of one lease, however many sessions work them, and a number of
 * actions a minute for all sessions of all workers together. Times are the database's, because the workers' clocks
 * differ.
 */
import type { Database } from '#prisma/client.ts';
import type { Claim } from './portal-leases.ts';

type Row = Pick<Claim, 'portal' | 'token'>;

/** When to ask again if another session took the turn that was free when this one asked. */
const ASK_AGAIN_MS = 100;

/**
 * Asks for a row's turn, and reserves its actions if it is granted. Each reservation moves the time of the next turn on
 * the portal, so that rows begin no faster than the limit permits, however many sessions ask. The pause also counts
 * from the beginning of a row, so that two sessions of a job do not begin rows together.
 *
 * @param actions the expected number of actions of the row
 * @returns milliseconds after which to ask again, 0 if the turn is granted, or null if no limit applies
 */
export async function askTurn(db: Database, { portal, token }: Row, actions: number): Promise<number | null> {
  type Turn = {
    most: number | null;
    pauseMs: number;
    queueMs: number;
    isReserved: boolean;
    isBegun: boolean;
  };
  const [turn] = await db.$queryRaw<Turn[]>`
    WITH paced AS (
      SELECT l.portal, l.actions_per_minute_max AS most,
        CASE WHEN l.pause_between_rows_ms > 0 THEN l.pause_between_rows_ms * interval '1 millisecond' END AS pause,
        coalesce(l.pause_between_rows_ms + extract(epoch FROM h.row_ended_at - clock_timestamp()) * 1000, 0)::float8
          AS "pauseMs",
        coalesce(extract(epoch FROM l.actions_free_at - clock_timestamp()) * 1000, 0)::float8 AS "queueMs"
      FROM portal_limits l LEFT JOIN portal_leases h ON h.token = ${token}
      WHERE l.portal = ${portal} AND (l.actions_per_minute_max IS NOT NULL OR l.pause_between_rows_ms > 0)
    ), reserved AS (
      UPDATE portal_limits l SET actions_free_at = greatest(l.actions_free_at, clock_timestamp())
        + ${actions}::integer * interval '1 minute' / l.actions_per_minute_max
      FROM paced
      WHERE l.portal = paced.portal AND paced."pauseMs" <= 0 AND l.actions_per_minute_max IS NOT NULL
        AND (l.actions_free_at IS NULL OR l.actions_free_at <= clock_timestamp())
      RETURNING l.portal
    ), begun AS (
      UPDATE portal_leases h SET row_ended_at = clock_timestamp()
      FROM paced
      WHERE h.token = ${token} AND (paced.most IS NULL OR EXISTS (SELECT FROM reserved))
        AND (h.row_ended_at IS NULL OR h.row_ended_at + paced.pause <= clock_timestamp())
      RETURNING h.token
    )
    SELECT most, "pauseMs", "queueMs", EXISTS (SELECT FROM reserved) AS "isReserved",
      pause IS NULL OR EXISTS (SELECT FROM begun) AS "isBegun" FROM paced`;
  if (!turn) return null;
  if (turn.pauseMs > 0) return Math.ceil(turn.pauseMs);
  if (turn.most !== null && !turn.isReserved) return Math.max(ASK_AGAIN_MS, Math.ceil(turn.queueMs));
  return turn.isBegun ? 0 : ASK_AGAIN_MS;
}

/**
 * Records the end of a row, from which its lease's pause counts. `furtherActions` is the number of actions beyond the
 * reserved ones; a negative number gives some back.
 */
export async function noteRowEnd(
  db: Database,
  { portal, token }: Row,
  furtherActions: number,
): Promise<void> {
  await db.$executeRaw`
    WITH ended AS (UPDATE portal_leases SET row_ended_at = clock_timestamp() WHERE token = ${token})
    UPDATE portal_limits SET actions_free_at = coalesce(actions_free_at, clock_timestamp())
      + ${furtherActions}::integer * interval '1 minute' / actions_per_minute_max
    WHERE portal = ${portal} AND actions_per_minute_max IS NOT NULL`;
}
