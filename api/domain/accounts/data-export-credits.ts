/** Reads the lines of a customer's ledger for the data export; each job shows what it used and what was returned. */
import { storedMessage } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import type { Database } from '#prisma/client.ts';

/** Greater than every line's id. */
const PAST_THE_LAST = 2n ** 62n;

type Stored = {
  id: bigint;
  at: Date;
  kind: string;
  amount: bigint;
  /** A stored message. */
  description: unknown;
  jobId: string | null;
  captured: bigint | null;
  released: bigint | null;
};
type CreditLine = {
  id: string;
  date: string;
  kind: string;
  credits: number;
  description: string;
  jobId: string | null;
  creditsUsed: number | null;
  creditsReturned: number | null;
};

/** Returns a reader of pages, newest line first, along the index of lines. */
export function creditLinesFrom(db: Database, userId: string, take: number) {
  return async (after: CreditLine | null): Promise<CreditLine[]> => {
    const before = after ? BigInt(after.id) : PAST_THE_LAST;
    const lines = await db.$queryRaw<Stored[]>`
      SELECT t.id, t.created_at AS at, t.kind, t.amount, t.description, t.job_id AS "jobId", r.captured, r.released
      FROM ledger_transfers t
      LEFT JOIN reservations r ON r.job_id = t.job_id
        AND r.attempt = CASE WHEN t.kind = 'reserve' THEN split_part(t.key, ':', 3)::integer END
      WHERE t.user_id = ${userId} AND t.kind NOT IN ('capture', 'release') AND t.id < ${before}
      ORDER BY t.id DESC LIMIT ${take}`;
    return lines.map(({ id, at, kind, amount, description, jobId, captured, released }) => ({
      id: String(id),
      date: at.toISOString(),
      kind,
      credits: creditsFromHundredths(amount),
      description: english(storedMessage(description)),
      jobId,
      creditsUsed: captured === null ? null : creditsFromHundredths(captured),
      creditsReturned: released === null ? null : creditsFromHundredths(released),
    }));
  };
}
