-- AlterTable
ALTER TABLE "users" ADD COLUMN     "low_credit_threshold_hundredths" INTEGER DEFAULT 5000;

-- AlterTable
ALTER TABLE "ledger_accounts" ADD COLUMN     "lines" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "purchased" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "used" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "purchase_orders" (
    "id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "invoice" TEXT NOT NULL,
    "amount_poisha" BIGINT NOT NULL,
    "credits_hundredths" BIGINT NOT NULL,
    "credits_per_bdt_hundredths" INTEGER NOT NULL,
    "paid_attempt_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "purchase_orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_attempts" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "invoice" TEXT NOT NULL,
    "amount_poisha" BIGINT NOT NULL,
    "credits_hundredths" BIGINT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'new',
    "payment_id" TEXT,
    "trx_id" TEXT,
    "bkash_url" TEXT,
    "signature" TEXT,
    "returned" TEXT,
    "result_token" TEXT NOT NULL,
    "payer_msisdn" TEXT,
    "error_code" TEXT,
    "error_message" TEXT,
    "held_reason" TEXT,
    "held_payment" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "executed_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transactions" (
    "id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "attempt_id" UUID NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'credit_purchase',
    "amount_poisha" BIGINT NOT NULL,
    "credits_hundredths" BIGINT NOT NULL,
    "method" TEXT NOT NULL DEFAULT 'bkash',
    "status" TEXT NOT NULL DEFAULT 'pending',
    "reference" TEXT NOT NULL,
    "receipt_number" INTEGER,
    "refunded_poisha" BIGINT NOT NULL DEFAULT 0,
    "message" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "transactions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_refunds" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "attempt_id" UUID NOT NULL,
    "amount_poisha" BIGINT NOT NULL,
    "credits_taken_hundredths" BIGINT NOT NULL DEFAULT 0,
    "reason" TEXT NOT NULL,
    "actor_id" TEXT,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "refund_trx_id" TEXT,
    "known_before" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "error_message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_refunds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ipn_messages" (
    "message_id" TEXT NOT NULL,
    "trx_id" TEXT NOT NULL,
    "invoice" TEXT,
    "amount_poisha" BIGINT NOT NULL,
    "body" JSONB NOT NULL,
    "attempt_id" UUID,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ipn_messages_pkey" PRIMARY KEY ("message_id")
);

-- CreateTable
CREATE TABLE "bkash_tokens" (
    "merchant" TEXT NOT NULL,
    "sealed_token" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "grants" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[],
    "blocked_until" TIMESTAMPTZ(3),

    CONSTRAINT "bkash_tokens_pkey" PRIMARY KEY ("merchant")
);

-- CreateTable
CREATE TABLE "bkash_calls" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "operation" TEXT NOT NULL,
    "payment_id" TEXT,
    "http_status" INTEGER,
    "duration_ms" INTEGER NOT NULL,
    "request" JSONB NOT NULL,
    "response" JSONB,
    "failure" TEXT,

    CONSTRAINT "bkash_calls_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "purchase_orders_paid_attempt_id_key" ON "purchase_orders"("paid_attempt_id");

-- CreateIndex
CREATE UNIQUE INDEX "purchase_orders_user_id_invoice_key" ON "purchase_orders"("user_id", "invoice");

-- CreateIndex
CREATE UNIQUE INDEX "payment_attempts_invoice_key" ON "payment_attempts"("invoice");

-- CreateIndex
CREATE UNIQUE INDEX "payment_attempts_payment_id_key" ON "payment_attempts"("payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_attempts_trx_id_key" ON "payment_attempts"("trx_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_attempts_result_token_key" ON "payment_attempts"("result_token");

-- CreateIndex
CREATE INDEX "payment_attempts_order_id_idx" ON "payment_attempts"("order_id");

-- CreateIndex
CREATE INDEX "payment_attempts_user_id_created_at_idx" ON "payment_attempts"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "payment_attempts_state_idx" ON "payment_attempts"("state");

-- CreateIndex
CREATE UNIQUE INDEX "transactions_attempt_id_key" ON "transactions"("attempt_id");

-- CreateIndex
CREATE UNIQUE INDEX "transactions_receipt_number_key" ON "transactions"("receipt_number");

-- CreateIndex
CREATE INDEX "transactions_user_id_created_at_idx" ON "transactions"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "transactions_user_id_status_created_at_idx" ON "transactions"("user_id", "status", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "payment_refunds_key_key" ON "payment_refunds"("key");

-- CreateIndex
CREATE UNIQUE INDEX "payment_refunds_refund_trx_id_key" ON "payment_refunds"("refund_trx_id");

-- CreateIndex
CREATE INDEX "payment_refunds_attempt_id_idx" ON "payment_refunds"("attempt_id");

-- CreateIndex
CREATE INDEX "payment_refunds_state_idx" ON "payment_refunds"("state");

-- CreateIndex
CREATE INDEX "ipn_messages_attempt_id_idx" ON "ipn_messages"("attempt_id");

-- CreateIndex
CREATE INDEX "bkash_calls_payment_id_idx" ON "bkash_calls"("payment_id");

-- CreateIndex
CREATE INDEX "bkash_calls_at_idx" ON "bkash_calls"("at");

-- AddForeignKey
ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_orders_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "purchase_orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ipn_messages" ADD CONSTRAINT "ipn_messages_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- ── Rules ───────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_orders_positive" CHECK ("amount_poisha" > 0 AND "credits_hundredths" > 0);
ALTER TABLE "payment_attempts"
  ADD CONSTRAINT "payment_attempts_state" CHECK ("state" IN
    ('new', 'initiated', 'executing', 'unknown', 'paid', 'duplicate', 'failed', 'cancelled', 'expired', 'held', 'refunded')),
  -- Money that bKash took has its trxID.
  ADD CONSTRAINT "payment_attempts_paid_known"
    CHECK ("state" NOT IN ('paid', 'duplicate', 'refunded') OR ("trx_id" IS NOT NULL AND "paid_at" IS NOT NULL));
ALTER TABLE "transactions"
  ADD CONSTRAINT "transactions_status" CHECK ("status" IN ('pending', 'completed', 'failed', 'refunded')),
  ADD CONSTRAINT "transactions_refunded" CHECK ("refunded_poisha" BETWEEN 0 AND "amount_poisha"),
  ADD CONSTRAINT "transactions_receipt" CHECK ("status" <> 'completed' OR "receipt_number" IS NOT NULL);
ALTER TABLE "payment_refunds"
  ADD CONSTRAINT "payment_refunds_state" CHECK ("state" IN ('pending', 'unknown', 'done', 'failed')),
  ADD CONSTRAINT "payment_refunds_positive" CHECK ("amount_poisha" > 0 AND "credits_taken_hundredths" >= 0);

-- One refund of a payment at a time: bKash can't tell two apart while an answer is missing.
CREATE UNIQUE INDEX "payment_refunds_one_open" ON "payment_refunds" ("attempt_id") WHERE "state" IN ('pending', 'unknown');

INSERT INTO "ledger_accounts" ("id") VALUES ('platform:purchases');
