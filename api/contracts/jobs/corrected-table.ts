/**
 * Applies a customer's corrections to the grid of a table. Pure, and the same code for the page that shows the table
 * and for the worker that writes its files, so that both have the same cells.
 */
import { limits } from '#contracts/limits.ts';
import type { TableOperation } from './table-corrections.ts';

export type CellPosition = { row: number; column: number };
type Merge = CellPosition & { rowSpan: number; columnSpan: number };

export type CorrectedTable = {
  rows: string[][];
  merges: Merge[];
  headerRows: number;
  /** Rows that the customer marked: as totals, or as ordinary rows although they were read as totals. */
  totals: { row: number; isTotal: boolean }[];
  /** Cells whose text the customer wrote or confirmed. */
  checked: CellPosition[];
  /** First row of each part, if the table continues over several pages. */
  partStarts?: readonly number[];
};

const isIn = ({ row, column }: CellPosition, merge: Merge): boolean =>
  row >= merge.row &&
  row < merge.row + merge.rowSpan &&
  column >= merge.column &&
  column < merge.column + merge.columnSpan;

const overlap = (a: Merge, b: Merge): boolean =>
  a.row < b.row + b.rowSpan &&
  b.row < a.row + a.rowSpan &&
  a.column < b.column + b.columnSpan &&
  b.column < a.column + a.columnSpan;

const columnsOf = ({ rows }: CorrectedTable): number => rows[0]?.length ?? 0;
const joinedText = (...texts: readonly (string | undefined)[]): string => texts.filter(Boolean).join(' ');
const isWide = ({ rowSpan, columnSpan }: Merge): boolean => rowSpan > 1 || columnSpan > 1;

/** Returns the merged cell that contains a place. */
export const mergeAt = (table: Pick<CorrectedTable, 'merges'>, place: CellPosition): Merge | undefined =>
  table.merges.find((merge) => isIn(place, merge));

/** Changes one dimension of a merged cell. A row or column that is added at its edge stays outside. */
function resized(from: number, span: number, at: number, change: 1 | -1): { from: number; span: number } {
  if (change === 1) {
    if (at <= from) return { from: from + 1, span };
    return at < from + span ? { from, span: span + 1 } : { from, span };
  }
  if (at < from) return { from: from - 1, span };
  return at < from + span ? { from, span: span - 1 } : { from, span };
}

/** Returns the table with one row added or removed at a position; its texts are left to the caller. */
function withRowShift(table: CorrectedTable, at: number, change: 1 | -1): CorrectedTable {
  const merges = table.merges.flatMap((merge) => {
    const { from, span } = resized(merge.row, merge.rowSpan, at, change);
    const next = { ...merge, row: from, rowSpan: span };
    return span > 0 && isWide(next) ? [next] : [];
  });
  const move = <T extends { row: number }>(places: readonly T[]): T[] =>
    places
      .filter(({ row }) => change === 1 || row !== at)
      .map((place) => ({ ...place, row: shifted(place.row, at, change) }));
  const isHeading = at < table.headerRows;
  return {
    ...table,
    merges,
    totals: move(table.totals),
    checked: move(table.checked),
    ...(table.partStarts ? { partStarts: table.partStarts.map((row) => shifted(row, at, change)) } : {}),
    headerRows: isHeading ? table.headerRows + change : table.headerRows,
  };
}

const shifted = (value: number, at: number, change: 1 | -1): number => {
  if (change === 1) return value >= at ? value + 1 : value;
  return value > at ? value - 1 : value;
};

/** Returns the table with one column added or removed at a position; its texts are left to the caller. */
function withColumnShift(table: CorrectedTable, at: number, change: 1 | -1): CorrectedTable {
  const merges = table.merges.flatMap((merge) => {
    const { from, span } = resized(merge.column, merge.columnSpan, at, change);
    const next = { ...merge, column: from, columnSpan: span };
    return span > 0 && isWide(next) ? [next] : [];
  });
  const checked = table.checked
    .filter(({ column }) => change === 1 || column !== at)
    .map((place) => ({ ...place, column: shifted(place.column, at, change) }));
  return { ...table, merges, checked };
}

function withText(
  table: CorrectedTable,
  { row, column, was, text }: Extract<TableOperation, { kind: 'text' }>,
) {
  if (table.rows[row]?.[column] !== was) return undefined;
  const rows = table.rows.map((texts, at) =>
    at === row ? texts.map((old, other) => (other === column ? text : old)) : texts,
  );
  const others = table.checked.filter((place) => place.row !== row || place.column !== column);
  return { ...table, rows, checked: [...others, { row, column }] };
}

