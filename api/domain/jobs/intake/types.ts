/** The result of reading an upload: rows with their problems, for the preview and for the job. */
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import type { SheetEdit } from '#contracts/jobs/sheet-edits.ts';
import type { CellProblem, RowData } from '#services/contract.ts';

/** A file on the local disk, which exists only during the operation that received or fetched it. `sha256` is in hex. */
export type UploadedFile = { name: string; path: string; sizeBytes: number; sha256: string };

export type IntakeRow = {
  /** The first line of data is row 1; the heading and blank lines are not counted. */
  rowNumber: number;
  /** Cells by their heading in the file, as read. */
  source: Record<string, string>;
  /** Null if the row has a problem; such a row is never sent. */
  data: RowData | null;
  naturalKey: string | null;
  /** First row of the filing that this row belongs to; null for a row that is filed separately. */
  groupRow: number | null;
  /** Equal row that is worked and charged for this one too; null for a row that is worked itself. */
  sameAsRow: number | null;
  /** The customer has corrected a cell of it since the file was uploaded. */
  isEdited?: boolean;
};

/** A problem of a row; row 0 is the upload as a whole. */
export type RowProblem = CellProblem & { row: number };

/** `byHand`: the customer chose the heading, which is none of the column's names. */
export type IntakeColumn = { name: string; header: string | null; required: boolean; byHand: boolean };

/** Headings that a customer has chosen for columns: `given` with the sheet, or `remembered` from an earlier one. */
export type ChosenHeadings = { given: ColumnMapping; remembered: ColumnMapping };

/** What a customer has decided about a sheet before it is read (again). */
export type ReadingChoices = {
  chosen?: ChosenHeadings;
  /** Corrections of the cells since the sheet was uploaded. */
  edits?: readonly SheetEdit[];
  /** When the customer saw it checked; missing dates are filled in as of that moment. Absent or null means now. */
  checkedAt?: Date | null | undefined;
};

export type Intake = {
  headers: string[];
  columns: IntakeColumn[];
  unknownHeaders: string[];
  rows: IntakeRow[];
  /** At least one problem for every row without data, one for each invalid cell. */
  problems: RowProblem[];
  warnings: RowProblem[];
  /** How many of the rows are hidden in the workbook. */
  hiddenRows: number;
  /** PDFs of a ZIP file that need a password; each is a row with a problem. */
  lockedFiles: string[];
};
