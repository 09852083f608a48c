-- What administrators have checked of a portal's go-live list, by the item's id; an item that is not checked has no row.

CREATE TABLE "portal_checks" (
    "portal" TEXT NOT NULL,
    "item" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "checked_by" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "portal_checks_pkey" PRIMARY KEY ("portal", "item")
);
