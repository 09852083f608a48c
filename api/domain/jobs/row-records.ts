/** A job's rows as the worker reads them: the open ones, those of one filing, and those that have ended. */
import { chargedOutcomes, succeededOutcomes, type RowOutcome } from '#contracts/jobs/jobs.ts';
import { storedMessage, type Message } from '#contracts/messages/message.ts';
import type { Database } from '#prisma/client.ts';
import type { RowData } from '#services/contract.ts';
import type { JobRow as JobRowRecord } from '#prisma/generated/client.ts';
import type { OutputValues } from '#services/runner.ts';
import { isKept } from './uploads.ts';

/** A row that has not ended. */
export type OpenRow = {
  rowNumber: number;
  data: RowData;
  naturalKey: string | null;
  /** Number of the first row of the filing that contains this row; null if the row is filed alone. */
  groupRow: number | null;
  /** Number of the equal row that is worked for this one; null if this one is worked itself. */
  sameAsRow: number | null;
  attempts: number;
  vouchedAt: Date | null;
};

/**
 * Returns the rows that can be processed now, by the clock of the database: due look-ups first, then rows in the order
 * of the sheet. A run that the job has left gets none.
 */
export function workableRows(
  db: Database,
  { jobId, attempt, rowsMax }: { jobId: string; attempt?: number; rowsMax: number },
): Promise<OpenRow[]> {
  return db.$queryRaw<OpenRow[]>`
    SELECT r.row_number AS "rowNumber", r.data, r.natural_key AS "naturalKey", r.group_row AS "groupRow",
      r.same_as_row AS "sameAsRow", r.attempts, r.vouched_at AS "vouchedAt"
    FROM jobs j JOIN job_rows r ON r.job_id = j.id
    WHERE j.id = ${jobId}::uuid AND j.attempt = coalesce(${attempt ?? null}::integer, j.attempt)
      AND r.outcome IS NULL AND (r.aside IS NULL OR (r.aside = 'confirming' AND r.aside_until <= now()))
    ORDER BY r.aside_until ASC NULLS LAST, r.row_number LIMIT ${rowsMax}::integer`;
}

/** Stores the number of attempts of a row that has not ended. */
export async function keepAttempts(
  db: Database,
  { jobId, rowNumber, attempts }: { jobId: string; rowNumber: number; attempts: number },
): Promise<void> {
  await db.jobRow.updateMany({ where: { jobId, rowNumber, outcome: null }, data: { attempts } });
}

type Group = { jobId: string; groupRow: number };

/** Returns the numbers of the group's rows that have not ended. */
export async function openRowsOfGroup(db: Database, { jobId, groupRow }: Group): Promise<number[]> {
  const rows = await db.jobRow.findMany({
    where: { jobId, groupRow, outcome: null },
    orderBy: { rowNumber: 'asc' },
    select: { rowNumber: true },
  });
  return rows.map(({ rowNumber }) => rowNumber);
}

/** Returns all rows of a group, including those that have ended. */
export async function rowsOfGroup(
  db: Database,
  { jobId, groupRow }: Group,
): Promise<{ data: RowData; naturalKey: string | null }[]> {
  const rows = await db.jobRow.findMany({
    where: { jobId, groupRow },
    orderBy: { rowNumber: 'asc' },
    select: { data: true, naturalKey: true },
  });
  return rows.map(({ data, naturalKey }) => ({ data: data as RowData, naturalKey }));
}

/**
 * Returns the condition of the rows that a retry runs if none are chosen: failed ones whose credits were released. Rows
 * that share the paid answer of another row are not among them.
 */
export const unpaidFailedRows = (jobId: string) => ({
  jobId,
  charged: false,
  outcome: { notIn: ['INPUT_INVALID', ...succeededOutcomes] as string[] },
  OR: [{ sameAsRow: null }, { outcome: { notIn: [...chargedOutcomes] as string[] } }],
});

/** Returns the natural keys that occur in several rows of the job. */
export async function repeatedKeys(db: Database, jobId: string): Promise<Set<string>> {
  const keys = await db.jobRow.groupBy({
    by: ['naturalKey'],
    where: { jobId, naturalKey: { not: null } },
    having: { naturalKey: { _count: { gt: 1 } } },
  });
  return new Set(keys.flatMap(({ naturalKey }) => naturalKey ?? []));
}

/** The result of a row, as it is copied to a later row with the same query. */
export type KnownAnswer = {
  rowNumber: number;
  outcome: RowOutcome;
  /** Null if the row ended without a message. */
  message: Message | null;
  portalReference: string | null;
  values: OutputValues | null;
  sheets: Record<string, OutputValues[]> | null;
  documents: { name: string }[];
};

const answeredOutcomes = ['SUCCESS', 'NOT_FOUND', 'REJECTED'];