function withMerge(table: CorrectedTable, area: Merge): CorrectedTable | undefined {
  const isInside = area.row + area.rowSpan <= table.rows.length;
  if (!isInside || area.column + area.columnSpan > columnsOf(table) || !isWide(area)) return undefined;
  const inside = table.rows
    .slice(area.row, area.row + area.rowSpan)
    .flatMap((texts) => texts.slice(area.column, area.column + area.columnSpan));
  const text = joinedText(...inside);
  const rows = table.rows.map((texts, row) =>
    texts.map((old, column) => {
      if (!isIn({ row, column }, area)) return old;
      return row === area.row && column === area.column ? text : '';
    }),
  );
  const merges = table.merges.filter((merge) => !overlap(merge, area));
  return { ...table, rows, merges: [...merges, area] };
}

function withoutMerge(table: CorrectedTable, place: CellPosition): CorrectedTable | undefined {
  const merge = mergeAt(table, place);
  return merge && { ...table, merges: table.merges.filter((other) => other !== merge) };
}

/** Returns the merged cells that cover only one of two lines that are joined; joining dissolves them. */
const cutMerges = (
  merges: readonly Merge[],
  at: number,
  of: (merge: Merge) => { from: number; span: number },
) =>
  merges.filter((merge) => {
    const { from, span } = of(merge);
    const holds = (line: number): boolean => line >= from && line < from + span;
    return holds(at) === holds(at + 1);
  });

function withColumnsJoined(table: CorrectedTable, column: number): CorrectedTable | undefined {
  if (column + 1 >= columnsOf(table)) return undefined;
  const merges = cutMerges(table.merges, column, (merge) => ({
    from: merge.column,
    span: merge.columnSpan,
  }));
  const shiftedTable = withColumnShift({ ...table, merges }, column + 1, -1);
  const rows = table.rows.map((texts) => [
    ...texts.slice(0, column),
    joinedText(texts[column], texts[column + 1]),
    ...texts.slice(column + 2),
  ]);
  return { ...shiftedTable, rows };
}

function withRowsJoined(table: CorrectedTable, row: number): CorrectedTable | undefined {
  const [upper, lower] = [table.rows[row], table.rows[row + 1]];
  if (!upper || !lower) return undefined;
  const merges = cutMerges(table.merges, row, (merge) => ({ from: merge.row, span: merge.rowSpan }));
  const joined = upper.map((text, column) => joinedText(text, lower[column]));
  const rows = [...table.rows.slice(0, row), joined, ...table.rows.slice(row + 2)];
  return { ...withRowShift({ ...table, merges }, row + 1, -1), rows };
}

/** Splits a text after its first words, or before its last ones. */
function cutText(text: string, words: number, from: 'start' | 'end'): [string, string] {
  const parts = text.split(/\s+/).filter(Boolean);
  const at = from === 'start' ? words : Math.max(0, parts.length - words);
  return [parts.slice(0, at).join(' '), parts.slice(at).join(' ')];
}

function withColumnSplit(
  table: CorrectedTable,
  { column, words, from }: Extract<TableOperation, { kind: 'splitColumn' }>,
): CorrectedTable | undefined {
  if (column >= columnsOf(table) || columnsOf(table) >= limits.tableColumnsMax) return undefined;
  const isSpanned = (row: number): boolean =>
    table.merges.some((merge) => merge.columnSpan > 1 && isIn({ row, column }, merge));
  const rows = table.rows.map((texts, row) => {
    const text = texts[column] ?? '';
    // A heading that has too few words stays over the left part, and a cell over several columns stays whole.
    const isKept = isSpanned(row) || (row < table.headerRows && text.split(/\s+/).length <= words);
    const [left, right] = isKept ? [text, ''] : cutText(text, words, from);
    return [...texts.slice(0, column), left, right, ...texts.slice(column + 1)];
  });
  const shiftedTable = withColumnShift(table, column + 1, 1);
  // A merged cell that ends at this column also covers the new one.
  const merges = shiftedTable.merges.map((merge) =>
    merge.columnSpan > 1 && merge.column + merge.columnSpan === column + 1
      ? { ...merge, columnSpan: merge.columnSpan + 1 }
      : merge,
  );
  return { ...shiftedTable, merges, rows };
}

