-- Corrections that a customer made to a checked sheet before starting its job, in their order.

ALTER TABLE "uploads" ADD COLUMN "edits" JSONB;
