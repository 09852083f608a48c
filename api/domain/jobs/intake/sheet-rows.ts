/** Checks every row of a sheet against the service's columns. */
import { setImmediate } from 'node:timers/promises';
import { limits } from '#contracts/limits.ts';
import { messageOfIssue } from '#contracts/messages/cell-issue.ts';
import type { Message } from '#contracts/messages/message.ts';
import { say } from '#contracts/say.ts';
import type { ServiceDefinition, Column, RowData, SheetInput } from '#services/contract.ts';
import { cleanCell } from './cells.ts';
import type { DocumentCheck } from './documents.ts';
import { formGroups, type CheckedRow } from './groups.ts';
import { readHeadings, type Headings } from './headings.ts';
import { refuseShared } from './shared-cells.ts';
import type { Lines } from './sheet-reader.ts';
import type { Intake, RowProblem } from './types.ts';
import { unreadable } from './unreadable.ts';

/** Number of rows checked before yielding to the event loop. */
const ROWS_PER_TURN = 500;

/** Column name under which problems of a whole row are shown. */
const wholeRow = 'Row';

type RowContext = {
  input: SheetInput;
  documents: DocumentCheck;
  headings: Headings;
  headingWidth: number;
  today: Date;
};

export async function checkRows(
  { lines, headingWidth, rounded }: Lines,
  /** `rowNumbers`: the numbers of the rows below the heading, if they are only some of a sheet's rows. */
  given: {
    input: SheetInput;
    effect: ServiceDefinition['effect'];
    documents: DocumentCheck;
    rowNumbers?: readonly number[];
  },
  today: Date,
): Promise<Intake> {
  const { input, effect, documents, rowNumbers } = given;
  const [headingLine = [], ...rowLines] = lines;
  if (rowLines.length === 0) throw unreadable(say('The sheet has no rows below its headings.'));
  const headings = readHeadings(input.columns, headingLine, usedColumns(rowLines, headingWidth));
  const context: RowContext = { input, documents, headings, headingWidth, today };
  const checked: CheckedRow[] = [];
  for (const [index, cells] of rowLines.entries()) {
    checked.push(checkRow(rowNumbers?.[index] ?? index + 1, cells, context));
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await setImmediate();
  }
  const repeated = input.groupBy ? [] : markRepeated(checked, effect);
  refuseShared(checked, input);
  formGroups(checked, input, today);
  return {
    headers: headings.kept.map(({ text }) => text),
    columns: headings.columns,
    unknownHeaders: headings.unknownHeaders,
    lockedFiles: [],
    rows: checked.map(({ row }) => row),
    problems: checked.flatMap(({ problems }) => problems),
    warnings: [
      ...roundedWarnings(rounded, headings),
      ...repeated,
      ...checked.flatMap(({ row }) => doubtsOf(row, input, today)),
      ...documents.unmatched(),
    ].sort((a, b) => a.row - b.row),
  };
}

function usedColumns(rowLines: readonly string[][], headingWidth: number): Set<number> {
  const used = new Set<number>();
  for (const cells of rowLines) {
    cells.forEach((cell, index) => {
      if (index < headingWidth && cell.trim() !== '') used.add(index);
    });
  }
  return used;
}

function checkRow(rowNumber: number, cells: readonly string[], context: RowContext): CheckedRow {
  const { headings, headingWidth, input, documents, today } = context;
  const texts = cells.map(cleanCell);
  const problems = [
    ...longCells(rowNumber, texts, headings),
    ...slippedCells(rowNumber, texts, headingWidth),
  ];
  const source = Object.fromEntries(
    headings.kept.map(({ text, index }) => [text, (texts[index] ?? '').slice(0, limits.cellCharactersMax)]),
  );
  const data: RowData = {};
  const indexes = new Map(headings.matched.map(({ column, index }) => [column, index]));
  for (const column of input.columns) {
    const index = indexes.get(column);
    const text = index === undefined ? '' : (texts[index] ?? '').trim();
    const result = checkCell(column, text);
    if ('problem' in result)
      problems.push({ row: rowNumber, column: column.name, problem: result.problem, hint: column.hint });
    else if (result.value !== null) data[column.name] = result.value;
  }
  const invalid = { rowNumber, source, data: null, naturalKey: null, groupRow: null };
  if (problems.length > 0) return { row: invalid, problems, parsed: data };
  const complete = input.complete?.(data, today) ?? data;
  const found = [...(input.check?.(complete, today) ?? []), ...documents.problemsOf(complete)];
  problems.push(...found.map((problem) => ({ row: rowNumber, ...problem })));
  if (problems.length > 0) return { row: invalid, problems, parsed: complete };
  const naturalKey = input.naturalKey(complete);
  return {
    row: { rowNumber, source, data: complete, naturalKey, groupRow: null },
    problems,
    parsed: complete,
  };
}

