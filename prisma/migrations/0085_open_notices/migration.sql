-- A notification of bKash that matches no paid purchase stays open until an administrator has dealt with it.

ALTER TABLE "ipn_messages" ADD COLUMN "handled_at" TIMESTAMPTZ(3),
  ADD COLUMN "handled_by" TEXT,
  ADD COLUMN "handled_reason" TEXT;

CREATE INDEX "ipn_messages_open_idx" ON "ipn_messages" ("received_at") WHERE "handled_at" IS NULL;
