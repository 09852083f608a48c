-- The probe of a portal that an administrator asked for and that has not ended: one at a time.

ALTER TABLE "portal_states"
    ADD COLUMN "asked_probe_at" TIMESTAMPTZ(3),
    ADD COLUMN "asked_probe_by" TEXT;
