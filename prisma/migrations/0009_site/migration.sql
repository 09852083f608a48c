-- AlterTable
ALTER TABLE "users" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "language" TEXT,
ADD COLUMN     "mail_on_completion" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "theme" TEXT;

-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "marketing_figures" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "show_measured_figures" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "jobs" ADD COLUMN     "refunded_hundredths" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "blog_posts" (
    "id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "excerpt" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "featured" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "views" INTEGER NOT NULL DEFAULT 0,
    "meta_title" TEXT NOT NULL DEFAULT '',
    "meta_description" TEXT NOT NULL DEFAULT '',
    "meta_keywords" TEXT NOT NULL DEFAULT '',
    "featured_image" TEXT NOT NULL DEFAULT '',
    "image_alt" TEXT NOT NULL DEFAULT '',
    "published_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "blog_posts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "media_files" (
    "id" UUID NOT NULL,
    "file_key" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "uploaded_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_files_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contact_messages" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "company" TEXT NOT NULL DEFAULT '',
    "subject" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'new',
    "submitted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ad_settings" (
    "id" TEXT NOT NULL,
    "page_name" TEXT NOT NULL,
    "placement_location" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "ad_format" TEXT NOT NULL DEFAULT 'auto',
    "full_width_responsive" BOOLEAN NOT NULL DEFAULT true,
    "enabled" BOOLEAN NOT NULL DEFAULT false,
    "ad_client_id" TEXT NOT NULL DEFAULT '',
    "ad_slot_id" TEXT NOT NULL DEFAULT '',
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ad_settings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_tokens" (
    "id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhooks" (
    "id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "events" TEXT[],
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "failing_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "event_key" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "http_status" INTEGER,
    "failure" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_schedules" (
    "id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "service_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "file_key" TEXT NOT NULL,
    "minute_of_day" INTEGER NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_run_at" TIMESTAMPTZ(3),
    "last_job_id" UUID,
    "last_failure" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "job_schedules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk_retries" (
    "id" UUID NOT NULL,
    "admin_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "filter" JSONB NOT NULL,
    "job_ids" UUID[],
    "state" TEXT NOT NULL DEFAULT 'running',
    "retried" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_retries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk_retry_turns" (
    "bulk_retry_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "outcome" TEXT,
    "message" TEXT NOT NULL DEFAULT '',
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_retry_turns_pkey" PRIMARY KEY ("bulk_retry_id","job_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "blog_posts_slug_key" ON "blog_posts"("slug");

-- CreateIndex
CREATE INDEX "blog_posts_status_published_at_idx" ON "blog_posts"("status", "published_at");

-- CreateIndex
CREATE UNIQUE INDEX "media_files_sha256_key" ON "media_files"("sha256");

-- CreateIndex
CREATE INDEX "contact_messages_status_submitted_at_idx" ON "contact_messages"("status", "submitted_at");

-- CreateIndex
CREATE INDEX "contact_messages_submitted_at_idx" ON "contact_messages"("submitted_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_hash_key" ON "api_tokens"("hash");

-- CreateIndex
CREATE INDEX "api_tokens_user_id_idx" ON "api_tokens"("user_id");

-- CreateIndex
CREATE INDEX "webhooks_user_id_idx" ON "webhooks"("user_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_created_at_idx" ON "webhook_deliveries"("webhook_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_webhook_id_event_key_key" ON "webhook_deliveries"("webhook_id", "event_key");

-- Deliveries that are still to be made, the oldest first.
CREATE INDEX "webhook_deliveries_open_idx" ON "webhook_deliveries"("created_at") WHERE "state" IN ('pending', 'sending');

-- CreateIndex
CREATE INDEX "job_schedules_user_id_idx" ON "job_schedules"("user_id");

-- CreateIndex
CREATE INDEX "bulk_retries_created_at_idx" ON "bulk_retries"("created_at");

-- DropIndex
DROP INDEX "jobs_state_idx";

-- CreateIndex
CREATE INDEX "jobs_state_created_at_id_idx" ON "jobs"("state", "created_at", "id");

-- CreateIndex
CREATE INDEX "jobs_created_at_id_idx" ON "jobs"("created_at", "id");

-- CreateIndex
CREATE INDEX "jobs_service_id_created_at_id_idx" ON "jobs"("service_id", "created_at", "id");

-- A week's jobs among those of years.
CREATE INDEX "jobs_kept_idx" ON "jobs"("created_at", "id") WHERE "files_deleted_at" IS NULL;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job_schedules" ADD CONSTRAINT "job_schedules_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_retry_turns" ADD CONSTRAINT "bulk_retry_turns_bulk_retry_id_fkey" FOREIGN KEY ("bulk_retry_id") REFERENCES "bulk_retries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ── Captured credits of a job that an administrator gives back ────────────────────────────────────────────────

-- Once per key. Outcomes: ok, conflict (the key was used for something else).
CREATE FUNCTION ledger_refund_job(
  p_key text, p_user text, p_job uuid, p_amount bigint, p_description text, p_actor text
) RETURNS TABLE (outcome text, balance bigint) LANGUAGE plpgsql AS $$
DECLARE
  v_balance bigint := ledger_lock(p_user);
  v_earlier ledger_transfers;
BEGIN
  SELECT * INTO v_earlier FROM ledger_transfers WHERE key = p_key;
  IF FOUND THEN
    IF (v_earlier.kind, v_earlier.user_id, v_earlier.job_id, v_earlier.amount, v_earlier.actor_id)
      IS DISTINCT FROM ('job_refund', p_user, p_job, p_amount, p_actor) THEN
      RETURN QUERY SELECT 'conflict', NULL::bigint;
    ELSE
      RETURN QUERY SELECT 'ok', ledger_balance_at(p_user, v_earlier.id);
    END IF;
    RETURN;
  END IF;
  PERFORM ledger_write(
    p_key, 'job_refund', p_user, p_job, 'platform:revenue', 'customer:' || p_user, p_amount, p_description, p_actor
  );
  RETURN QUERY SELECT 'ok', v_balance + p_amount;
END $$;

-- ── The placements of the specification, all switched off ─────────────────────────────────────────────────────

INSERT INTO "ad_settings" ("id", "page_name", "placement_location", "description", "updated_at") VALUES
  ('dashboard_after_stats', 'Dashboard', 'After the figures', 'Below the four figures of the dashboard', now()),
  ('dashboard_after_button', 'Dashboard', 'After the button', 'Below Start Automation', now()),
  ('blog_listing_top', 'Blog', 'Top of the list', 'Above the posts', now()),
  ('blog_listing_bottom', 'Blog', 'Bottom of the list', 'Below the posts', now()),
  ('blog_single_top', 'Blog post', 'Top of the post', 'Above the text', now()),
  ('blog_single_bottom', 'Blog post', 'Bottom of the post', 'Below the text', now());
