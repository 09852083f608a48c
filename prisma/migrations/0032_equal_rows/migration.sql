-- Rows of a look-up that ask the same are worked and charged once: the others name the row whose answer they get. Rows
-- of earlier jobs name none, so that these jobs end at the price that their customers were shown.

ALTER TABLE "job_rows" ADD COLUMN "same_as_row" INTEGER;
