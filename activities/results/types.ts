/** The data from which a job's result files are written. */
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import type { RowData } from '#services/contract.ts';
import type { OutputValues } from '#services/runner.ts';

export type ResultRow = {
  rowNumber: number;
  /** Cells by their heading in the customer's file, as read. */
  source: Record<string, string>;
  /** Null for a row that was never processed. */
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

/** A column of the customer's file that the result repeats; `header` is its heading there. */
export type KeyColumn = { name: string; header: string | null };

export type JobResult = {
  jobId: string;
  serviceId: string;
  serviceName: string;
  fileName: string;
  keyColumns: readonly KeyColumn[];
  /** The service's own columns in order. */
  outputColumns: readonly string[];
  /** Additional sheets and their columns. */
  outputSheets: Record<string, readonly string[]>;
  rows: readonly ResultRow[];
  creditsCharged: number;
  creditsReturned: number;
};
