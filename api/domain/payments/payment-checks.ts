/** Invariants between purchases, refunds and the ledger. A person must look at each violation. */
import type { DatabaseOrTransaction } from '#prisma/client.ts';

/** Maximum number of problems reported per check; the first ones show what is wrong. */
const PROBLEMS_MAX = 100;

/** Checks everything in one statement, so that the data is consistent. Returns an empty list if there is no problem. */
export async function verifyPayments(db: DatabaseOrTransaction): Promise<string[]> {
  const rows = await db.$queryRaw<{ problem: string }[]>`
    SELECT problem FROM (
      SELECT 'payment ' || a.invoice || ' is paid, and the ledger has no purchase of ' || a.credits_hundredths AS problem
      FROM payment_attempts a JOIN purchase_orders o ON o.paid_attempt_id = a.id
      LEFT JOIN ledger_transfers t
        ON t.key = 'purchase:' || a.id AND t.amount = a.credits_hundredths AND t.user_id = a.user_id
      WHERE t.id IS NULL
    UNION ALL
      SELECT 'the ledger has ' || t.key || ', and no order is paid by it'
      FROM ledger_transfers t
      LEFT JOIN purchase_orders o ON 'purchase:' || o.paid_attempt_id = t.key
      WHERE t.kind = 'purchase' AND o.id IS NULL
    UNION ALL
      SELECT 'order ' || o.invoice || ' is paid by a payment that is ' || a.state
      FROM purchase_orders o JOIN payment_attempts a ON a.id = o.paid_attempt_id
      WHERE a.state NOT IN ('paid', 'refunded')
    UNION ALL
      SELECT 'payment ' || a.invoice || ' is paid, and its order is paid by another or none'
      FROM payment_attempts a JOIN purchase_orders o ON o.id = a.order_id
      WHERE a.state = 'paid' AND o.paid_attempt_id IS DISTINCT FROM a.id
    UNION ALL
      SELECT 'second payment ' || a.invoice || ' of an order was not sent back'
      FROM payment_attempts a
      WHERE a.state = 'duplicate' AND a.ended_at IS NOT NULL AND NOT EXISTS (
        SELECT FROM payment_refunds r WHERE r.attempt_id = a.id AND r.state <> 'failed')
        AND NOT EXISTS (SELECT FROM payment_open_ends e WHERE e.attempt_id = a.id AND e.kind = 'send_back')
    UNION ALL
      SELECT 'payment ' || a.invoice || ' is held, and nobody is asked to decide about it'
      FROM payment_attempts a
      WHERE a.state = 'held' AND a.invoice NOT LIKE 'past-%' AND a.held_payment -> 'decision' IS NULL AND NOT EXISTS (
        SELECT FROM payment_open_ends e WHERE e.attempt_id = a.id AND e.kind = 'held' AND e.closed_at IS NULL)
    UNION ALL
      SELECT 'transaction ' || t.reference || ' shows ' || t.refunded_poisha || ' refunded, its refunds sum to ' || r.sum
      FROM transactions t
      JOIN (
        SELECT attempt_id, coalesce(sum(amount_poisha) FILTER (WHERE state = 'done'), 0) AS sum
        FROM payment_refunds GROUP BY attempt_id
      ) r ON r.attempt_id = t.attempt_id
      WHERE t.refunded_poisha <> r.sum
    UNION ALL
      SELECT 'refund ' || r.id || ' has no ' || step.key || ' of ' || r.credits_taken_hundredths || ' in the ledger'
      FROM payment_refunds r
      CROSS JOIN LATERAL (VALUES ('refund-take', true), ('refund-return', r.state = 'failed')) AS step (key, needed)
      LEFT JOIN ledger_transfers t ON t.key = step.key || ':' || r.id AND t.amount = r.credits_taken_hundredths
      WHERE step.needed AND r.credits_taken_hundredths > 0 AND t.id IS NULL
    ) AS problems LIMIT ${PROBLEMS_MAX}`;
  return rows.map(({ problem }) => problem);
}
