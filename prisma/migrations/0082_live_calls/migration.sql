-- The number of the last call with inputs that a live page has stored for the window that has control: a call that is
-- repeated, because its answer was lost, has the same number and is not stored again.

ALTER TABLE "live_pages" ADD COLUMN "last_call" INTEGER NOT NULL DEFAULT 0;
