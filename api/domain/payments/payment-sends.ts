/**
 * Gives each call that moves money one owner: it is claimed by compare-and-set, and marked as sent by a second
 * one immediately before the request leaves. At most a few seconds may lie between the two, so that a process that was
 * frozen cannot send anything when it resumes.
 */
import type { MarkSent } from '#api/adapters/bkash/types.ts';
import { limits } from '#contracts/limits.ts';
import type { DatabaseOrTransaction } from '#prisma/client.ts';

/** A compare-and-set statement; true if it changed the row. */
type Mark = () => Promise<boolean>;

/** Measured by the database's clock, because those of the workers differ. */
const claimLife = `${limits.paymentSendMs} milliseconds`;

/** Wraps the mark. A process that was frozen while the database answered detects it by its own monotonic clock. */
export function markSentInTime(mark: Mark): MarkSent {
  return async () => {
    const startedMs = performance.now();
    return (await mark()) && performance.now() - startedMs < limits.paymentSendMs;
  };
}

/** Converts minutes of the timetable, which are shorter in tests. */
export const minutesLater = (now: Date, minutes: number, minuteMs: number): Date =>
  new Date(now.getTime() + minutes * minuteMs);

/** Claims an execute for its owner. `again` also allows a second one, once bKash can no longer act on the first. */
export async function claimExecuteRow(
  tx: DatabaseOrTransaction,
  attemptId: string,
  { owner, again, now }: { owner: string; again: boolean; now: Date },
): Promise<boolean> {
  const claimed = await tx.$executeRaw`
    UPDATE payment_attempts SET state = 'executing', send_owner = ${owner}, claimed_at = clock_timestamp(),
      error_code = NULL, error_message = NULL
    WHERE id = ${attemptId}::uuid AND payment_id IS NOT NULL AND ended_at IS NULL AND (
      (state IN ('initiated', 'cancelled', 'failed') AND executes = 0)
      OR (state = 'executing' AND claimed_at < clock_timestamp() - ${claimLife}::interval)
      OR (${again} AND state = 'unknown' AND executes = 1 AND settles_at <= ${now}))`;
  return claimed > 0;
}

type Leave = { owner: string; now: Date; settlesAt: Date };

/**
 * Marks the execute as sent immediately before it leaves. The same request is marked a second time only if the gateway
 * rejected the first with a 401, so that it counts once.
 */
export async function markExecuteSent(
  db: DatabaseOrTransaction,
  attemptId: string,
  { owner, now, settlesAt }: Leave,
): Promise<boolean> {
  const sent = await db.$executeRaw`
    UPDATE payment_attempts a SET executes = executes + (claimed_at IS NOT NULL)::integer, executed_at = ${now},
      settles_at = ${settlesAt}, claimed_at = NULL
    WHERE id = ${attemptId}::uuid AND state = 'executing' AND send_owner = ${owner}
      AND (claimed_at IS NULL OR claimed_at > clock_timestamp() - ${claimLife}::interval)
      AND NOT EXISTS (SELECT FROM purchase_orders o WHERE o.id = a.order_id AND o.paid_attempt_id IS NOT NULL)`;
  return sent > 0;
}

/** Claims a refund for its owner. Once sent, it can never be claimed again. */
export async function claimRefundRow(
  tx: DatabaseOrTransaction,
  refundId: string,
  { owner, knownBefore }: { owner: string; knownBefore: string[] },
): Promise<boolean> {
  const claimed = await tx.$executeRaw`
    UPDATE payment_refunds SET send_owner = ${owner}, claimed_at = clock_timestamp(), known_before = ${knownBefore}
    WHERE id = ${refundId}::uuid AND state = 'pending' AND sent_at IS NULL
      AND (claimed_at IS NULL OR claimed_at < clock_timestamp() - ${claimLife}::interval)`;
  return claimed > 0;
}

/** Marks the refund as sent immediately before it leaves. Returns whether the owner may send it. */
export async function markRefundSent(
  db: DatabaseOrTransaction,
  refundId: string,
  { owner, now, settlesAt }: Leave,
): Promise<boolean> {
  const sent = await db.$executeRaw`
    UPDATE payment_refunds SET sent_at = ${now}, settles_at = ${settlesAt}, claimed_at = NULL
    WHERE id = ${refundId}::uuid AND state = 'pending' AND send_owner = ${owner}
      AND (sent_at IS NOT NULL OR claimed_at > clock_timestamp() - ${claimLife}::interval)`;
  return sent > 0;
}
