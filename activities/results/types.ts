/** The data from which a job's result files are written. */
import type { EndedRow } from '#api/domain/jobs/row-records.ts';

/** A row whose message is rendered for the tables. */
export type ResultRow = Omit<EndedRow, 'message'> & {
  message: string;
  /** Names of files in the job's ZIP that belong to the row. */
  zipFiles: readonly string[];
};

/** A column of the customer's file that the result repeats; `header` is its heading there. */
export type KeyColumn = { name: string; header: string | null };

export type JobResult = {
  jobId: string;
  serviceId: string;
  serviceName: string;
  /** For a practice run, every row and the summary say that nothing was filed on a real portal. */
  isPractice: boolean;
  fileName: string;
  /** The English name of the claims' bank, if there are several banks. */
  bank?: string | undefined;
  keyColumns: readonly KeyColumn[];
  /** The service's own columns in order. */
  outputColumns: readonly string[];
  /** Additional sheets and their columns. */
  outputSheets: Record<string, readonly string[]>;
  rows: readonly ResultRow[];
  /** Files of the job's ZIP that belong to no row; null for services without a ZIP, and once the ZIP is deleted. */
  unmatchedFiles: readonly string[] | null;
  /** What combined.pdf lacks, for the summary. */
  missingFromCombined: readonly string[];
  creditsCharged: number;
  creditsReturned: number;
};
