-- Notifications that are pushed to browsers or sent by mail, by the customer's choice for each kind of event.

ALTER TABLE "users"
  ADD COLUMN "mail_on_question" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "mail_on_portal_back" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "push_on_completion" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "push_on_question" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "push_on_portal_back" BOOLEAN NOT NULL DEFAULT true;

CREATE TABLE "push_subscriptions" (
    "id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "notice_deliveries" (
    "id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "notification_id" UUID,
    "subscription_id" UUID,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "useful_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notice_deliveries_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "push_subscriptions_session_id_key" ON "push_subscriptions"("session_id");
CREATE UNIQUE INDEX "push_subscriptions_endpoint_key" ON "push_subscriptions"("endpoint");
CREATE INDEX "push_subscriptions_user_id_idx" ON "push_subscriptions"("user_id");
CREATE UNIQUE INDEX "notice_deliveries_notification_id_subscription_id_key"
  ON "notice_deliveries"("notification_id", "subscription_id");
CREATE INDEX "notice_deliveries_subscription_id_idx" ON "notice_deliveries"("subscription_id");
CREATE INDEX "notice_deliveries_user_id_idx" ON "notice_deliveries"("user_id");
CREATE INDEX "notice_deliveries_created_at_idx" ON "notice_deliveries"("created_at");
-- Deliveries that are still to be made: few of all.
CREATE INDEX "notice_deliveries_open_idx" ON "notice_deliveries"("created_at") WHERE "state" IN ('pending', 'sending');

ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_fkey"
  FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notice_deliveries" ADD CONSTRAINT "notice_deliveries_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notice_deliveries" ADD CONSTRAINT "notice_deliveries_notification_id_fkey"
  FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notice_deliveries" ADD CONSTRAINT "notice_deliveries_subscription_id_fkey"
  FOREIGN KEY ("subscription_id") REFERENCES "push_subscriptions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
