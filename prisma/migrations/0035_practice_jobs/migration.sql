-- A practice run works on practice portals (see api/contracts/portals/practice-portals.ts): its job names one of them
-- instead of the real portal, costs nothing, and stays a practice run.

ALTER TABLE "jobs" ADD COLUMN "is_practice" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "jobs" ADD CONSTRAINT "jobs_practice_portal"
  CHECK ("portal" IS NULL OR "is_practice" = starts_with("portal", 'practice:'));
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_practice_free" CHECK (NOT "is_practice" OR (
  "cost_per_row_hundredths" = 0 AND "reserved_hundredths" = 0 AND "captured_hundredths" = 0));

CREATE FUNCTION "keep_job_practice"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a job stays what it was created as: practice or real' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "jobs_keep_practice" BEFORE UPDATE OF "is_practice", "portal" ON "jobs" FOR EACH ROW
  WHEN (OLD."is_practice" IS DISTINCT FROM NEW."is_practice" OR OLD."portal" IS DISTINCT FROM NEW."portal")
  EXECUTE FUNCTION "keep_job_practice"();

-- Counts a customer's practice runs of a day.
CREATE INDEX "jobs_practice_idx" ON "jobs" ("user_id", "created_at") WHERE "is_practice";
