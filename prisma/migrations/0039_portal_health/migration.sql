-- Where each portal is reached, what its last probe found, and since when it was not usable.

ALTER TABLE "portal_states"
  ADD COLUMN "address" TEXT,
  ADD COLUMN "hosts" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "probe_outcome" TEXT,
  ADD COLUMN "probe_message" JSONB,
  ADD COLUMN "probe_ms" INTEGER,
  ADD COLUMN "probed_at" TIMESTAMPTZ(3),
  ADD COLUMN "probe_outcome_since" TIMESTAMPTZ(3),
  ADD COLUMN "mended_at" TIMESTAMPTZ(3),
  ADD COLUMN "watched_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

CREATE TABLE "portal_outages" (
    "id" UUID NOT NULL,
    "portal" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "portal_outages_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "portal_outages_portal_began_at_idx" ON "portal_outages"("portal", "began_at");
-- A portal has at most one outage that has not ended.
CREATE UNIQUE INDEX "portal_outages_open_key" ON "portal_outages"("portal") WHERE "ended_at" IS NULL;
