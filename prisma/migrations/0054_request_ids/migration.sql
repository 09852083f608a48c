-- The request that ordered a job's present run, and the one whose run left a piece of evidence: the id that the caller got
-- (X-Request-Id) and that the logs have. Runs that no request ordered, such as those of schedules, have none.
ALTER TABLE "jobs" ADD COLUMN "request_id" UUID;
ALTER TABLE "job_files" ADD COLUMN "request_id" UUID;
