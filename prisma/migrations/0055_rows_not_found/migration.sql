-- Rows that a look-up answered with "not found", which is an answer: a job with nothing but such rows has not failed.
ALTER TABLE "jobs" ADD COLUMN "rows_not_found" INTEGER NOT NULL DEFAULT 0;

-- Jobs whose rows are still there are counted once; the services are those that only look up.
UPDATE "jobs" j SET "rows_not_found" = r.rows
FROM (SELECT job_id, count(*)::integer AS rows FROM "job_rows" WHERE outcome = 'NOT_FOUND' GROUP BY job_id) r
WHERE r.job_id = j.id AND j.service_id IN ('bepza-ep-download', 'bepza-ip-download', 'ctg-port-tracking', 'custom-tracking',
  'damco-booking-download', 'damco-fcr-extractor', 'damco-tracking-maersk', 'egm-download', 'exp-search',
  'hm-einvoice-download', 'hm-packing-list', 'myshipment-tracking', 'pdf-excel-converter');
