-- The verification of payments reads all purchases of the ledger, which are few beside the transfers of jobs. Jobs write
-- nothing into this index.

CREATE INDEX "ledger_transfers_purchases_idx" ON "ledger_transfers" ("key") WHERE "kind" = 'purchase';
