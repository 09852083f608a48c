/**
 * Prepares a database for work that was restored to an earlier moment: portals may have filings, and bKash refunds, of
 * the lost time since that moment. Call it before any process of the platform runs again.
 */
import { noteLostTime } from '#api/domain/jobs/filings/intents.ts';
import { limits } from '#contracts/limits.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import { allPlaces } from './banks.ts';
import { pauseAllPortals } from './portals.ts';

/** More leases than can have been granted in the lost time, so that no lost token is higher than a new one. */
const TOKENS_SKIPPED = 1_000_000;
const REFUND_SETTLE_MS = limits.refundSettleMinutes * 60_000;

export type AfterRestore = {
  /** Filings of open rows that may have been sent in the lost time. */
  inDoubt: number;
  /** Refunds that had not been sent at the moment, and may have been since. */
  refundsInDoubt: number;
  openJobs: number;
  /** When a portal certainly lists what was sent in the lost time. */
  settledAt: Date;
};

/**
 * Marks filings and refunds that were under way at the moment `to` as possibly sent, ends all portal sessions, and pauses
 * the portals until an administrator resumes them. Rows that were not begun are looked up before they are filed, as always,
 * and not filed before the portals list what was sent in the lost time.
 */
export async function prepareRestored(
  db: Database,
  { to, now, doubtMs = limits.restoredDoubtMs }: { to: Date; now: Date; doubtMs?: number },
): Promise<AfterRestore> {
  const settledAt = new Date(now.getTime() + doubtMs);
  return db.$transaction(async (tx) => {
    // A worker from before that still runs cannot renew its lease, nor file under it.
    await tx.$executeRaw`DELETE FROM portal_leases`;
    await tx.$executeRaw`SELECT setval('portal_lease_tokens', nextval('portal_lease_tokens') + ${TOKENS_SKIPPED}::bigint)`;
    const inDoubt = await tx.$executeRaw`
      UPDATE portal_intents i SET state = 'committing', commits = greatest(i.commits, 1), sends = greatest(i.sends, 1),
        committed_at = coalesce(i.committed_at, ${now}::timestamptz), sent_at = coalesce(i.sent_at, ${now}::timestamptz),
        settles_at = greatest(i.settles_at, ${settledAt}::timestamptz), looks = 0, updated_at = ${now}::timestamptz
      FROM job_rows r JOIN jobs j ON j.id = r.job_id
      WHERE i.state IN ('planned', 'committing') AND r.job_id = i.job_id AND r.row_number = i.row_number
        AND r.outcome IS NULL AND j.finished_at IS NULL`;
    const refundsInDoubt = await doubtRefunds(tx, now);
    const openJobs = await tx.job.count({ where: { finishedAt: null, state: { not: 'draft' } } });
    for (const portal of await allPlaces(tx)) await noteLostTime(tx, { portal, now, settledAt });
    const reason = `The database was restored to ${to.toISOString()}. Compare with the portal before you resume it.`;
    await pauseAllPortals(tx, reason, now);
    return { inDoubt, refundsInDoubt, openJobs, settledAt };
  });
}

/**
 * bKash takes no number of ours for a refund, so sending one that it has already made would pay it twice. `known_before`
 * stays: what it names was made before this refund could have been sent.
 */
function doubtRefunds(tx: Transaction, now: Date): Promise<number> {
  const settlesAt = new Date(now.getTime() + REFUND_SETTLE_MS);
  return tx.$executeRaw`
    UPDATE payment_refunds SET state = 'unknown', sent_at = ${now}::timestamptz, settles_at = ${settlesAt}::timestamptz,
      send_owner = NULL, claimed_at = NULL
    WHERE state = 'pending' AND sent_at IS NULL`;
}
