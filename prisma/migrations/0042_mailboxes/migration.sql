-- A mailbox names its own server, or is read with a provider's consent in place of a password.

ALTER TABLE "portal_credentials" ADD COLUMN "server" TEXT, ADD COLUMN "provider" TEXT;
ALTER TABLE "credential_drafts" ADD COLUMN "server" TEXT;

CREATE TABLE "mailbox_consents" (
    "user_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mailbox_consents_pkey" PRIMARY KEY ("user_id")
);

ALTER TABLE "mailbox_consents" ADD CONSTRAINT "mailbox_consents_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
