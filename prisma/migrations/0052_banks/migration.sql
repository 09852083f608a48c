-- Banks that take claims of the cash incentive: a list that administrators keep. What was there before belongs to the
-- first bank, whose place on the portal keeps its name and whose address is that of the environment.

CREATE TABLE "banks" (
    "key" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "name_en" TEXT NOT NULL,
    "name_bn" TEXT NOT NULL,
    "has_desk" BOOLEAN NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT false,
    "address" TEXT,
    "hosts" TEXT NOT NULL DEFAULT '',
    "proposed_by" TEXT,
    "confirmed_by" TEXT,
    "address_set_at" TIMESTAMPTZ(3),
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "banks_pkey" PRIMARY KEY ("key")
);

CREATE UNIQUE INDEX "banks_place_key" ON "banks"("place");

INSERT INTO "banks" ("key", "place", "name_en", "name_bn", "has_desk", "is_enabled")
VALUES ('lien-bank', 'bank-ci', 'Lien bank', 'লিয়েন ব্যাংক', true, true);

ALTER TABLE "jobs" ADD COLUMN "bank_key" TEXT;
UPDATE "jobs" SET "bank_key" = 'lien-bank' WHERE "service_id" = 'cash-incentive-application';
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_bank_key_fkey" FOREIGN KEY ("bank_key") REFERENCES "banks"("key")
  ON DELETE RESTRICT ON UPDATE CASCADE;
