-- Changes to the texts and selectors of a portal's pages, in versions; the last version counts.

CREATE TABLE "portal_page_maps" (
    "portal" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "changes" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "published_by" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "portal_page_maps_pkey" PRIMARY KEY ("portal", "version")
);
