-- The verification of payments reads all purchases of the ledger, which are few beside the transfers of jobs. Jobs write
-- nothing into this index. While it is built, nothing can be written to the ledger, so a large installation builds it
-- beforehand (docs/production.md, Upgrades).

CREATE INDEX IF NOT EXISTS "ledger_transfers_purchases_idx" ON "ledger_transfers" ("key") WHERE "kind" = 'purchase';
