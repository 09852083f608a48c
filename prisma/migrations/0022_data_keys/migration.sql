-- CreateTable
CREATE TABLE "master_keys" (
    "id" TEXT NOT NULL,
    "proof" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "master_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "data_keys" (
    "id" UUID NOT NULL,
    "owner" TEXT NOT NULL,
    "user_id" TEXT,
    "master_key" TEXT NOT NULL,
    "wrapped" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "data_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "vault_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "data_keys_from" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "vault_state_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "data_keys_owner_key" ON "data_keys"("owner");

-- CreateIndex
CREATE UNIQUE INDEX "data_keys_user_id_key" ON "data_keys"("user_id");

-- CreateIndex
CREATE INDEX "data_keys_master_key_id_idx" ON "data_keys"("master_key", "id");

-- AddForeignKey
ALTER TABLE "data_keys" ADD CONSTRAINT "data_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A customer's key belongs to the customer, and there is one row of state.
ALTER TABLE "data_keys" ADD CONSTRAINT "data_keys_owner_is_user"
  CHECK ("owner" = CASE WHEN "user_id" IS NULL THEN "owner" ELSE 'user:' || "user_id" END AND ("user_id" IS NOT NULL OR "owner" NOT LIKE 'user:%'));
ALTER TABLE "vault_state" ADD CONSTRAINT "vault_state_one_row" CHECK ("id" = 1);

-- Where there are accounts already, processes of the version before may go on beside those of this one for a while.
INSERT INTO "vault_state" ("data_keys_from")
SELECT CASE WHEN EXISTS (SELECT FROM "users") THEN now() + interval '1 hour' ELSE now() END;
