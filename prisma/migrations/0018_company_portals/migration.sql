-- AlterTable
ALTER TABLE "portal_credentials" ADD COLUMN "managed_by" TEXT;

-- CreateTable
CREATE TABLE "portal_references" (
    "kind" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "login" TEXT NOT NULL,
    "proved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "portal_references_pkey" PRIMARY KEY ("kind","value","user_id")
);

-- CreateIndex
CREATE INDEX "portal_references_user_id_idx" ON "portal_references"("user_id");

-- AddForeignKey
ALTER TABLE "portal_references" ADD CONSTRAINT "portal_references_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
