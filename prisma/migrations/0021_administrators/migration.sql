-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "factor" TEXT;

-- ── What a session has proved ──────────────────────────────────────────────────────────────────────────────

ALTER TABLE "sessions" ADD CONSTRAINT "sessions_factor_known" CHECK ("factor" IN ('code', 'passkey'));

-- ── Money and rights by two administrators ─────────────────────────────────────────────────────────────────

-- AlterTable
ALTER TABLE "settings" ADD COLUMN     "alone_credits_max_hundredths" BIGINT NOT NULL DEFAULT 1000000,
ADD COLUMN     "alone_refund_max_poisha" BIGINT NOT NULL DEFAULT 1000000;

-- CreateTable
CREATE TABLE "approval_requests" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "wish" JSONB NOT NULL,
    "subject" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "decision_reason" TEXT NOT NULL DEFAULT '',
    "carried_out_at" TIMESTAMPTZ(3),

    CONSTRAINT "approval_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alone_moves" (
    "key" TEXT NOT NULL,
    "admin_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "credits_hundredths" BIGINT NOT NULL,
    "refund_poisha" BIGINT NOT NULL,

    CONSTRAINT "alone_moves_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "approval_requests_key_key" ON "approval_requests"("key");

-- CreateIndex
CREATE INDEX "approval_requests_requested_at_idx" ON "approval_requests"("requested_at" DESC);

-- CreateIndex
CREATE INDEX "alone_moves_admin_id_at_idx" ON "alone_moves"("admin_id", "at");

ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_state_known"
  CHECK ("state" IN ('open', 'confirmed', 'refused', 'withdrawn', 'expired'));

-- Nobody confirms or refuses what they asked for, whatever the code believes.
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_second_person"
  CHECK ("state" NOT IN ('confirmed', 'refused') OR ("decided_by" IS NOT NULL AND "decided_by" <> "requested_by"));

ALTER TABLE "settings" ADD CONSTRAINT "settings_alone_not_negative"
  CHECK ("alone_credits_max_hundredths" >= 0 AND "alone_refund_max_poisha" >= 0);
