/** The part of a preview that depends on the file alone. */
import type { Preview, RowProblem as RowProblemView } from '#contracts/calls/jobs/jobs-answers.ts';
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
  | 'hiddenRows'
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
  const { columns, unknownHeaders, rows, problems, warnings, lockedFiles, hiddenRows } = intake;
  const invalidRows = rows.filter((row) => row.data === null).length;
  const billableRows = billableOf(rows).length;
  return {
    columns,
    unknownHeaders,
    rows: shownRows(intake).map((row) => previewRow(intake, row)),
    problems: withSameValues(intake),
    problemsTruncated: problems.length > limits.previewProblemsMax,
    warnings: warnings.slice(0, limits.previewProblemsMax).map(problemView),
    lockedFiles: lockedFiles.slice(0, limits.previewProblemsMax),
    hiddenRows,
    totalRows: rows.length,
    billableRows,
    repeatedRows: rows.length - invalidRows - billableRows,
    invalidRows,
  };
}

/** Returns the first rows, and of the others those that have a problem or were corrected, up to a limit. */
function shownRows({ rows, problems }: Intake): IntakeRow[] {
  const wrong = new Set(problems.map(({ row }) => row));
  const further = rows
    .slice(limits.previewRows)
    .filter(({ rowNumber, isEdited }) => isEdited || wrong.has(rowNumber));
  return [...rows.slice(0, limits.previewRows), ...further.slice(0, limits.previewFurtherRows)];
}

/** Returns the first problems, each with the number of rows that have the same text in its column. */
function withSameValues({ rows, columns, problems }: Intake): PreviewOfFile['problems'] {
  const headers = new Map(columns.map(({ name, header }) => [name, header]));
  const counts = new Map<string, Map<string, number>>();
  const textIn = ({ source }: IntakeRow, heading: string) => (source[heading] ?? '').trim();
  const countsOf = (heading: string) => {
    const known = counts.get(heading) ?? new Map<string, number>();
    if (known.size === 0)
      for (const row of rows) known.set(textIn(row, heading), (known.get(textIn(row, heading)) ?? 0) + 1);
    counts.set(heading, known);
    return known;
  };
  const rowAt = new Map(rows.map((row) => [row.rowNumber, row]));
  return problems.slice(0, limits.previewProblemsMax).map((problem) => {
    const heading = headers.get(problem.column) ?? null;
    const row = rowAt.get(problem.row);
    const sameValue = heading !== null && row ? countsOf(heading).get(textIn(row, heading)) : undefined;
    return { ...problemView(problem), sameValue: sameValue ?? 1 };
  });
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
  { rowNumber, source, data, isEdited }: IntakeRow,
): Preview['rows'][number] {
  const names = new Map(columns.map(({ name, header }) => [header, name]));
  const cells = Object.fromEntries(
    headers.map((header) => [names.get(header) ?? header, source[header] ?? '']),
  );
  return { row: rowNumber, cells, valid: data !== null, edited: isEdited ?? false };
}
