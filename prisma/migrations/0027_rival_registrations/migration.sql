-- CreateTable
CREATE TABLE "rival_registrations" (
    "id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "company" TEXT NOT NULL,
    "mobile" TEXT NOT NULL,
    "language" TEXT,
    "password" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rival_registrations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "rival_registrations_user_id_idx" ON "rival_registrations"("user_id");

-- AddForeignKey
ALTER TABLE "rival_registrations" ADD CONSTRAINT "rival_registrations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

