-- Accounts that exist already may be from before marks were made; new ones get theirs with the credits.
ALTER TABLE "users" ADD COLUMN "is_trial_marked" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "users" ALTER COLUMN "is_trial_marked" SET DEFAULT true;

-- Few or no rows, once housekeeping has made the marks.
CREATE INDEX "users_without_trial_mark_idx" ON "users"("id") WHERE NOT "is_trial_marked";
