-- AlterTable
ALTER TABLE "portal_intents" DROP COLUMN "cleared_at";

-- AlterTable
ALTER TABLE "job_rows" ADD COLUMN     "vouched_at" TIMESTAMPTZ(3);
