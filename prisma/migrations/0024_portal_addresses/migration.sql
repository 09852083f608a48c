-- AlterTable
ALTER TABLE "portal_states" ADD COLUMN "has_address" BOOLEAN NOT NULL DEFAULT true;
