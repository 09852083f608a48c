-- AlterTable
ALTER TABLE "notifications" ADD COLUMN     "words" JSONB;
