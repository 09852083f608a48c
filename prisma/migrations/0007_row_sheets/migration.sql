-- Lines of the result's further sheets, by sheet.
ALTER TABLE "job_rows" ADD COLUMN "sheets" JSONB;
