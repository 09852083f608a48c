-- The page that a portal's question is about, live: its latest picture, who has control of it, and what that person has
-- done and the page has not yet taken. Unlogged: none of it is written to the log that backups and replicas are made
-- from, and a crash of the server empties the tables; the waiting step then shows the page again.

CREATE UNLOGGED TABLE "live_pages" (
    "challenge_id" UUID NOT NULL,
    "control" UUID,
    "watched_until" TIMESTAMPTZ(3),
    "frame" BYTEA,
    "frame_number" INTEGER NOT NULL DEFAULT 0,
    "width_px" INTEGER NOT NULL DEFAULT 0,
    "height_px" INTEGER NOT NULL DEFAULT 0,
    "refusals" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "live_pages_pkey" PRIMARY KEY ("challenge_id"),
    CONSTRAINT "live_pages_challenge_id_fkey" FOREIGN KEY ("challenge_id") REFERENCES "job_challenges"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- A picture is a JPEG: compressing it again costs time and gains nothing.
ALTER TABLE "live_pages" ALTER COLUMN "frame" SET STORAGE EXTERNAL;

CREATE UNLOGGED TABLE "live_page_inputs" (
    "id" BIGSERIAL NOT NULL,
    "challenge_id" UUID NOT NULL,
    "sealed" TEXT NOT NULL,

    CONSTRAINT "live_page_inputs_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "live_page_inputs_challenge_id_fkey" FOREIGN KEY ("challenge_id") REFERENCES "live_pages"("challenge_id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "live_page_inputs_challenge_id_idx" ON "live_page_inputs"("challenge_id");
