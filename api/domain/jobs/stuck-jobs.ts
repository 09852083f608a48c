/** Jobs that wait for a person: the rows that a stop is about, and what the person's decision does to them. */
import { jobMessages } from '#contracts/jobs/messages.ts';
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import { storedMessage, type Message } from '#contracts/messages/message.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import type { StoredWaiting, StopSubject } from '#workflows/messages.ts';
import { scheduleReadBacks } from './filings/read-backs.ts';
import { isOfRowSql, isSentSql } from './filings/intents.ts';
import { endRow, type OpenRowCounts } from './job-steps.ts';
import { workableRows } from './row-records.ts';
import { recordStopDecision, type DecidedStop } from './job-audit.ts';

/**
 * Names the row of a stop after a chunk that failed as a whole, and could not say which of its rows is to blame: the
 * one with which the next chunk begins. Other reasons to wait are returned unchanged.
 */
export async function withSubject(
  db: Database,
  jobId: string,
  waiting: StoredWaiting,
): Promise<StoredWaiting> {
  if (waiting.kind !== 'person' || waiting.about) return waiting;
  const [first] = await workableRows(db, { jobId, rowsMax: 1 });
  return first ? { ...waiting, about: { row: first.rowNumber } } : waiting;
}

/** Returns what a stop about filings says: a look-up that failed does not show that the portal has no trace of one. */
export function stopAboutFilings({
  forPerson,
  leftNoTrace,
}: Pick<OpenRowCounts, 'forPerson' | 'leftNoTrace'>): Message {
  const rows = forPerson.length;
  return leftNoTrace === rows
    ? jobMessages.filingsLeftNoTrace({ rows })
    : jobMessages.filingsNotConfirmed({ rows });
}

/** `by` is missing in decisions that an earlier release passed on. */
type StopDecision = DecidedStop & { jobId: string; decidedAt: Date; now: Date };

/**
 * Applies a decision to the rows that the job's stop names, if the job still waits at that stop, and records it.
 * Idempotent: a worker that was frozen in this step may come to it after the job has continued or has stopped again.
 */
export function applyToStop(db: Database, given: StopDecision): Promise<void> {
  return db.$transaction(async (tx) => {
    const stop = await lockedStop(tx, given);
    if (!stop) return;
    await recordStopDecision(tx, given);
    const { about } = stop;
    if (!about) return;
    if (given.decision === 'retry' && 'filings' in about) await vouchForRows(tx, about.filings, given);
    if (given.decision === 'skip row') await skipRow(tx, firstRowOf(about), given);
  });
}

/** Locks the job, so that it neither continues nor stops again before the decision is applied. */
async function lockedStop(
  tx: Transaction,
  { jobId, since }: StopDecision,
): Promise<StoredWaiting | undefined> {
  const [job] = await tx.$queryRaw<{ waiting: StoredWaiting }[]>`
    SELECT waiting FROM jobs WHERE id = ${jobId}::uuid AND state = 'parked' AND finished_at IS NULL
      AND waiting ->> 'kind' = 'person' AND waiting ->> 'since' = ${since}
    FOR UPDATE`;
  return job?.waiting;
}

const firstRowOf = (about: StopSubject): number | undefined =>
  'row' in about ? about.row : about.filings[0];

/**
 * Records that a person confirms that the portal does not have these rows' filings, whichever job sent them. They are
 * looked up and filed once more. The time is that of the decision, and never later than now, so that the voucher
 * cannot count for a filing that is sent after it.
 */
async function vouchForRows(
  tx: Transaction,
  rowNumbers: readonly number[],
  { jobId, decidedAt }: StopDecision,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE job_rows SET aside = NULL, aside_until = NULL, vouched_at = least(${decidedAt}, clock_timestamp())
    WHERE job_id = ${jobId}::uuid AND row_number = ANY(${[...rowNumbers]}::integer[])
      AND outcome IS NULL AND aside = 'person'`;
}

type SkippedRow = {
  rowNumber: number;
  attempts: number;
  message: unknown;
  aside: string | null;
  /** The portal may have its filing, or has confirmed it. */
  isSent: boolean;
  /** Null unless the filing is confirmed: the number can be that of an earlier filing, which the portal has deleted. */
  portalReference: string | null;
};

/** Ends the row, unless it has ended, with those filed together with it. What the portal may have is looked up later. */
async function skipRow(
  tx: Transaction,
  rowNumber: number | undefined,
  { jobId, now }: StopDecision,
): Promise<void> {
  if (rowNumber === undefined) return;
  const rows = await tx.$queryRaw<SkippedRow[]>`
    SELECT r.row_number AS "rowNumber", r.attempts, r.message, r.aside, sent.id IS NOT NULL AS "isSent",
      CASE WHEN sent.state = 'done' THEN sent.reference END AS "portalReference"
    FROM job_rows named
      JOIN job_rows r ON r.job_id = named.job_id AND r.outcome IS NULL
        AND (r.row_number = named.row_number OR r.group_row = named.group_row)
      LEFT JOIN LATERAL (
        SELECT i.id, i.state, i.reference FROM portal_intents i
        WHERE ${isOfRowSql} AND ${isSentSql}
        LIMIT 1
      ) sent ON true
    WHERE named.job_id = ${jobId}::uuid AND named.row_number = ${rowNumber}::integer AND named.outcome IS NULL
    ORDER BY r.row_number`;
  for (const row of rows) {
    const { attempts, portalReference } = row;
    const reference = portalReference === null ? {} : { portalReference };
    await endRow(tx, { jobId, rowNumber: row.rowNumber, ...skippedEnd(row), attempts, now, ...reference });
  }
  await scheduleReadBacks(tx, jobId);
}

/** A filing that the portal may have must not be reported as not made. */
function skippedEnd(row: SkippedRow): { outcome: RowOutcome; message: Message } {
  if (row.aside === 'person') return { outcome: 'UNCERTAIN', message: storedMessage(row.message) };
  if (row.aside === 'confirming' || row.isSent)
    return { outcome: 'UNCERTAIN', message: jobMessages.rowSkippedMaybeFiled() };
  return { outcome: 'INTERNAL_ERROR', message: jobMessages.rowSkipped() };
}
