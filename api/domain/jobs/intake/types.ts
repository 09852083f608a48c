/** What reading an upload gives: rows with their problems, ready for the preview and for the job. */
import type { RowProblem } from '#contracts/calls/job-answers.ts';
import type { RowData } from '#services/contract.ts';

/** A file on this machine's disk, for as long as the work lasts that brought or fetched it. `sha256` is in hex. */
export type UploadedFile = { name: string; path: string; sizeBytes: number; sha256: string };

export type IntakeRow = {
  /** As a person counts: the heading is no row, the first line of data is row 1, blank lines do not count. */
  rowNumber: number;
  /** Cells by the heading in the file, as they were read. */
  source: Record<string, string>;
  /** Null when the row has a problem: it is never sent. */
  data: RowData | null;
  naturalKey: string | null;
  /** First row of the filing that this row belongs to; null for a row of its own. */
  groupRow: number | null;
};

export type IntakeColumn = { name: string; header: string | null; required: boolean };

export type Intake = {
  headers: string[];
  columns: IntakeColumn[];
  unknownHeaders: string[];
  rows: IntakeRow[];
  /** At least one for every row without data, one for each bad cell. */
  problems: RowProblem[];
  warnings: RowProblem[];
  /** PDFs of a ZIP file that do not open without a password; each is a row with a problem. */
  lockedFiles: string[];
};
