/** Input and result of the workflow that detects the tables of a PDF and exports them again. */
import type { DrawnArea, TablesExport, TablesLayout } from '#contracts/jobs/pdf-tables.ts';

/** Pages, pictures and grids are stored in the file store and never in the workflow history. */
export type PdfTablesTask =
  | { kind: 'pages' }
  | { kind: 'picture'; page: number }
  | { kind: 'area'; area: DrawnArea }
  /** The tables that the stored layout exports. The digest only distinguishes layouts. */
  | { kind: 'tables'; digest: string }
  | { kind: 'export'; layout: TablesLayout; digest: string };

export type PdfTablesInput = { userId: string; jobId: string; rowNumber: number; task: PdfTablesTask };

export type PdfTablesEnd =
  | { end: 'done' }
  | { end: 'exported'; digest: string; exported: TablesExport }
  /** The task cannot be done, and retrying does not help. */
  | {
      end: 'refused';
      code: 'FILE_UNREADABLE' | 'TABLES_LEFT_OUT' | 'UPLOAD_EXPIRED' | 'NOT_FOUND';
      digest?: string;
    };