function doubtsOf({ rowNumber, data }: CheckedRow['row'], input: SheetInput, today: Date): RowProblem[] {
  if (data === null) return [];
  return (input.warn?.(data, today) ?? []).map((doubt) => ({ row: rowNumber, ...doubt }));
}

function checkCell(column: Column, text: string): { value: string | null } | { problem: Message } {
  // Reported as its own problem, so the schema need not process it.
  if (text.length > limits.cellCharactersMax) return { value: null };
  if (text === '') return column.required ? { problem: say('This cell is empty.') } : { value: null };
  const parsed = column.schema.safeParse(text);
  return parsed.success
    ? { value: parsed.data }
    : { problem: messageOfIssue(parsed.error) ?? say('This cell is not valid.') };
}

function longCells(row: number, texts: readonly string[], headings: Headings): RowProblem[] {
  const most = limits.cellCharactersMax.toLocaleString('en');
  return headings.kept
    .filter(({ index }) => (texts[index]?.length ?? 0) > limits.cellCharactersMax)
    .map(({ text, index }) => ({
      row,
      column: columnNameAt(headings, index) ?? text,
      problem: say('This cell has more than {#most} characters.', { most }),
      hint: say('Shorten it. A quotation mark that is not closed also makes one cell of many.'),
    }));
}

/** An unquoted text that contains the delimiter shifts all cells behind it to the right. */
function slippedCells(row: number, texts: readonly string[], headingWidth: number): RowProblem[] {
  const index = texts.findIndex((text, place) => place >= headingWidth && text.trim() !== '');
  if (index === -1) return [];
  const hint = say('A text with a comma in it must stand in double quotes: "Dhaka, Bangladesh".');
  return [{ row, column: `Column ${index + 1}`, problem: say('This cell has no heading above it.'), hint }];
}

function columnNameAt(headings: Headings, index: number): string | undefined {
  return headings.matched.find((matched) => matched.index === index)?.column.name;
}

/**
 * An equal look-up is performed once and only causes a warning. An equal filing would be a duplicate and is refused.
 */
function markRepeated(checked: readonly CheckedRow[], effect: ServiceDefinition['effect']): RowProblem[] {
  const firstRows = new Map<string, number>();
  const warnings: RowProblem[] = [];
  for (const { row, problems } of checked) {
    if (row.naturalKey === null) continue;
    const first = firstRows.get(row.naturalKey);
    if (first === undefined) firstRows.set(row.naturalKey, row.rowNumber);
    else if (effect === 'read') {
      const hint = say('It gets the answer of that row.');
      warnings.push({
        row: row.rowNumber,
        column: wholeRow,
        problem: say('Same as row {#row}', { row: first }),
        hint,
      });
    } else {
      const hint = say('Remove one of the two rows.');
      problems.push({
        row: row.rowNumber,
        column: wholeRow,
        problem: say('Duplicate of row {#row}.', { row: first }),
        hint,
      });
      row.data = null;
      row.naturalKey = null;
    }
  }
  return warnings;
}

function roundedWarnings(rounded: Lines['rounded'], headings: Headings): RowProblem[] {
  return rounded.flatMap(({ line, column }) => {
    const name = columnNameAt(headings, column);
    if (name === undefined) return [];
    const hint = say('Format the column as Text in Excel and type the number again.');
    return [
      {
        row: line,
        column: name,
        problem: say('Excel keeps only 15 digits of a number: the last ones may be wrong.'),
        hint,
      },
    ];
  });
}
