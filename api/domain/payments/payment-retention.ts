/**
 * Anonymizes old payment records: what identifies them at bKash and the payer is deleted; the figures behind the
 * ledger are kept.
 */
import type { Database } from '#prisma/client.ts';
import { accountedStates } from './unmatched-notices.ts';

/** Maximum number of payments per statement. */
const BATCH_MAX = 500;

/**
 * Anonymizes payments begun before the given date, except open ones; returns how many. Receipt numbers stay, since
 * they belong to our own books.
 */
export async function forgetPayments(db: Database, before: Date): Promise<number> {
  const [counted] = await db.$queryRaw<{ count: bigint }[]>`
    WITH past AS (
      SELECT a.id, a.order_id FROM payment_attempts a
      WHERE a.created_at < ${before} AND a.invoice NOT LIKE 'past-%' AND a.ended_at IS NOT NULL
        AND NOT EXISTS (
          SELECT FROM payment_refunds r WHERE r.attempt_id = a.id AND (r.ended_at IS NULL OR r.created_at >= ${before}))
        AND NOT EXISTS (SELECT FROM payment_open_ends e WHERE e.attempt_id = a.id AND e.closed_at IS NULL)
      ORDER BY a.created_at LIMIT ${BATCH_MAX} FOR UPDATE SKIP LOCKED
    ), attempts AS (
      UPDATE payment_attempts a SET invoice = 'past-' || a.id, result_token = 'past-' || a.id, payment_id = NULL,
        trx_id = CASE WHEN a.trx_id IS NULL THEN NULL ELSE 'past-' || a.id END, bkash_url = NULL, signature = NULL,
        returned = NULL, payer_msisdn = NULL, error_message = NULL, held_reason = NULL, held_payment = NULL
      FROM past WHERE a.id = past.id RETURNING a.id
    ), orders AS (
      UPDATE purchase_orders o SET invoice = 'past-' || o.id FROM past WHERE o.id = past.order_id
    ), shown AS (
      UPDATE transactions t SET reference = '', message = NULL, buyer = NULL FROM past WHERE t.attempt_id = past.id
    ), ends AS (
      UPDATE payment_open_ends e SET subject = 'past-' || e.id, detail = NULL, closed_reason = NULL
      FROM past WHERE e.attempt_id = past.id
    ), refunds AS (
      UPDATE payment_refunds r SET refund_trx_id = NULL, known_before = '{}', reason = '', error_message = NULL
      FROM past WHERE r.attempt_id = past.id
    )
    SELECT count(*) AS count FROM attempts`;
  return Number(counted?.count ?? 0);
}

/**
 * Deletes the logs of calls to bKash and of its notifications made before the given time. A notification stays while
 * nobody has dealt with its money, which is recorded nowhere else.
 */
export async function deleteBkashLogs(db: Database, before: Date): Promise<void> {
  await db.bkashCall.deleteMany({ where: { at: { lt: before } } });
  const isDone = { OR: [{ handledAt: { not: null } }, { attempt: { state: { in: accountedStates } } }] };
  await db.ipnMessage.deleteMany({ where: { receivedAt: { lt: before }, ...isDone } });
}
