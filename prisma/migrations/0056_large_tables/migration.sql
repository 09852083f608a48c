-- Upkeep and lists that read whole tables find what they need through indexes, so that they take as long with a hundred
-- thousand jobs as with a thousand. Most of these hold only the few records that still have something to be done.

-- Retention: uploads whose files are kept, jobs whose results are, and the jobs of an upload.
DROP INDEX "uploads_created_at_idx";
CREATE INDEX "uploads_kept_idx" ON "uploads" ("created_at") WHERE "deleted_at" IS NULL;
CREATE INDEX "jobs_expiring_idx" ON "jobs" ("expires_at") WHERE "files_deleted_at" IS NULL;
CREATE INDEX "jobs_upload_id_idx" ON "jobs" ("upload_id");
CREATE INDEX "notifications_created_at_idx" ON "notifications" ("created_at");
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries" ("created_at");

-- The last upload of a customer, and whether an account has any.
CREATE INDEX "uploads_user_id_created_at_idx" ON "uploads" ("user_id", "created_at");

-- The reconciler asks twice a minute for jobs whose files are being written, and every page for unread notifications.
CREATE INDEX "jobs_writing_files_idx" ON "jobs" ("id") WHERE "files_state" = 'writing';
CREATE INDEX "notifications_unread_idx" ON "notifications" ("user_id") WHERE NOT "is_read";
