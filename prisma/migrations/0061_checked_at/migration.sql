-- When a stored sheet was last checked: its job fills in missing dates as of that moment, because the customer saw them.

ALTER TABLE "uploads" ADD COLUMN "checked_at" TIMESTAMPTZ(3);
