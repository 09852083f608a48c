-- Limits that administrators set for a portal: sessions at a time, opening hours, holidays, and the pace of rows.

CREATE TABLE "portal_limits" (
    "portal" TEXT NOT NULL,
    "sessions_max" INTEGER,
    "actions_per_minute_max" INTEGER,
    "pause_between_rows_ms" INTEGER NOT NULL DEFAULT 0,
    "opening_hours" JSONB,
    "holidays" JSONB NOT NULL DEFAULT '[]',
    "actions_free_at" TIMESTAMPTZ(6),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "portal_limits_pkey" PRIMARY KEY ("portal")
);

ALTER TABLE "portal_limits" ADD CONSTRAINT "portal_limits_sessions_max" CHECK ("sessions_max" >= 1);
ALTER TABLE "portal_limits" ADD CONSTRAINT "portal_limits_actions_per_minute_max"
  CHECK ("actions_per_minute_max" >= 1);
ALTER TABLE "portal_limits" ADD CONSTRAINT "portal_limits_pause_between_rows_ms"
  CHECK ("pause_between_rows_ms" >= 0);

-- When the last row under the lease ended, whichever worker worked it.
ALTER TABLE "portal_leases" ADD COLUMN "row_ended_at" TIMESTAMPTZ(6);

-- As before, and nothing is granted on a portal that is closed. An administrator's number of sessions has precedence
-- over the one that visitors report. A process of the version before calls it without the last parameter.
DROP FUNCTION portal_grant(text, interval, interval);
CREATE FUNCTION portal_grant(p_portal text, p_silent interval, p_unclaimed interval, p_closed boolean DEFAULT false)
RETURNS TABLE (holder text) LANGUAGE plpgsql AS $$
DECLARE
  state portal_states;
  free integer;
  chosen portal_leases;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('portal_leases ' || p_portal, 0));
  DELETE FROM portal_leases l WHERE l.portal = p_portal AND l.held
    AND l.renewed_at < clock_timestamp() - CASE WHEN l.worker IS NULL THEN p_unclaimed ELSE p_silent END;
  SELECT * INTO state FROM portal_states s WHERE s.portal = p_portal;
  IF p_closed OR state.portal IS NULL OR state.paused_at IS NOT NULL THEN RETURN; END IF;
  free := coalesce((SELECT l.sessions_max FROM portal_limits l WHERE l.portal = p_portal), state.sessions_max)
    - (SELECT count(*) FROM portal_leases l WHERE l.portal = p_portal AND l.held);
  WHILE free > 0 LOOP
    UPDATE portal_leases SET held = true, token = nextval('portal_lease_tokens'), worker = NULL,
      renewed_at = clock_timestamp()
    WHERE portal_leases.id = (
      SELECT line.id FROM portal_line(p_portal) line
      WHERE NOT EXISTS (
        SELECT FROM portal_leases h WHERE h.portal = p_portal AND h.held AND h.login = line.login)
      ORDER BY line.place LIMIT 1)
    RETURNING * INTO chosen;
    EXIT WHEN NOT FOUND;
    INSERT INTO portal_turns (portal, user_id, served_at) VALUES (p_portal, chosen.user_id, clock_timestamp())
    ON CONFLICT (portal, user_id) DO UPDATE SET served_at = excluded.served_at;
    holder := chosen.holder;
    RETURN NEXT;
    free := free - 1;
  END LOOP;
END $$;
