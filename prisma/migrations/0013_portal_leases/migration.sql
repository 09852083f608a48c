-- AlterTable
ALTER TABLE "jobs" ADD COLUMN     "files_state" TEXT NOT NULL DEFAULT 'none',
ADD COLUMN     "resumes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "stop_reason" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "stopped_at" TIMESTAMPTZ(3),
ADD COLUMN     "stopped_by" TEXT;

-- AlterTable
ALTER TABLE "job_rows" ADD COLUMN     "aside" TEXT,
ADD COLUMN     "aside_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "portal_states" ADD COLUMN     "sessions_max" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "portal_intents" ADD COLUMN     "check_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "checks" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "cleared_at" TIMESTAMPTZ(3),
ADD COLUMN     "committed_at" TIMESTAMPTZ(3),
ADD COLUMN     "looks" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "sends" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "sent_at" TIMESTAMPTZ(3),
ADD COLUMN     "settles_at" TIMESTAMPTZ(3),
ADD COLUMN     "token" BIGINT;

-- CreateTable
CREATE TABLE "portal_leases" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "portal" TEXT NOT NULL,
    "login" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "held" BOOLEAN NOT NULL DEFAULT false,
    "token" BIGINT,
    "worker" UUID,
    "requested_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "renewed_at" TIMESTAMPTZ(6),

    CONSTRAINT "portal_leases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "portal_turns" (
    "portal" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "served_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "portal_turns_pkey" PRIMARY KEY ("portal","user_id")
);

-- CreateIndex
CREATE INDEX "portal_intents_check_due_at_idx" ON "portal_intents"("check_due_at");

-- CreateIndex
CREATE INDEX "portal_leases_holder_idx" ON "portal_leases"("holder");

-- CreateIndex
CREATE UNIQUE INDEX "portal_leases_portal_holder_key" ON "portal_leases"("portal", "holder");

-- ── One session per login, and who is next ─────────────────────────────────────────────────────────────────

CREATE UNIQUE INDEX "portal_leases_one_session_per_login" ON "portal_leases"("portal", "login") WHERE "held";
ALTER TABLE "portal_leases" ADD CONSTRAINT "portal_leases_held_with_token"
  CHECK ("held" = ("token" IS NOT NULL) AND "held" = ("renewed_at" IS NOT NULL));

CREATE SEQUENCE portal_lease_tokens;

-- Who waits for a portal, in the order in which they are let in: customers with fewer places first, then those whose
-- last turn is longest ago, then first come first served. A customer's second request stands behind every other
-- customer's first.
CREATE FUNCTION portal_line(p_portal text)
RETURNS TABLE (id uuid, holder text, login text, place bigint) LANGUAGE sql STABLE AS $$
  WITH inside AS (
    SELECT user_id, count(*) AS held FROM portal_leases WHERE portal = p_portal AND held GROUP BY user_id
  ), waiting AS (
    SELECT l.id, l.holder, l.login, l.user_id, l.requested_at,
      coalesce(i.held, 0) + row_number() OVER (PARTITION BY l.user_id ORDER BY l.requested_at, l.id) - 1 AS load
    FROM portal_leases l LEFT JOIN inside i USING (user_id)
    WHERE l.portal = p_portal AND NOT l.held
  )
  SELECT w.id, w.holder, w.login,
    row_number() OVER (ORDER BY w.load, t.served_at NULLS FIRST, w.requested_at, w.id) AS place
  FROM waiting w LEFT JOIN portal_turns t ON t.portal = p_portal AND t.user_id = w.user_id
$$;

-- Takes back the leases of those that fell silent, and gives the free places to the next in line; answers the new
-- holders. Each portal's grants come one after the other, so that none is decided on an old state.
CREATE FUNCTION portal_grant(p_portal text, p_silent interval, p_unclaimed interval)
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
  IF state.portal IS NULL OR state.paused_at IS NOT NULL THEN RETURN; END IF;
  SELECT state.sessions_max - count(*) INTO free FROM portal_leases l WHERE l.portal = p_portal AND l.held;
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
