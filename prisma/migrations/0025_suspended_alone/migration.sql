-- AlterTable
ALTER TABLE "alone_moves" ADD COLUMN "suspended_id" TEXT,
ALTER COLUMN "credits_hundredths" SET DEFAULT 0,
ALTER COLUMN "refund_poisha" SET DEFAULT 0;
