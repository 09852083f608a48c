-- Rows that the check refused are counted by themselves, so that a running job does not show them as failed. Rows are
-- deleted a week after their job has ended; such a job needs no count.

ALTER TABLE "jobs" ADD COLUMN "rows_refused" INTEGER NOT NULL DEFAULT 0;

UPDATE "jobs" j SET "rows_refused" = refused.count
FROM (
  SELECT "job_id", count(*)::integer AS count FROM "job_rows"
  WHERE "outcome" = 'INPUT_INVALID' AND "data" IS NULL GROUP BY "job_id"
) refused
WHERE j."id" = refused."job_id";