function withWordMoved(
  table: CorrectedTable,
  { column, to }: Extract<TableOperation, { kind: 'moveWord' }>,
): CorrectedTable | undefined {
  if (column + 1 >= columnsOf(table)) return undefined;
  const rows = table.rows.map((texts, row) => {
    const isSpanned = table.merges.some(
      (merge) => isIn({ row, column }, merge) || isIn({ row, column: column + 1 }, merge),
    );
    if (row < table.headerRows || isSpanned) return texts;
    const [left = '', right = ''] = [texts[column], texts[column + 1]];
    const [first, second] = to === 'right' ? cutText(left, 1, 'end') : cutText(right, 1, 'start');
    const moved = to === 'right' ? [first, joinedText(second, right)] : [joinedText(left, first), second];
    return [...texts.slice(0, column), ...moved, ...texts.slice(column + 2)];
  });
  return { ...table, rows };
}

function withColumnAdded(table: CorrectedTable, column: number): CorrectedTable | undefined {
  if (column > columnsOf(table) || columnsOf(table) >= limits.tableColumnsMax) return undefined;
  const rows = table.rows.map((texts) => [...texts.slice(0, column), '', ...texts.slice(column)]);
  return { ...withColumnShift(table, column, 1), rows };
}

/** A merged cell keeps its text when the line in which it begins is removed. */
function withTextsKept(
  table: CorrectedTable,
  isRemoved: (place: CellPosition) => boolean,
  step: CellPosition,
) {
  const kept = table.merges.filter(
    (merge) => isRemoved(merge) && merge.rowSpan > step.row && merge.columnSpan > step.column,
  );
  if (kept.length === 0) return table;
  const texts = new Map(
    kept.map((merge) => [
      `${merge.row + step.row}:${merge.column + step.column}`,
      table.rows[merge.row]?.[merge.column] ?? '',
    ]),
  );
  const rows = table.rows.map((old, row) => old.map((text, column) => texts.get(`${row}:${column}`) ?? text));
  return { ...table, rows };
}

function withoutColumn(table: CorrectedTable, column: number): CorrectedTable | undefined {
  if (column >= columnsOf(table) || columnsOf(table) === 1) return undefined;
  const kept = withTextsKept(table, (place) => place.column === column, { row: 0, column: 1 });
  const rows = kept.rows.map((texts) => texts.filter((_, other) => other !== column));
  return { ...withColumnShift(kept, column, -1), rows };
}

function withRowAdded(table: CorrectedTable, row: number): CorrectedTable | undefined {
  if (row > table.rows.length || table.rows.length >= limits.tableRowsMax) return undefined;
  const empty = Array.from({ length: columnsOf(table) }, () => '');
  return {
    ...withRowShift(table, row, 1),
    rows: [...table.rows.slice(0, row), empty, ...table.rows.slice(row)],
  };
}

function withoutRow(table: CorrectedTable, row: number): CorrectedTable | undefined {
  if (row >= table.rows.length || table.rows.length === 1) return undefined;
  const kept = withTextsKept(table, (place) => place.row === row, { row: 1, column: 0 });
  return { ...withRowShift(kept, row, -1), rows: kept.rows.filter((_, other) => other !== row) };
}

function withTotal(table: CorrectedTable, { row, isTotal }: { row: number; isTotal: boolean }) {
  if (row >= table.rows.length) return undefined;
  return { ...table, totals: [...table.totals.filter((total) => total.row !== row), { row, isTotal }] };
}

/** Returns the table with one correction; undefined if the table has no such place. */
export function withOperation(table: CorrectedTable, operation: TableOperation): CorrectedTable | undefined {
  switch (operation.kind) {
    case 'text':
      return withText(table, operation);
    case 'merge':
      return withMerge(table, { ...areaOf(operation) });
    case 'split':
      return withoutMerge(table, operation);
    case 'joinColumns':
      return withColumnsJoined(table, operation.column);
    case 'splitColumn':
      return withColumnSplit(table, operation);
    case 'moveWord':
      return withWordMoved(table, operation);
    case 'addColumn':
      return withColumnAdded(table, operation.column);
    case 'removeColumn':
      return withoutColumn(table, operation.column);
    case 'joinRows':
      return withRowsJoined(table, operation.row);
    case 'addRow':
      return withRowAdded(table, operation.row);
    case 'removeRow':
      return withoutRow(table, operation.row);
    case 'header':
      return operation.rows < table.rows.length ? { ...table, headerRows: operation.rows } : undefined;
    case 'total':
      return withTotal(table, operation);
  }
}

const areaOf = ({ row, column, rowSpan, columnSpan }: Merge): Merge => ({ row, column, rowSpan, columnSpan });

/** Returns the table with all corrections that fit it, in order. */
export function withOperations(table: CorrectedTable, operations: readonly TableOperation[]): CorrectedTable {
  return operations.reduce((before, operation) => withOperation(before, operation) ?? before, table);
}
