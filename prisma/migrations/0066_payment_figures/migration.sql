-- What one administrator did alone names its subject, so that its key cannot stand for an act on something else. Acts of
-- the version before have none, and their keys are refused.

ALTER TABLE "alone_moves" ADD COLUMN "subject" TEXT NOT NULL DEFAULT '';

-- The rate of each payment page: an order has several pages when the price changes in between. Where the order has the
-- rate of another page, the rate follows from the amount and the credits.

ALTER TABLE "payment_attempts" ADD COLUMN "credits_per_bdt_hundredths" INTEGER;

UPDATE payment_attempts a SET credits_per_bdt_hundredths = CASE
    WHEN round(a.amount_poisha * o.credits_per_bdt_hundredths / 10000.0) * 100 = a.credits_hundredths
      THEN o.credits_per_bdt_hundredths
    ELSE round(a.credits_hundredths * 100.0 / a.amount_poisha)
  END
FROM purchase_orders o WHERE o.id = a.order_id AND a.amount_poisha > 0;

UPDATE purchase_orders o SET credits_per_bdt_hundredths = a.credits_per_bdt_hundredths
FROM payment_attempts a
WHERE a.id = o.paid_attempt_id AND a.credits_per_bdt_hundredths <> o.credits_per_bdt_hundredths;

-- Held payments that a person credited or refunded: their transactions show what bKash took, and all that came back.

UPDATE transactions t SET
  amount_poisha = (a.held_payment ->> 'amountPoisha')::bigint,
  refunded_poisha = coalesce(
    (SELECT sum(r.amount_poisha) FROM payment_refunds r WHERE r.attempt_id = a.id AND r.state = 'done'), 0)
FROM payment_attempts a
WHERE a.id = t.attempt_id AND a.held_payment ->> 'amountPoisha' IS NOT NULL
  AND a.held_payment -> 'decision' ->> 'decision' IN ('credit', 'refund');
