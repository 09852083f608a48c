-- Since when a row waits for the team, so that the rows that have waited longest are decided first. Rows that wait
-- already have none; they count from the start of their job.

ALTER TABLE "job_rows" ADD COLUMN "aside_at" TIMESTAMPTZ(3);
