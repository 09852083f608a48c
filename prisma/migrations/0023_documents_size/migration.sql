-- AlterTable
ALTER TABLE "uploads" ADD COLUMN "documents_size_bytes" INTEGER;
