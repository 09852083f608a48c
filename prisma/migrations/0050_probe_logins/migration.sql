-- The login with which probes look behind a portal's sign-in, and how their last walk ended. It belongs to the platform
-- and to no customer.

CREATE TABLE "portal_probe_logins" (
    "portal" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "every_minutes" INTEGER NOT NULL,
    "saved_by" TEXT NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,
    "begun_at" TIMESTAMPTZ(3),
    "walked_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "message" JSONB,
    "pages" JSONB NOT NULL DEFAULT '[]',
    "took_ms" INTEGER,
    "good_at" TIMESTAMPTZ(3),

    CONSTRAINT "portal_probe_logins_pkey" PRIMARY KEY ("portal")
);

ALTER TABLE "portal_probe_logins" ADD CONSTRAINT "portal_probe_logins_every_minutes" CHECK ("every_minutes" >= 15);
