/** Writes CSV results: all rows with their outcomes, and the failed rows in a form that can be uploaded again. */
import Papa from 'papaparse';
import { failureColumns, guardCell } from '#api/domain/jobs/intake/cells.ts';
import { doneOutcomes } from '#contracts/jobs/row-outcomes.ts';
import { resultCells, resultHeadings, type TableCell } from './table.ts';
import type { JobResult, ResultRow } from './types.ts';

/** Without the schemas of jobs, which the thread of tables would load for this alone. */
const succeeded: ReadonlySet<string> = new Set(doneOutcomes);

/** Returns the bytes of the CSV with all rows of the job. */
export function writeResultCsv(job: JobResult): Uint8Array {
  return csvBytes(
    resultHeadings(job),
    job.rows.map((row) => resultCells(job, row)),
  );
}

/** `headers` are the customer's own, in their order. Returns null if every row succeeded. */
export function writeFailedRowsCsv(
  headers: readonly string[],
  rows: readonly ResultRow[],
): Uint8Array | null {
  const failed = rows.filter(({ outcome }) => !succeeded.has(outcome));
  if (failed.length === 0) return null;
  return csvBytes(
    [...headers.map(guardCell), ...failureColumns],
    failed.map(({ source, outcome, message }) => [
      ...headers.map((header) => guardCell(source[header] ?? '')),
      outcome,
      guardCell(message),
    ]),
  );
}

/** Adds a byte order mark, without which Excel does not read Bangla correctly. */
function csvBytes(fields: string[], data: TableCell[][]): Uint8Array {
  return Buffer.from(`\uFEFF${Papa.unparse({ fields, data }, { newline: '\r\n' })}\r\n`);
}
