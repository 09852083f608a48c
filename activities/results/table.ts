/** Converts a job's result to a table with the same columns in the workbook and the CSV (portals.md 1.2). */
import { DHAKA_OFFSET_MS } from '#contracts/durations.ts';
import { guardCell } from '#api/domain/jobs/intake/cells.ts';
import type { JobResult, KeyColumn, ResultRow } from './types.ts';

export type TableCell = string | number | null;

/** Text in every row and in the summary of a practice run. */
export const practiceNote = 'PRACTICE: nothing was filed on a real portal';

/**
 * Returns the headings of the result table, in the order of `resultCells`. No two are the same, because formulas and
 * programs find a column by its heading: a value of the portal gives way to a column of the sheet or of every service.
 */
export function resultHeadings({ keyColumns, outputColumns, isPractice }: JobResult): string[] {
  const taken = [
    'row_no',
    ...(isPractice ? ['practice'] : []),
    ...keyColumns.map(({ name }) => name),
    'status',
    'portal_reference',
    'message',
    'attempts',
    'processed_at',
    'document_file',
  ];
  return [...taken, ...outputColumns.map((name) => (taken.includes(name) ? `portal_${name}` : name))];
}

/**
 * Returns one row of the result table. Times are in Dhaka's time; text that a spreadsheet would execute is guarded.
 */
export function resultCells(
  { keyColumns, outputColumns, isPractice }: JobResult,
  row: ResultRow,
): TableCell[] {
  const cells = [
    row.rowNumber,
    ...(isPractice ? [practiceNote] : []),
    ...keyColumns.map((column) => keyCell(column, row)),
    row.outcome,
    row.portalReference,
    row.message,
    row.attempts,
    row.processedAt && dhakaTime(row.processedAt),
    row.documents.map(({ name }) => name).join('; '),
    ...outputColumns.map((name) => row.values[name] ?? null),
  ];
  return cells.map(guardedCell);
}

/** Builds one of the additional sheets: values of which a row returned several, each with its row. */
export function sheetTable(
  { rows }: JobResult,
  sheet: string,
  columns: readonly string[],
): { headings: string[]; lines: TableCell[][] } {
  const lines = rows.flatMap((row) =>
    (row.sheets[sheet] ?? []).map((line) => [
      row.rowNumber,
      ...columns.map((name) => guardedCell(line[name] ?? null)),
    ]),
  );
  return { headings: ['row_no', ...columns], lines };
}

function guardedCell(cell: TableCell): TableCell {
  return typeof cell === 'string' ? guardCell(cell) : cell;
}

/** A row that failed validation has no canonical text, so its cells are repeated as uploaded. */
function keyCell({ name, header }: KeyColumn, { data, source }: ResultRow): string {
  return data?.[name] ?? (header === null ? '' : (source[header] ?? ''));
}

function dhakaTime(moment: Date): string {
  return `${new Date(moment.getTime() + DHAKA_OFFSET_MS).toISOString().slice(0, 19)}+06:00`;
}
