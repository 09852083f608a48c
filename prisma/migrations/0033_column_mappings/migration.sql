-- Headings that customers chose by hand for a service's columns: remembered for each customer and service, and kept with
-- what was read under them.

CREATE TABLE "column_mappings" (
  "user_id" TEXT NOT NULL,
  "service_id" TEXT NOT NULL,
  "columns" JSONB NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "column_mappings_pkey" PRIMARY KEY ("user_id", "service_id"),
  CONSTRAINT "column_mappings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

ALTER TABLE "uploads" ADD COLUMN "columns" JSONB;
ALTER TABLE "jobs" ADD COLUMN "columns" JSONB;
ALTER TABLE "job_schedules" ADD COLUMN "columns" JSONB;
