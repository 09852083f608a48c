-- A job may work in several sessions of a portal: places beside that of its lease, which it gives back when others wait.

ALTER TABLE "portal_limits" ADD COLUMN "sessions_per_job_max" INTEGER;
ALTER TABLE "portal_limits" ADD CONSTRAINT "portal_limits_sessions_per_job_max" CHECK ("sessions_per_job_max" >= 1);

CREATE TABLE "portal_extra_places" (
    "token" BIGINT NOT NULL,
    "portal" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "places" INTEGER NOT NULL,
    "renewed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "portal_extra_places_pkey" PRIMARY KEY ("token")
);

ALTER TABLE "portal_extra_places" ADD CONSTRAINT "portal_extra_places_places" CHECK ("places" >= 1);
CREATE INDEX "portal_extra_places_portal_idx" ON "portal_extra_places"("portal");
CREATE INDEX "portal_extra_places_holder_idx" ON "portal_extra_places"("holder");

-- As before, and places that jobs hold beside their leases are not free. Those of a silent worker are taken back as its
-- lease is.
CREATE OR REPLACE FUNCTION portal_grant(
  p_portal text, p_silent interval, p_unclaimed interval, p_closed boolean DEFAULT false)
RETURNS TABLE (holder text) LANGUAGE plpgsql AS $$
DECLARE
  state portal_states;
  free integer;
  chosen portal_leases;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('portal_leases ' || p_portal, 0));
  DELETE FROM portal_leases l WHERE l.portal = p_portal AND l.held
    AND l.renewed_at < clock_timestamp() - CASE WHEN l.worker IS NULL THEN p_unclaimed ELSE p_silent END;
  DELETE FROM portal_extra_places e WHERE e.portal = p_portal AND e.renewed_at < clock_timestamp() - p_silent;
  SELECT * INTO state FROM portal_states s WHERE s.portal = p_portal;
  IF p_closed OR state.portal IS NULL OR state.paused_at IS NOT NULL THEN RETURN; END IF;
  free := coalesce((SELECT l.sessions_max FROM portal_limits l WHERE l.portal = p_portal), state.sessions_max)
    - (SELECT count(*) FROM portal_leases l WHERE l.portal = p_portal AND l.held)
    - (SELECT coalesce(sum(e.places), 0) FROM portal_extra_places e WHERE e.portal = p_portal);
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

-- Renews the places that the job works in beside its lease, and answers how many it may have now: no more than it wants,
-- than one job may have, and than an equal share of all jobs that are on the portal or wait for it. Further places are
-- taken at once. Places above the answer stay taken until the job gives them back, because its sessions end between rows.
CREATE FUNCTION portal_take_extra(
  p_portal text, p_token bigint, p_wanted integer, p_per_job integer, p_silent interval)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  lease portal_leases;
  state portal_states;
  most integer;
  per_job integer;
  own integer;
  inside integer;
  others integer;
  waiting integer;
  allowed integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('portal_leases ' || p_portal, 0));
  DELETE FROM portal_extra_places e WHERE e.portal = p_portal AND e.renewed_at < clock_timestamp() - p_silent;
  SELECT * INTO lease FROM portal_leases l
    WHERE l.portal = p_portal AND l.token = p_token AND l.held AND l.worker IS NOT NULL;
  IF lease.id IS NULL THEN RETURN 0; END IF;
  UPDATE portal_extra_places e SET renewed_at = clock_timestamp() WHERE e.token = p_token;
  SELECT * INTO state FROM portal_states s WHERE s.portal = p_portal;
  IF state.portal IS NULL OR state.paused_at IS NOT NULL THEN RETURN 0; END IF;
  SELECT coalesce(l.sessions_max, state.sessions_max), coalesce(l.sessions_per_job_max, p_per_job)
    INTO most, per_job FROM (SELECT 1) one LEFT JOIN portal_limits l ON l.portal = p_portal;
  SELECT coalesce(sum(e.places) FILTER (WHERE e.token = p_token), 0),
      coalesce(sum(e.places) FILTER (WHERE e.token <> p_token), 0)
    INTO own, others FROM portal_extra_places e WHERE e.portal = p_portal;
  SELECT count(*) INTO inside FROM portal_leases l WHERE l.portal = p_portal AND l.held;
  SELECT count(*) INTO waiting FROM portal_leases l WHERE l.portal = p_portal AND NOT l.held
    AND NOT EXISTS (SELECT FROM portal_leases h WHERE h.portal = p_portal AND h.held AND h.login = l.login);
  allowed := greatest(0, least(p_wanted, per_job - 1, ceil(most::numeric / (inside + waiting)) - 1,
    most - inside - others - waiting));
  IF allowed > own THEN
    INSERT INTO portal_extra_places (token, portal, holder, places) VALUES (p_token, p_portal, lease.holder, allowed)
    ON CONFLICT (token) DO UPDATE SET places = excluded.places;
  END IF;
  RETURN allowed;
END $$;
