-- The verification of the ledger costs what was written since the last one: it goes on from a checkpoint, up to which all
-- entries and transfers have been verified and added up for each account. Once a day everything is verified again and
-- added up beside it, and must come to the same (api/domain/credits/ledger-audit.ts).

CREATE TABLE "ledger_audit" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "entry_id" BIGINT NOT NULL DEFAULT 0,
    "transfer_id" BIGINT NOT NULL DEFAULT 0,
    "settled_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_sound" BOOLEAN NOT NULL DEFAULT true,
    "is_full_running" BOOLEAN NOT NULL DEFAULT false,
    "full_began_at" TIMESTAMPTZ(3),
    "full_ended_at" TIMESTAMPTZ(3),
    "full_entry_id" BIGINT NOT NULL DEFAULT 0,
    "full_transfer_id" BIGINT NOT NULL DEFAULT 0,
    "full_reservation_id" UUID,
    "full_problems" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "ledger_audit_pkey" PRIMARY KEY ("id")
);
INSERT INTO "ledger_audit" DEFAULT VALUES;

CREATE TABLE "ledger_audit_sums" (
    "pass" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "entries" BIGINT NOT NULL DEFAULT 0,
    "amount" BIGINT NOT NULL DEFAULT 0,
    "lines" BIGINT NOT NULL DEFAULT 0,
    "purchased" BIGINT NOT NULL DEFAULT 0,
    "used" BIGINT NOT NULL DEFAULT 0,
    "digest" DECIMAL(40,0) NOT NULL DEFAULT 0,

    CONSTRAINT "ledger_audit_sums_pkey" PRIMARY KEY ("pass","account_id")
);

-- What was settled lately. Open reservations have an index of their own.
CREATE INDEX "reservations_settled_idx" ON "reservations" ("settled_at") WHERE "settled_at" IS NOT NULL;
