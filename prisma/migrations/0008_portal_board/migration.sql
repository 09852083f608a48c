-- AlterTable
ALTER TABLE "job_rows" ADD COLUMN     "chosen_for_attempt" INTEGER,
ADD COLUMN     "correction" JSONB;

-- AlterTable
ALTER TABLE "portal_states" ADD COLUMN     "last_fault" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "last_fault_at" TIMESTAMPTZ(3),
ADD COLUMN     "pause_reason" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "paused_at" TIMESTAMPTZ(3),
ADD COLUMN     "paused_by" TEXT;

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "admin_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "reason" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_entries_at_idx" ON "audit_entries"("at" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_subject_at_idx" ON "audit_entries"("subject", "at" DESC);

-- ── What was done stays ────────────────────────────────────────────────────────────────────────────────────

CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: audit entries are never changed', TG_OP, TG_TABLE_NAME;
END $$;

CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
