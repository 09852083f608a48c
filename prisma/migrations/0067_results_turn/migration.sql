-- How often the result files of a job were collected. Only the newest collection replaces the files, so that one that
-- was slow cannot put those of an earlier run in place of those of a later one.

ALTER TABLE "jobs" ADD COLUMN "results_turn" INTEGER NOT NULL DEFAULT 0;
