/** What the worker reads of a job while it processes and ends it. */
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import type { Database } from '#prisma/client.ts';
import type { RowCounts } from '#workflows/messages.ts';

/** Returns how many rows the job has, and how many of them have ended. */
export async function rowCountsOf(db: Database, jobId: string): Promise<RowCounts> {
  const job = await db.job.findUniqueOrThrow({ where: { id: jobId } });
  return { total: job.rowsTotal, done: job.rowsDone, succeeded: job.rowsSucceeded, failed: job.rowsFailed };
}

export type JobOutline = { serviceId: string; portal: string | null; rowsTotal: number };

/** Returns what a job runs on, and its number of rows, which decides whether it gets result tables. */
export function jobOutline(db: Database, jobId: string): Promise<JobOutline> {
  const select = { serviceId: true, portal: true, rowsTotal: true };
  return db.job.findUniqueOrThrow({ where: { id: jobId }, select });
}

/** A job as its result tables describe it. */
export type ResultJob = {
  id: string;
  serviceId: string;
  uploadId: string;
  bankKey: string | null;
  fileName: string;
  /** Headings of the customer's sheet, in its order; empty for services whose rows are files. */
  headers: string[];
  /** Headings that the customer chose for columns, by column. */
  columns: ColumnMapping;
  rowsTotal: number;
  /** Price of a row in hundredths of a credit. */
  costPerRow: number;
  /** Nothing was reserved for any of its runs: administrators pay nothing, and practice costs nothing. */
  isFree: boolean;
  isPractice: boolean;
};

/** Returns the job's data for its result tables. */
export async function resultJob(db: Database, jobId: string): Promise<ResultJob> {
  const job = await db.job.findUniqueOrThrow({ where: { id: jobId } });
  const { id, serviceId, uploadId, bankKey, fileName, rowsTotal, costPerRow, isPractice } = job;
  const headers = (job.headers ?? []) as string[];
  const isFree = job.reservedAmount === 0n;
  const columns = (job.columns ?? {}) as ColumnMapping;
  const named = { id, serviceId, uploadId, bankKey, fileName };
  return { ...named, headers, columns, rowsTotal, costPerRow, isFree, isPractice };
}
