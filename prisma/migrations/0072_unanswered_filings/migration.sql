-- Each filing asks whether the customer has sent the same with another login, which has not been answered. Few filings
-- of a customer are unanswered at any time.

CREATE INDEX "portal_intents_unanswered_idx" ON "portal_intents" ("user_id")
  WHERE "state" IN ('planned', 'committing') AND ("sent_at" IS NOT NULL OR "sends" > 0);
