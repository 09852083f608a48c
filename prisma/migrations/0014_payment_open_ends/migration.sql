-- AlterTable
ALTER TABLE "payment_attempts" ADD COLUMN     "claimed_at" TIMESTAMPTZ(3),
ADD COLUMN     "executes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "send_owner" TEXT,
ADD COLUMN     "settles_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "payment_refunds" ADD COLUMN     "claimed_at" TIMESTAMPTZ(3),
ADD COLUMN     "compared_at" TIMESTAMPTZ(3),
ADD COLUMN     "send_owner" TEXT,
ADD COLUMN     "settles_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "payment_open_ends" (
    "id" UUID NOT NULL,
    "attempt_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL DEFAULT '',
    "amount_poisha" BIGINT NOT NULL,
    "detail" TEXT,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mailed_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "closed_by" TEXT,
    "closed_reason" TEXT,

    CONSTRAINT "payment_open_ends_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payment_open_ends_attempt_id_kind_subject_key" ON "payment_open_ends"("attempt_id", "kind", "subject");

-- AddForeignKey
ALTER TABLE "payment_open_ends" ADD CONSTRAINT "payment_open_ends_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ── Rules ───────────────────────────────────────────────────────────────────────────────────────────────

-- Under the older rules an execute that was written down may have reached bKash, once.
UPDATE "payment_attempts" SET "executes" = 1, "settles_at" = "executed_at" + interval '15 minutes'
  WHERE "executed_at" IS NOT NULL;
UPDATE "payment_refunds" SET "settles_at" = "sent_at" + interval '6 hours' WHERE "sent_at" IS NOT NULL;
-- Refunds that ended before there was a comparison are not compared any more.
UPDATE "payment_refunds" SET "compared_at" = "ended_at" WHERE "ended_at" IS NOT NULL;

ALTER TABLE "payment_attempts"
  -- Once, and once more where bKash has certainly not acted on the first.
  ADD CONSTRAINT "payment_attempts_executes" CHECK ("executes" BETWEEN 0 AND 2),
  ADD CONSTRAINT "payment_attempts_claim" CHECK ("claimed_at" IS NULL OR "send_owner" IS NOT NULL);
ALTER TABLE "payment_refunds"
  ADD CONSTRAINT "payment_refunds_claim" CHECK ("claimed_at" IS NULL OR "send_owner" IS NOT NULL),
  -- Whoever claims a refund has not sent it.
  ADD CONSTRAINT "payment_refunds_sent_once" CHECK ("claimed_at" IS NULL OR "sent_at" IS NULL);
ALTER TABLE "payment_open_ends"
  ADD CONSTRAINT "payment_open_ends_kind" CHECK ("kind" IN
    ('held', 'payment_unknown', 'refund_unknown', 'send_back', 'refund_twin'));

CREATE INDEX "payment_open_ends_open" ON "payment_open_ends" ("attempt_id") WHERE "closed_at" IS NULL;
-- Payments and refunds that the reconciler looks at, of which there are few at any time.
CREATE INDEX "payment_attempts_not_ended" ON "payment_attempts" ("id") WHERE "ended_at" IS NULL;
CREATE INDEX "payment_refunds_not_compared" ON "payment_refunds" ("id") WHERE "compared_at" IS NULL;

-- Held payments from before that nobody has decided about.
INSERT INTO "payment_open_ends" ("id", "attempt_id", "kind", "amount_poisha", "detail")
  SELECT gen_random_uuid(), "id", 'held', "amount_poisha", "held_reason" FROM "payment_attempts"
  WHERE "state" = 'held' AND "held_payment" -> 'decision' IS NULL;
