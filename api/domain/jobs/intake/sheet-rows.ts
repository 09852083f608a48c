/** Checks every row of a sheet against the service's columns. */
import { setImmediate } from 'node:timers/promises';
import { comparableKey } from '#api/domain/jobs/filings/intent-keys.ts';
import { limits } from '#contracts/limits.ts';
import { messageOfIssue } from '#contracts/messages/cell-issue.ts';
import type { Message } from '#contracts/messages/message.ts';
import { sheetMessages } from '#contracts/jobs/sheet-messages.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import type { CellProblem, ServiceDefinition, Column, RowData, SheetInput } from '#services/contract.ts';
import { doubtsOfTexts, lostValue } from './cell-doubts.ts';
import { cleanCell } from './cells.ts';
import { dateOrdersOf, isExchangeable, type DateOrders } from './date-orders.ts';
import { decimalCommasOf, mayHaveDecimals, mayHaveThousands, type DecimalCommas } from './decimal-commas.ts';
import type { DocumentCheck } from './documents.ts';
import { withEdits } from './edits.ts';
import { formGroups, type CheckedRow } from './groups.ts';
import { readHeadings, sampleLinesMax, type Headings } from './headings.ts';
import type { Lines } from './sheet-reader.ts';
import { warningsOfSheet, wholeRow } from './sheet-warnings.ts';
import type { Intake, RowProblem, ReadingChoices } from './types.ts';
import { unreadable } from './unreadable.ts';

/** Number of rows checked before yielding to the event loop. */
const ROWS_PER_TURN = 500;

/** Maximum number of different texts of a column whose results are remembered while a sheet is checked. */
const TEXTS_REMEMBERED_MAX = 1_000;

type RowContext = {
  input: SheetInput;
  documents: DocumentCheck;
  headings: Headings;
  headingWidth: number;
  today: Date;
  filledInAt: Date;
  dateOrders: DateOrders;
  /** Positions of the rows with a date that is not a text, by the index of the column. */
  calendarDates: ReadonlyMap<number, ReadonlySet<number>>;
  /** Whether the lines are those of the upload, of which more is known than their texts. */
  isUpload: boolean;
  /** Whether the workbook counts days from 1904. */
  is1904: boolean;
  decimalCommas: DecimalCommas;
  /** Results by column and text: most columns of a long sheet repeat a few texts. */
  known: Map<Column, Map<string, CellResult>>;
};

type CellResult = { value: string | null } | { problem: Message; hint?: Message };

/**
 * Checks the rows below the heading, which is the first line. An invalid row has null data and at least one problem.
 * Throws FILE_UNREADABLE if there are no rows or the headings do not match the service.
 */
export async function checkRows(
  { lines, headingWidth, ...notes }: Lines,
  /** `rowNumbers`: the numbers of the rows below the heading, if they are only some of a sheet's rows. */
  given: {
    input: SheetInput;
    effect: ServiceDefinition['effect'];
    documents: DocumentCheck;
    rowNumbers?: readonly number[];
    /** The sheet's rows before their correction, if the lines are only some of them. */
    uploadedLines?: readonly string[][];
  } & ReadingChoices,
  today: Date,
): Promise<Intake> {
  const { input, effect, documents, rowNumbers, chosen, edits = [], checkedAt } = given;
  const [headingLine = [], ...rowLines] = lines;
  if (rowLines.length === 0) throw unreadable(uploadMessages.noRows());
  const headings = readHeadings(input.columns, {
    line: headingLine,
    usedColumns: usedColumns(rowLines, headingWidth),
    sample: rowLines.slice(0, sampleLinesMax),
    chosen,
  });
  const context: RowContext = {
    input,
    documents,
    headings,
    headingWidth,
    today,
    filledInAt: checkedAt ?? today,
    dateOrders: dateOrdersOf(given.uploadedLines ?? rowLines, headings, notes.dates),
    calendarDates: new Map([...notes.dates].map(([index, rows]) => [index, new Set(rows)])),
    isUpload: given.uploadedLines === undefined,
    is1904: notes.is1904,
    decimalCommas: decimalCommasOf(given.uploadedLines ?? rowLines, headings, notes.delimiter),
    known: new Map(),
  };
  const corrected = withEdits(rowLines, headings.kept, edits);
  const checked = await checkLines(corrected, context, rowNumbers);
  const repeated = input.groupBy ? [] : markRepeated(checked, effect);
  refuseShared(checked, input);
  formGroups(checked, input, today);
  const { dateOrders } = context;
  const sheet = { notes, headings, dateOrders, uploaded: rowLines, corrected: corrected.lines, checked };
  return {
    headers: headings.kept.map(({ text }) => text),
    columns: headings.columns,
    unknownHeaders: headings.unknownHeaders,
    lockedFiles: [],
    hiddenRows: notes.hidden.length,
    rows: checked.map(({ row }) => row),
    problems: checked.flatMap(({ problems }) => problems),
    warnings: [
      // What concerns the whole sheet comes first, because only the first warnings are shown.
      ...warningsOfSheet(sheet),
      ...[
        ...repeated,
        ...checked.flatMap(({ row }) => doubtsOf(row, { input, headings }, today)),
        ...documents.unmatched(),
      ].sort((a, b) => a.row - b.row),
    ],
  };
}

