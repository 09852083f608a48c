-- The choice of corrected rows that a job's present run works, so that a request with another choice is not answered as
-- if it had started this run.

ALTER TABLE "jobs" ADD COLUMN "choice_id" TEXT;
