/** Warns before a start about what a sheet may say otherwise than its author means. */
import { sheetMessages } from '#contracts/jobs/sheet-messages.ts';
import type { Message } from '#contracts/messages/message.ts';
import type { Column, DateOrder } from '#services/contract.ts';
import { cleanCell } from './cells.ts';
import type { DateOrders } from './date-orders.ts';
import type { CheckedRow } from './groups.ts';
import type { Headings } from './headings.ts';
import type { Notes } from './line-collector.mjs';
import type { RowProblem } from './types.ts';

/** Column name under which problems of a whole row, or of the whole sheet, are shown. */
export const wholeRow = 'Row';

type ReadSheet = {
  notes: Notes;
  headings: Headings;
  dateOrders: DateOrders;
  /** The lines below the heading, as uploaded and with the corrections of their cells. */
  uploaded: readonly string[][];
  corrected: readonly string[][];
  checked: readonly CheckedRow[];
};

export function warningsOfSheet(sheet: ReadSheet): RowProblem[] {
  const { hidden, alikeSheets } = sheet.notes;
  return [
    ...hiddenRows(hidden),
    ...otherSheets(alikeSheets),
    ...readDates(sheet),
    ...hiddenDecimals(sheet),
    ...lostDigits(sheet),
  ];
}

const ofSheet = (problem: Message, hint: Message): RowProblem => ({
  row: 0,
  column: wholeRow,
  problem,
  hint,
});

function hiddenRows(hidden: Notes['hidden']): RowProblem[] {
  const [first] = hidden;
  if (first === undefined) return [];
  const problem =
    hidden.length === 1
      ? sheetMessages.hiddenRow({ first })
      : sheetMessages.hiddenRows({ rows: hidden.length, first });
  return [ofSheet(problem, sheetMessages.hiddenRowsHint())];
}

function otherSheets(names: readonly string[]): RowProblem[] {
  if (names.length === 0) return [];
  const problem = sheetMessages.alikeSheets({ sheets: names.join(', ') });
  return [ofSheet(problem, sheetMessages.alikeSheetsHint())];
}

const columnAt = ({ matched }: Headings, index: number): Column | undefined =>
  matched.find((each) => each.index === index)?.column;

const isAsUploaded = ({ uploaded, corrected }: ReadSheet, line: number, index: number): boolean =>
  uploaded[line - 1]?.[index] === corrected[line - 1]?.[index];

/** Columns of other kinds keep the number as it is written, and `doubtsOfTexts` looks at it. */
function lostDigits(sheet: ReadSheet): RowProblem[] {
  return sheet.notes.rounded.flatMap(({ line, column: index }) => {
    const column = columnAt(sheet.headings, index);
    if (!column?.isNumber || !isAsUploaded(sheet, line, index)) return [];
    return [
      {
        row: line,
        column: column.name,
        problem: sheetMessages.digitsLost(),
        hint: sheetMessages.formatAsText(),
      },
    ];
  });
}

/** Warns once for each column whose cells show fewer decimals than the column would take. */
function hiddenDecimals(sheet: ReadSheet): RowProblem[] {
  const warned = new Set<Column>();
  return sheet.notes.fewerDecimals.flatMap(({ line, column: index, shown, exact }) => {
    const column = columnAt(sheet.headings, index);
    if (!column || warned.has(column) || !isAsUploaded(sheet, line, index)) return [];
    if (!takesOtherNumber(column, { shown, exact })) return [];
    warned.add(column);
    const problem = sheetMessages.fewerDecimals({ shown, exact });
    return [{ row: line, column: column.name, problem, hint: sheetMessages.fewerDecimalsHint() }];
  });
}

/** The most decimals that a column of a service takes. */
const DECIMALS_MAX = 6;

/** Returns whether the column would take more decimals of the exact number, and so another number than is shown. */
function takesOtherNumber({ schema }: Column, { shown, exact }: { shown: string; exact: string }): boolean {
  const read = schema.safeParse(shown);
  if (!read.success) return false;
  const readings = [
    exact,
    ...Array.from({ length: DECIMALS_MAX }, (_, places) => Number(exact).toFixed(DECIMALS_MAX - places)),
  ];
  const taken = readings.find((text) => schema.safeParse(text).success);
  return taken !== undefined && Number(taken) !== Number(read.data);
}

type ToldOrder = 'either' | 'day number';

const isToldOrder = (order: DateOrder | null): order is ToldOrder =>
  order === 'either' || order === 'day number';

/** Says how the dates of the sheet are read, with an example, if nothing in the sheet shows it. */
function readDates({ headings, dateOrders, corrected, checked }: ReadSheet): RowProblem[] {
  const examples = new Map<ToldOrder, RowProblem>();
  for (const [place, { row, parsed }] of checked.entries()) {
    if (examples.has('day number') && (examples.has('either') || dateOrders.isDayFirst)) break;
    for (const { column, index } of headings.matched) {
      const text = cleanCell(corrected[place]?.[index] ?? '').trim();
      const order = column.dateOrder?.(text) ?? null;
      const day = parsed[column.name] ?? '';
      if (!isToldOrder(order) || examples.has(order) || !isoDay.test(day)) continue;
      examples.set(order, { row: row.rowNumber, column: column.name, ...toldReading(order, { text, day }) });
    }
  }
  if (dateOrders.isDayFirst) examples.delete('either');
  return [...examples.values()];
}

const isoDay = /^\d{4}-\d\d-\d\d$/;

const toldReading = (order: ToldOrder, example: { text: string; day: string }) =>
  order === 'either'
    ? { problem: sheetMessages.dayFirst(example), hint: sheetMessages.dayFirstHint() }
    : { problem: sheetMessages.dayNumber(example), hint: sheetMessages.dayNumberHint() };
