-- When corrected rows of a job were last checked: their run fills in missing dates as of that moment, because the customer
-- saw them.

ALTER TABLE "jobs" ADD COLUMN "corrections_checked_at" TIMESTAMPTZ(3);
