-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "browser_unsandboxed_at" TIMESTAMPTZ(3);
