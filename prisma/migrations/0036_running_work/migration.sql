CREATE INDEX "portal_intents_portal_settles_at_idx" ON "portal_intents"("portal", "settles_at");
CREATE INDEX "jobs_user_id_finished_at_idx" ON "jobs"("user_id", "finished_at");
