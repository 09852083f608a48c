/**
 * Defines the columns that a list of rows can show: the usual ones, each cell of the sheet, and each returned value.
 */
import type { JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import type { SheetCell, SheetColumn } from '#web/lib/sheet-columns.ts';
import { saidNow } from '#web/lib/said.ts';
import { wordsNow } from '#web/lib/words.ts';
import { uiWords } from '#web/ui/words.ts';
import { heldBy, labelOf, shownText, unitOf } from './shown-values.ts';

/** The columns that every list shows at first; each can be hidden. */
export const usualColumns = ['outcome', 'sent', 'cameBack', 'document'] as const;
export type UsualColumn = (typeof usualColumns)[number];

/** `sent:container_no` is a cell of the sheet, and `value:vessel` is a returned value. */
export type ChosenColumns = readonly string[];

/** No readable table has more columns than this. */
const columnsMax = 60;

const sentPrefix = 'sent:';
const valuePrefix = 'value:';

export const isUsual = (id: string): id is UsualColumn => usualColumns.some((each) => each === id);
const isFurther = (id: string): boolean => id.startsWith(sentPrefix) || id.startsWith(valuePrefix);

/**
 * Returns the columns of these rows beside the usual ones: first the sheet's, in its order, then the returned values.
 */
export function furtherColumnsOf(rows: readonly Pick<JobRow, 'data' | 'values'>[]): string[] {
  const sent = new Set(rows.flatMap(({ data }) => Object.keys(data)));
  const values = new Set(rows.flatMap(({ values }) => Object.keys(values)));
  return [
    ...[...sent].map((name) => sentPrefix + name),
    ...[...values].toSorted((a, b) => (a < b ? -1 : 1)).map((name) => valuePrefix + name),
  ].slice(0, columnsMax);
}

/** Returns a column's label: the sheet's own heading, or the label that the details of a row use for the value. */
export const furtherLabel = (id: string): string =>
  id.startsWith(sentPrefix) ? id.slice(sentPrefix.length) : labelOf(id.slice(valuePrefix.length));

/** Returns the cell as it is shown. */
export function furtherText(row: Pick<JobRow, 'data' | 'values'>, id: string): string {
  if (id.startsWith(sentPrefix)) return row.data[id.slice(sentPrefix.length)] ?? '';
  return shownText(row.values, id.slice(valuePrefix.length));
}

/** Returns the columns in the order in which they are shown, without unknown ones and without repetition. */
export function inOrder(chosen: ChosenColumns): string[] {
  const known = new Set(chosen.filter((id) => isUsual(id) || isFurther(id)));
  return [...usualColumns.filter((id) => id !== 'document'), ...[...known].filter(isFurther), 'document']
    .filter((id) => known.has(id))
    .slice(0, columnsMax);
}

type ColumnLabels = Record<UsualColumn | 'row' | 'reference', string>;

/**
 * Returns the columns as they are copied and exported: numbers stay numbers, with their unit in the heading. Cells of
 * the sheet stay texts as in the customer's file.
 */
export function copiedColumns(chosen: ChosenColumns, labels: ColumnLabels): SheetColumn<JobRow>[] {
  const row: SheetColumn<JobRow> = { heading: labels.row, cell: ({ rowNumber }) => rowNumber };
  return [
    row,
    ...inOrder(chosen).flatMap((id) => (isUsual(id) ? usualCells(id, labels) : [furtherCells(id)])),
  ];
}

const usualCell: Record<UsualColumn, (row: JobRow) => SheetCell> = {
  outcome: ({ outcome }) => wordsNow(uiWords).outcomes[outcome],
  sent: ({ data }) => Object.values(data).filter(Boolean).join(' · '),
  cameBack: ({ message, messageData }) => saidNow(message, messageData),
  document: ({ documents }) => documents.map(({ name }) => name).join(', '),
};

function usualCells(id: UsualColumn, labels: ColumnLabels): SheetColumn<JobRow>[] {
  const column = { heading: labels[id], cell: usualCell[id] };
  if (id !== 'cameBack') return [column];
  return [column, { heading: labels.reference, cell: ({ portalReference }) => portalReference }];
}

function furtherCells(id: string): SheetColumn<JobRow> {
  if (id.startsWith(sentPrefix)) return { heading: furtherLabel(id), cell: (row) => furtherText(row, id) };
  const name = id.slice(valuePrefix.length);
  const unit = unitOf(name);
  return {
    heading: unit ? `${furtherLabel(id)} (${unit})` : furtherLabel(id),
    cell: ({ values }) => values[name] ?? null,
    holds: heldBy(name),
  };
}
