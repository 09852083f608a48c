/** The part of a preview that depends on the file alone. */
import type { Preview, RowProblem as RowProblemView } from '#contracts/calls/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import { textOf } from '#contracts/messages/answers.ts';
import type { Intake, IntakeRow, RowProblem } from './types.ts';

type PreviewOfFile = Pick<
  Preview,
  | 'columns'
  | 'unknownHeaders'
  | 'rows'
  | 'problems'
  | 'problemsTruncated'
  | 'warnings'
  | 'lockedFiles'
  | 'totalRows'
  | 'billableRows'
  | 'repeatedRows'
  | 'invalidRows'
>;

/** Returns the rows that are worked and charged: the valid ones, without those that get the answer of another row. */
export const billableOf = (rows: readonly IntakeRow[]): IntakeRow[] =>
  rows.filter(({ data, sameAsRow }) => data !== null && sameAsRow === null);

/** Returns the first rows and problems, and counts of all of them. */
export function toPreview(intake: Intake): PreviewOfFile {
  const { columns, unknownHeaders, rows, problems, warnings, lockedFiles } = intake;
  const invalidRows = rows.filter((row) => row.data === null).length;
  const billableRows = billableOf(rows).length;
  return {
    columns,
    unknownHeaders,
    rows: rows.slice(0, limits.previewRows).map((row) => previewRow(intake, row)),
    problems: problems.slice(0, limits.previewProblemsMax).map(problemView),
    problemsTruncated: problems.length > limits.previewProblemsMax,
    warnings: warnings.slice(0, limits.previewProblemsMax).map(problemView),
    lockedFiles: lockedFiles.slice(0, limits.previewProblemsMax),
    totalRows: rows.length,
    billableRows,
    repeatedRows: rows.length - invalidRows - billableRows,
    invalidRows,
  };
}

/** Returns the texts in English, with the messages from which the client renders other languages. */
export const problemView = ({ row, column, problem, hint }: RowProblem): RowProblemView => ({
  row,
  column,
  ...textOf('problem', problem),
  ...textOf('hint', hint),
});

/** Names cells by their column, as problems do; a heading that matches no column is kept. */
function previewRow(
  { headers, columns }: Intake,
  { rowNumber, source, data }: IntakeRow,
): Preview['rows'][number] {
  const names = new Map(columns.map(({ name, header }) => [header, name]));
  const cells = Object.fromEntries(
    headers.map((header) => [names.get(header) ?? header, source[header] ?? '']),
  );
  return { row: rowNumber, cells, valid: data !== null };
}
