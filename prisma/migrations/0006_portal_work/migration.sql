-- AlterTable
ALTER TABLE "uploads" ADD COLUMN     "documents_key" TEXT,
ADD COLUMN     "documents_name" TEXT;

-- AlterTable
ALTER TABLE "job_rows" ADD COLUMN     "group_row" INTEGER;

-- AlterTable
ALTER TABLE "portal_credentials" ADD COLUMN     "consent_at" TIMESTAMPTZ(3),
ADD COLUMN     "test_outcome" TEXT,
ADD COLUMN     "tested_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "portal_intents" (
    "id" UUID NOT NULL,
    "portal" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "job_id" UUID NOT NULL,
    "row_number" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'planned',
    "reference" TEXT,
    "commits" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "portal_intents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_challenges" (
    "id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "prompt" TEXT NOT NULL,
    "picture_key" TEXT,
    "answer" TEXT,
    "state" TEXT NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "job_challenges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "incentive_rates" (
    "id" UUID NOT NULL,
    "scheme" TEXT NOT NULL,
    "rate_thousandths" INTEGER NOT NULL,
    "valid_from" DATE NOT NULL,
    "valid_to" DATE,

    CONSTRAINT "incentive_rates_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "portal_intents_job_id_idx" ON "portal_intents"("job_id");

-- CreateIndex
CREATE UNIQUE INDEX "portal_intents_portal_key_key" ON "portal_intents"("portal", "key");

-- CreateIndex
CREATE INDEX "job_challenges_job_id_idx" ON "job_challenges"("job_id");

-- CreateIndex
CREATE INDEX "job_challenges_user_id_state_idx" ON "job_challenges"("user_id", "state");

-- CreateIndex
CREATE UNIQUE INDEX "incentive_rates_scheme_valid_from_key" ON "incentive_rates"("scheme", "valid_from");
