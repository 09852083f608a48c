-- The buyer on a receipt as of the payment: a receipt with a number must not name another company after the profile has
-- changed. Earlier transactions have none, and their receipts name the customer as of today.

ALTER TABLE "transactions" ADD COLUMN "buyer" JSONB;
