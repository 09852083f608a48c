-- The administrators' overview. All but the index of ended jobs hold only the few rows that are open. None of them names
-- a column that changes with every row of a job, so that those updates stay as cheap as they were.
CREATE INDEX "jobs_open_idx" ON "jobs" ("portal", "is_practice", "state") WHERE "finished_at" IS NULL;
CREATE INDEX "jobs_parked_idx" ON "jobs" (("waiting" ->> 'kind')) WHERE "state" = 'parked';
CREATE INDEX "jobs_ended_idx" ON "jobs" ("finished_at", "id") WHERE "finished_at" IS NOT NULL;
CREATE INDEX "job_rows_for_person_idx" ON "job_rows" ("job_id") WHERE "aside" = 'person';
CREATE INDEX "reservations_open_idx" ON "reservations" ("created_at") INCLUDE ("amount") WHERE "settled_at" IS NULL;
CREATE INDEX "webhooks_failing_idx" ON "webhooks" ("failing_since") WHERE "failing_since" IS NOT NULL;
CREATE INDEX "webhook_deliveries_failed_idx" ON "webhook_deliveries" ("created_at") WHERE "state" = 'failed';
CREATE INDEX "approval_requests_open_idx" ON "approval_requests" ("expires_at") WHERE "state" = 'open';
