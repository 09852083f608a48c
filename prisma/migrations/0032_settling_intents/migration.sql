CREATE INDEX "portal_intents_portal_settles_at_idx" ON "portal_intents"("portal", "settles_at");