/** Checks one line after another, and yields to the event loop in between. `edited` holds positions from 1. */
async function checkLines(
  { lines, edited }: ReturnType<typeof withEdits>,
  context: RowContext,
  rowNumbers: readonly number[] | undefined,
): Promise<CheckedRow[]> {
  const checked: CheckedRow[] = [];
  for (const [index, cells] of lines.entries()) {
    const position = index + 1;
    const editedCells = edited.get(position);
    const line = { rowNumber: rowNumbers?.[index] ?? position, position, cells, editedCells };
    const row = checkRow(line, context);
    if (editedCells) row.row.isEdited = true;
    checked.push(row);
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await setImmediate();
  }
  return checked;
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

type Line = {
  rowNumber: number;
  position: number;
  cells: readonly string[];
  /** Indexes of the corrected cells. */
  editedCells: ReadonlySet<number> | undefined;
};

function checkRow({ rowNumber, position, cells, editedCells }: Line, context: RowContext): CheckedRow {
  const { headings, headingWidth, input, documents, today, filledInAt } = context;
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
    const isAsUploaded = context.isUpload && index !== undefined && !editedCells?.has(index);
    const uncertain = isAsUploaded ? uncertainCell({ column, index, text, position }, context) : null;
    const result = uncertain ?? knownCell(column, text, context);
    if ('problem' in result) {
      const { problem, hint = column.hint } = result;
      problems.push({ row: rowNumber, column: column.name, problem, hint });
    } else if (result.value !== null) data[column.name] = result.value;
  }
  const invalid = { rowNumber, source, data: null, naturalKey: null, groupRow: null, sameAsRow: null };
  if (problems.length > 0) {
    documents.noteNames(data);
    return { row: invalid, problems, parsed: data };
  }
  const complete = input.complete?.(data, filledInAt) ?? data;
  const found = [
    ...otherCurrencies(texts, complete, headings),
    ...brokenAmounts(complete, headings),
    ...(input.check?.(complete, today) ?? []),
    ...documents.problemsOf(complete),
  ];
  problems.push(...found.map((problem) => ({ row: rowNumber, ...problem })));
  if (problems.length > 0) return { row: invalid, problems, parsed: complete };
  const naturalKey = input.naturalKey(complete);
  return {
    row: { rowNumber, source, data: complete, naturalKey, groupRow: null, sameAsRow: null },
    problems,
    parsed: complete,
  };
}

/** Returns a problem of each amount that is shown with another currency than that of its row. */
function otherCurrencies(
  texts: readonly string[],
  { currency }: RowData,
  { matched }: Headings,
): CellProblem[] {
  if (currency === undefined) return [];
  return matched.flatMap(({ column, index }) => {
    const shown = column.shownCurrency?.((texts[index] ?? '').trim());
    if (!shown || shown.codes.includes(currency)) return [];
    const problem = sheetMessages.otherCurrency({ mark: shown.mark, currency });
    return [{ column: column.name, problem, hint: sheetMessages.otherCurrencyHint() }];
  });
}

/** Returns a problem of each amount with decimals in a currency that has none. */
function brokenAmounts(row: RowData, { matched }: Headings): CellProblem[] {
  const { currency } = row;
  if (currency === undefined) return [];
  const problem = sheetMessages.wholeAmounts({ currency });
  const hint = sheetMessages.wholeAmountsHint();
  return matched
    .filter(({ column }) => column.wholeIn?.includes(currency) && /\.\d*[1-9]/.test(row[column.name] ?? ''))
    .map(({ column }) => ({ column: column.name, problem, hint }));
}

function doubtsOf(
  { rowNumber, data }: CheckedRow['row'],
  { input, headings }: { input: SheetInput; headings: Headings },
  today: Date,
): RowProblem[] {
  if (data === null) return [];
  const doubts = [...doubtsOfTexts(data, headings), ...(input.warn?.(data, today) ?? [])];
  return doubts.map((doubt) => ({ row: rowNumber, ...doubt }));
}

/** Returns why a cell is not certain, as long as nobody has corrected it; the same text in a correction is certain. */
function uncertainCell(
  cell: { column: Column; index: number; text: string; position: number },
  { dateOrders, decimalCommas, calendarDates }: RowContext,
): CellResult | null {
  const { column, index, text, position } = cell;
  if (decimalCommas.points.has(column) && mayHaveThousands(text)) return commaOrPoint();
  // Dates that a workbook does not hold as texts, but as days of the calendar.
  if (!calendarDates.get(index)?.has(position)) return null;
  if (!column.dateOrder) return { problem: sheetMessages.turnedIntoDate(), hint: sheetMessages.typeAsText() };
  if (!dateOrders.exchanged.has(column) || !isExchangeable(text)) return null;
  return { problem: sheetMessages.exchangedDate(), hint: sheetMessages.nameMonth() };
}

