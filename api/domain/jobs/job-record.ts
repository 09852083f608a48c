/** What every step of a job needs: the locked record, the price of rows, and entries in the timeline. */
import type { Message } from '#contracts/messages/message.ts';
import { jsonb, type DatabaseOrTransaction, type Transaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';

type SwitchedOff = 'SERVICE_DISABLED' | 'BANK_NOT_OFFERED';

export type LockedJob = {
  id: string;
  userId: string;
  isAdmin: boolean;
  lowCreditThreshold: number | null;
  serviceId: string;
  serviceName: string;
  isPractice: boolean;
  uploadId: string;
  fileName: string;
  bankKey: string | null;
  portal: string | null;
  state: string;
  attempt: number;
  costPerRow: number;
  reservedAmount: bigint;
  /** What is reserved for its present attempt; null if nothing has been. */
  attemptReservation: bigint | null;
  rowsTotal: number;
  rowsDone: number;
  rowsSucceeded: number;
  rowsFailed: number;
  rowsNotFound: number;
  openRows: number;
  /** The open rows that are worked and paid themselves, unlike those that get the answer of another row. */
  openPaidRows: number;
  /**
   * Who is notified of its end: the customer by mail, the customer's systems by webhook. Both are for real work only.
   */
  isMailRequested: boolean;
  hasWebhooks: boolean;
  /** Whether a browser of the customer gets notifications pushed. */
  hasPush: boolean;
  finishedAt: Date | null;
  /** Why a draft may not begin its first run; null for other jobs, which `readSwitchedOff` asks about. */
  switchedOff: SwitchedOff | null;
  /** Set when the customer cancelled the job, or an administrator stopped it, whose id is then in `stoppedBy`. */
  stoppedAt: Date | null;
  stoppedBy: string | null;
  /** A stored message. */
  stopReason: unknown;
  filesState: string;
  errorCode: string | null;
  /** A stored message. */
  errorMessage: unknown;
};

/** SQL: why the job `j` may not begin a run; null if it may. */
const switchedOffSql = Prisma.sql`
  CASE WHEN EXISTS (SELECT FROM service_settings s WHERE s.service_id = j.service_id AND NOT s.enabled)
      THEN 'SERVICE_DISABLED'
    WHEN EXISTS (SELECT FROM banks b WHERE b.key = j.bank_key AND NOT b.is_enabled)
      THEN 'BANK_NOT_OFFERED' END`;

/** Reads a job and locks its record until the transaction ends. Amounts are in hundredths of a credit. */
export async function lockJob(tx: Transaction, jobId: string): Promise<LockedJob> {
  const [job] = await tx.$queryRaw<LockedJob[]>`
    SELECT j.id, j.user_id AS "userId", u.is_admin AS "isAdmin",
      u.low_credit_threshold_hundredths AS "lowCreditThreshold", j.service_id AS "serviceId",
      j.service_name AS "serviceName", j.is_practice AS "isPractice",
      j.upload_id AS "uploadId", j.file_name AS "fileName", j.bank_key AS "bankKey", j.portal, j.state, j.attempt, j.cost_per_row_hundredths AS "costPerRow",
      j.reserved_hundredths AS "reservedAmount", j.rows_total AS "rowsTotal", j.rows_done AS "rowsDone",
      j.rows_succeeded AS "rowsSucceeded", j.rows_failed AS "rowsFailed", j.rows_not_found AS "rowsNotFound", j.finished_at AS "finishedAt",
      j.stopped_at AS "stoppedAt", j.stopped_by AS "stoppedBy", j.stop_reason AS "stopReason",
      j.files_state AS "filesState", j.error_code AS "errorCode", j.error_message AS "errorMessage",
      (SELECT v.amount FROM reservations v WHERE v.job_id = j.id AND v.attempt = j.attempt) AS "attemptReservation",
      (SELECT count(*)::integer FROM job_rows r WHERE r.job_id = j.id AND r.outcome IS NULL) AS "openRows",
      (SELECT count(*)::integer FROM job_rows r WHERE r.job_id = j.id AND r.outcome IS NULL
        AND r.same_as_row IS NULL) AS "openPaidRows",
      CASE WHEN j.state = 'draft' THEN ${switchedOffSql} END AS "switchedOff",
      NOT j.is_practice AND u.mail_on_completion AND u.deleted_at IS NULL AS "isMailRequested",
      NOT j.is_practice AND EXISTS (SELECT FROM webhooks w WHERE w.user_id = j.user_id AND w.enabled) AS "hasWebhooks",
      EXISTS (SELECT FROM push_subscriptions p WHERE p.user_id = j.user_id) AS "hasPush"
    FROM jobs j JOIN users u ON u.id = j.user_id WHERE j.id = ${jobId}::uuid FOR UPDATE OF j`;
  if (!job) throw new Error(`Job ${jobId} does not exist.`);
  return job;
}

/**
 * Returns why the ended job that the transaction has locked may not begin a new run. The statement that locks a job
 * sees other tables as they were before it waited for the lock, so this asks in a later one.
 */
export async function readSwitchedOff(tx: Transaction, { id }: LockedJob): Promise<SwitchedOff | null> {
  const [job] = await tx.$queryRaw<{ switchedOff: SwitchedOff | null }[]>`
    SELECT ${switchedOffSql} AS "switchedOff" FROM jobs j WHERE j.id = ${id}::uuid AND j.finished_at IS NOT NULL`;
  return job?.switchedOff ?? null;
}

/** Administrators spend nothing (spec section 6), and practice costs nothing, so their reservations are empty. */
export function priceFor(
  job: { isAdmin: boolean; isPractice: boolean },
  rows: number,
  costPerRow: number,
): bigint {
  return job.isAdmin || job.isPractice ? 0n : BigInt(rows) * BigInt(costPerRow);
}

/** An event of a job's timeline. The same key is stored once per job. */
type JobEvent = { jobId: string; key: string; kind: string; message: Message };

/** Adds an event to the job's timeline. Idempotent. */
export async function addEvent(db: DatabaseOrTransaction, event: JobEvent): Promise<void> {
  await db.$executeRaw(eventSql(event));
}

/** Returns SQL that adds an event, to be used inside a larger statement, which saves every job a round trip. */
export function eventSql({ jobId, key, kind, message }: JobEvent): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO job_events (job_id, key, kind, message) VALUES (${jobId}::uuid, ${key}, ${kind}, ${jsonb(message)})
    ON CONFLICT DO NOTHING`;
}
