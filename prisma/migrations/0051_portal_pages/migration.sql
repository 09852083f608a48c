-- Pictures of portals' pages, with where each text of the page map was found on them: of each page the last good one and
-- the last changed one as a probe saw it. Beside them, the same of the pictures on which jobs found a portal changed.

CREATE TABLE "portal_pages" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "portal" TEXT NOT NULL,
    "page" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "picture_key" TEXT NOT NULL,
    "html_key" TEXT NOT NULL,
    "width_px" INTEGER NOT NULL,
    "height_px" INTEGER NOT NULL,
    "elements" JSONB NOT NULL,
    "missing" TEXT[] NOT NULL DEFAULT '{}',
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "portal_pages_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "portal_pages_portal_page_kind_key" ON "portal_pages"("portal", "page", "kind");

CREATE TABLE "job_page_elements" (
    "file_id" UUID NOT NULL,
    "width_px" INTEGER NOT NULL,
    "height_px" INTEGER NOT NULL,
    "elements" JSONB NOT NULL,

    CONSTRAINT "job_page_elements_pkey" PRIMARY KEY ("file_id")
);

ALTER TABLE "job_page_elements" ADD CONSTRAINT "job_page_elements_file_id_fkey" FOREIGN KEY ("file_id")
  REFERENCES "job_files"("id") ON DELETE CASCADE ON UPDATE CASCADE;