const commaOrPoint = (): CellResult => ({
  problem: sheetMessages.commaOrPoint(),
  hint: sheetMessages.writePoint(),
});

/** Checks equal texts of a column only once, unless the column has too many different ones to remember. */
function knownCell(column: Column, text: string, context: RowContext): CellResult {
  const { known } = context;
  const ofColumn = known.get(column) ?? new Map<string, CellResult>();
  known.set(column, ofColumn);
  const result = ofColumn.get(text) ?? checkCell(column, text, context);
  if (ofColumn.size < TEXTS_REMEMBERED_MAX) ofColumn.set(text, result);
  return result;
}

function checkCell(column: Column, text: string, context: RowContext): CellResult {
  const { dateOrders, is1904, decimalCommas } = context;
  // Reported as its own problem, so the schema need not process it.
  if (text.length > limits.cellCharactersMax) return { value: null };
  if (text === '') return column.required ? { problem: sheetMessages.emptyCell() } : { value: null };
  const lost = lostValue(text);
  if (lost) return lost;
  const order = column.dateOrder?.(text);
  if (order === 'either' && dateOrders.monthFirst.has(column))
    return { problem: sheetMessages.monthFirst(), hint: sheetMessages.writeMonth() };
  if (order === 'day number' && is1904)
    return { problem: sheetMessages.dayNumberOf1904(), hint: sheetMessages.writeMonth() };
  if (decimalCommas.commas.has(column) && mayHaveDecimals(text)) return commaOrPoint();
  const parsed = column.schema.safeParse(text);
  return parsed.success
    ? { value: parsed.data }
    : { problem: messageOfIssue(parsed.error) ?? sheetMessages.invalidCell() };
}

function longCells(row: number, texts: readonly string[], headings: Headings): RowProblem[] {
  const most = limits.cellCharactersMax.toLocaleString('en');
  return headings.kept
    .filter(({ index }) => (texts[index]?.length ?? 0) > limits.cellCharactersMax)
    .map(({ text, index }) => ({
      row,
      column: columnNameAt(headings, index) ?? text,
      problem: sheetMessages.cellTooLong({ most }),
      hint: sheetMessages.shortenCell(),
    }));
}

/** An unquoted text that contains the delimiter shifts all cells behind it to the right. */
function slippedCells(row: number, texts: readonly string[], headingWidth: number): RowProblem[] {
  const index = texts.findIndex((text, place) => place >= headingWidth && text.trim() !== '');
  if (index === -1) return [];
  const hint = sheetMessages.quoteCommas();
  return [{ row, column: `Column ${index + 1}`, problem: sheetMessages.noHeading(), hint }];
}

function columnNameAt(headings: Headings, index: number): string | undefined {
  return headings.matched.find((matched) => matched.index === index)?.column.name;
}

/**
 * An equal look-up is performed and charged once and only causes a warning. An equal filing would be a duplicate and is
 * refused.
 */
function markRepeated(checked: readonly CheckedRow[], effect: ServiceDefinition['effect']): RowProblem[] {
  const firstRows = new Map<string, number>();
  const warnings: RowProblem[] = [];
  for (const { row, problems } of checked) {
    if (row.naturalKey === null) continue;
    const key = effect === 'read' ? row.naturalKey : comparableKey(row.naturalKey);
    const first = firstRows.get(key);
    if (first === undefined) firstRows.set(key, row.rowNumber);
    else if (effect === 'read') {
      row.sameAsRow = first;
      const hint = sheetMessages.sameAnswer();
      warnings.push({
        row: row.rowNumber,
        column: wholeRow,
        problem: sheetMessages.sameAsRow({ row: first }),
        hint,
      });
    } else {
      const hint = sheetMessages.removeOneRow();
      problems.push({
        row: row.rowNumber,
        column: wholeRow,
        problem: sheetMessages.duplicateRow({ row: first }),
        hint,
      });
      row.data = null;
      row.naturalKey = null;
    }
  }
  return warnings;
}

/**
 * Refuses rows that repeat a value which must be unique within a sheet, such as an invoice of a scheme. Does nothing
 * for services whose rows are distinguished by their natural key alone.
 */
function refuseShared(checked: readonly CheckedRow[], { uniqueBy }: SheetInput): void {
  if (!uniqueBy) return;
  const firstRows = new Map<string, number>();
  for (const { row, problems } of checked) {
    if (row.data === null) continue;
    for (const [column, key] of Object.entries(uniqueBy(row.data))) {
      const first = firstRows.get(`${column}:${key}`);
      if (first === undefined) {
        firstRows.set(`${column}:${key}`, row.rowNumber);
        continue;
      }
      const hint = sheetMessages.correctOneRow();
      problems.push({
        row: row.rowNumber,
        column,
        problem: sheetMessages.sharedWithRow({ row: first }),
        hint,
      });
      row.data = null;
      row.naturalKey = null;
    }
  }
}
