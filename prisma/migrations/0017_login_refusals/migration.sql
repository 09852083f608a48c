-- CreateTable
CREATE TABLE "portal_login_refusals" (
    "portal" TEXT NOT NULL,
    "login" TEXT NOT NULL,
    "refusals" INTEGER NOT NULL,
    "refused_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "portal_login_refusals_pkey" PRIMARY KEY ("portal","login")
);