/** Returns how the row of the job ended; null if it is open. */
export async function answerOfRow(
  db: Database,
  { jobId, rowNumber }: { jobId: string; rowNumber: number },
): Promise<KnownAnswer | null> {
  const row = await db.jobRow.findUnique({ where: { jobId_rowNumber: { jobId, rowNumber } } });
  return row && row.outcome !== null ? knownAnswer(row) : null;
}

/**
 * Returns the result of an earlier row of the job with the same natural key; null if the portal answered none. Rows are
 * compared in this way only in jobs that were stored before equal rows were linked.
 */
export async function earlierAnswer(
  db: Database,
  { jobId, naturalKey, rowNumber }: { jobId: string; naturalKey: string; rowNumber: number },
): Promise<KnownAnswer | null> {
  const equal = await db.jobRow.findFirst({
    where: {
      jobId,
      naturalKey,
      rowNumber: { lt: rowNumber },
      sameAsRow: null,
      outcome: { in: answeredOutcomes },
    },
  });
  return equal && knownAnswer(equal);
}

function knownAnswer(row: JobRowRecord): KnownAnswer {
  return {
    rowNumber: row.rowNumber,
    outcome: row.outcome as RowOutcome,
    message: row.message === null ? null : storedMessage(row.message),
    portalReference: row.portalReference,
    values: row.values as KnownAnswer['values'],
    sheets: row.sheets as KnownAnswer['sheets'],
    documents: (row.documents ?? []) as KnownAnswer['documents'],
  };
}

/** A row of an ended job, as the result files list it. */
export type EndedRow = {
  rowNumber: number;
  /** Cells by their heading in the customer's file, as read. */
  source: Record<string, string>;
  /** Null for a row that was never processed. */
  data: RowData | null;
  outcome: RowOutcome;
  charged: boolean;
  sameAsRow: number | null;
  message: Message;
  portalReference: string | null;
  attempts: number;
  processedAt: Date | null;
  documents: { name: string }[];
  values: OutputValues;
  sheets: Record<string, OutputValues[]>;
};

/** Number of ended rows that are read at once. Converting more would hold up all other work of the process. */
const ENDED_ROWS_AT_ONCE = 200;

/** Yields all rows of a job whose rows have ended, in the order of the sheet, some at a time. */
export async function* endedRows(db: Database, jobId: string): AsyncGenerator<EndedRow[]> {
  let after = 0;
  for (;;) {
    const records = await db.jobRow.findMany({
      where: { jobId, rowNumber: { gt: after } },
      orderBy: { rowNumber: 'asc' },
      take: ENDED_ROWS_AT_ONCE,
    });
    yield records.map(endedRow);
    const last = records.at(-1);
    if (!last || records.length < ENDED_ROWS_AT_ONCE) return;
    after = last.rowNumber;
  }
}

const endedRow = (row: JobRowRecord): EndedRow => ({
  rowNumber: row.rowNumber,
  source: row.source as Record<string, string>,
  data: row.data as RowData | null,
  outcome: row.outcome as RowOutcome,
  charged: row.charged,
  sameAsRow: row.sameAsRow,
  message: storedMessage(row.message),
  portalReference: row.portalReference,
  attempts: row.attempts,
  processedAt: row.processedAt,
  documents: (row.documents ?? []) as EndedRow['documents'],
  values: (row.values ?? {}) as EndedRow['values'],
  sheets: (row.sheets ?? {}) as EndedRow['sheets'],
});

export type RowRef = { jobId: string; rowNumber: number };

/** A filed row with its job, as it is read back later. */
export type FiledRow = {
  job: { id: string; userId: string; uploadId: string; serviceId: string; isPractice: boolean };
  row: { rowNumber: number; data: RowData; naturalKey: string | null; groupRow: number | null };
};

/** Returns a filed row; null once its job or its data have been deleted. */
export async function filedRow(db: Database, { jobId, rowNumber }: RowRef): Promise<FiledRow | null> {
  const job = await db.job.findUnique({ where: { id: jobId } });
  const row = await db.jobRow.findUnique({ where: { jobId_rowNumber: { jobId, rowNumber } } });
  return job && row && { job, row: { ...row, data: row.data as RowData } };
}

/** A row whose file can still be read. */
export type RowWithFile = {
  job: { id: string; userId: string; rowsTotal: number; uploadId: string; isPractice: boolean };
  rowNumber: number;
  data: RowData;
};

/** Returns a row of a service whose rows are files; undefined once its file or its results have been deleted. */
export async function rowWithFile(
  db: Database,
  { jobId, rowNumber }: RowRef,
): Promise<RowWithFile | undefined> {
  const row = await db.jobRow.findUnique({
    where: { jobId_rowNumber: { jobId, rowNumber } },
    include: { job: { include: { upload: true } } },
  });
  if (!row?.data || row.job.filesDeletedAt || !isKept(row.job.upload)) return undefined;
  return { job: row.job, rowNumber, data: row.data as RowData };
}
