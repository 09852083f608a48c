/** What the result files of a job are written from. */
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import type { RowData } from '#services/contract.ts';
import type { OutputValues } from '#services/runner.ts';

export type ResultRow = {
  rowNumber: number;
  /** Cells by the heading in the customer's file, as they were read. */
  source: Record<string, string>;
  /** Null for a row that was never sent. */
  data: RowData | null;
  outcome: RowOutcome;
  message: string;
  portalReference: string | null;
  attempts: number;
  processedAt: Date | null;
  documents: readonly { name: string }[];
  values: OutputValues;
  sheets: Record<string, OutputValues[]>;
};

/** A column of the customer's that the result repeats; `header` is its heading in the file. */
export type KeyColumn = { name: string; header: string | null };

export type JobResult = {
  jobId: string;
  serviceId: string;
  serviceName: string;
  fileName: string;
  keyColumns: readonly KeyColumn[];
  /** The service's own columns, in their order. */
  outputColumns: readonly string[];
  /** Further sheets and their columns. */
  outputSheets: Record<string, readonly string[]>;
  rows: readonly ResultRow[];
  creditsCharged: number;
  creditsReturned: number;
};
