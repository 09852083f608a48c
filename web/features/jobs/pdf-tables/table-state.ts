/** Computes what the editor of a table shows: its corrected cells, its marks, and where the keys lead. */
import type { CheckedTable, DoubtReason } from '#contracts/jobs/pdf-tables.ts';
import {
  mergeAt,
  withOperations,
  type CellPosition,
  type CorrectedTable,
} from '#contracts/jobs/corrected-table.ts';
import type { TableCorrection } from '#contracts/jobs/table-corrections.ts';

export type Area = CellPosition & { rowSpan: number; columnSpan: number };
export type ShownCell = Area & { text: string };

/** Maximum cells and rows in the document at once; keys and buttons lead to the other rows. */
const shownCellsMax = 2_000;
const shownRowsMax = 100;
const shownRowsMin = 20;

/** A table as the editor shows it. */
export type TableState = CorrectedTable & {
  reasons: ReadonlyMap<string, DoubtReason>;
  totalRows: ReadonlySet<number>;
};

export const placeKey = ({ row, column }: CellPosition): string => `${row}:${column}`;
export const columnCount = ({ rows }: Pick<CorrectedTable, 'rows'>): number => rows[0]?.length ?? 0;

const operationsOf = (key: string, corrections: readonly TableCorrection[]) =>
  corrections.filter(({ table }) => table === key).map(({ operation }) => operation);

/** Applies a table's corrections to the cells that were read. */
function correctedOf(table: CheckedTable, corrections: readonly TableCorrection[]): CorrectedTable {
  const { rows, merges, headerRows } = table.before;
  const before = { rows, merges, headerRows, totals: [], checked: [] };
  return withOperations(before, operationsOf(table.key, corrections));
}

/**
 * Returns the table with its marks. The server's doubts refer to the corrections that it knew (`known`). Until it has
 * answered for newer ones, they are shown only if no row or column has moved since.
 */
export function stateOf(
  table: CheckedTable,
  corrections: readonly TableCorrection[],
  known: readonly TableCorrection[],
): TableState {
  const corrected = correctedOf(table, corrections);
  const answered = correctedOf(table, known);
  const isSameShape =
    answered.rows.length === corrected.rows.length && columnCount(answered) === columnCount(corrected);
  const checked = new Set(corrected.checked.map(placeKey));
  const doubts = isSameShape ? table.doubts.filter((doubt) => !checked.has(placeKey(doubt))) : [];
  const totalRows = new Set(isSameShape ? table.totals : []);
  for (const { row, isTotal } of corrected.totals) {
    if (isTotal) totalRows.add(row);
    else totalRows.delete(row);
  }
  return {
    ...corrected,
    reasons: new Map(doubts.map((doubt) => [placeKey(doubt), doubt.reason])),
    totalRows,
  };
}

/** Returns the area that a place belongs to: its merged cell, or itself. */
export const cellAt = (state: CorrectedTable, place: CellPosition): Area =>
  mergeAt(state, place) ?? { row: place.row, column: place.column, rowSpan: 1, columnSpan: 1 };

/** Returns the smallest area of whole cells that contains both places. */
export function areaOf(state: CorrectedTable, a: CellPosition, b: CellPosition): Area {
  const [first, second] = [cellAt(state, a), cellAt(state, b)];
  const row = Math.min(first.row, second.row);
  const column = Math.min(first.column, second.column);
  const rowSpan = Math.max(first.row + first.rowSpan, second.row + second.rowSpan) - row;
  const columnSpan = Math.max(first.column + first.columnSpan, second.column + second.columnSpan) - column;
  return { row, column, rowSpan, columnSpan };
}

export const contains = (area: Area, { row, column }: CellPosition): boolean =>
  row >= area.row &&
  row < area.row + area.rowSpan &&
  column >= area.column &&
  column < area.column + area.columnSpan;

/** Returns the nearest place within the table. */
export function within(state: CorrectedTable, { row, column }: CellPosition): CellPosition {
  return {
    row: Math.max(0, Math.min(row, state.rows.length - 1)),
    column: Math.max(0, Math.min(column, columnCount(state) - 1)),
  };
}

const steps: Record<
  string,
  (state: CorrectedTable, cell: Area, at: CellPosition, pageRows: number) => CellPosition
> = {
  ArrowLeft: (_, cell, at) => ({ row: at.row, column: cell.column - 1 }),
  ArrowRight: (_, cell, at) => ({ row: at.row, column: cell.column + cell.columnSpan }),
  ArrowUp: (_, cell, at) => ({ row: cell.row - 1, column: at.column }),
  ArrowDown: (_, cell, at) => ({ row: cell.row + cell.rowSpan, column: at.column }),
  PageUp: (_state, _cell, at, pageRows) => ({ row: at.row - pageRows, column: at.column }),
  PageDown: (_state, _cell, at, pageRows) => ({ row: at.row + pageRows, column: at.column }),
};
const pageRows = 10;

/** Returns where a key leads from a place; null for a key that does not move. */
export function placeAfterKey(
  state: CorrectedTable,
  at: CellPosition,
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
): CellPosition | null {
  const isFar = ctrlKey || metaKey;
  const last = { row: state.rows.length - 1, column: columnCount(state) - 1 };
  if (key === 'Home') return isFar ? { row: 0, column: 0 } : { row: at.row, column: 0 };
  if (key === 'End') return isFar ? last : { row: at.row, column: last.column };
  const step = steps[key];
  return step ? within(state, step(state, cellAt(state, at), at, pageRows)) : null;
}

/** Returns the next doubtful cell after a place; after the last one, the first. */
export function nextDoubt(state: TableState, after: CellPosition | null): CellPosition | null {
  const places = [...state.reasons.keys()]
    .map((key) => key.split(':').map(Number))
    .map(([row = 0, column = 0]) => ({ row, column }))
    .sort((a, b) => a.row - b.row || a.column - b.column);
  const next = places.find(
    ({ row, column }) => !after || row > after.row || (row === after.row && column > after.column),
  );
  return next ?? places[0] ?? null;
}

/** Returns how many rows are in the document at once. */
const shownRows = (state: CorrectedTable): number =>
  Math.max(shownRowsMin, Math.min(shownRowsMax, Math.floor(shownCellsMax / Math.max(1, columnCount(state)))));

/** Returns the part of the table that contains a row; `to` is the row after its last. */
export function partWith(state: CorrectedTable, row: number): { from: number; to: number } {
  const size = shownRows(state);
  const from = Math.floor(Math.max(0, Math.min(row, state.rows.length - 1)) / size) * size;
  return { from, to: Math.min(from + size, state.rows.length) };
}

/**
 * Returns the cells of some rows, grouped by row. A merged cell that begins above starts at the first of these rows.
 */
export function cellsBetween(
  state: CorrectedTable,
  { from, to }: { from: number; to: number },
): ShownCell[][] {
  return state.rows.slice(from, to).map((texts, index) => {
    const row = from + index;
    return texts.flatMap((text, column): ShownCell[] => {
      const merge = mergeAt(state, { row, column });
      if (!merge) return [{ row, column, rowSpan: 1, columnSpan: 1, text }];
      if (column !== merge.column || row !== Math.max(merge.row, from)) return [];
      const end = Math.min(merge.row + merge.rowSpan, to);
      return [
        {
          ...merge,
          rowSpan: end - row,
          text: state.rows[merge.row]?.[merge.column] ?? '',
        },
      ];
    });
  });
}

const widthMinCh = 5;
const widthMaxCh = 30;
const widthSampleRows = 200;

/**
 * Returns the width of each column in characters. It does not depend on the shown part, so that columns do not move
 * when another part is shown.
 */
export function columnWidths(state: CorrectedTable): number[] {
  const sample = state.rows.slice(0, widthSampleRows);
  return Array.from({ length: columnCount(state) }, (_, column) => {
    const lengths = sample.flatMap((texts, row) => {
      const isSpanned = state.merges.some(
        (merge) => merge.columnSpan > 1 && contains(merge, { row, column }),
      );
      return isSpanned ? [] : [Math.max(0, ...(texts[column] ?? '').split('\n').map(({ length }) => length))];
    });
    return Math.max(widthMinCh, Math.min(widthMaxCh, Math.max(0, ...lengths)));
  });
}

export type CutPlace = { words: number; from: 'start' | 'end'; left: string; right: string };
const cutsMax = 4;

/** Returns the places where a column can be split, illustrated by the words of one of its cells. */
export function cutPlaces(text: string): CutPlace[] {
  const parts = text.split(/\s+/).filter(Boolean);
  const starts = Array.from({ length: Math.min(cutsMax, parts.length - 1) }, (_, index) => index + 1);
  const cut = (words: number, from: 'start' | 'end', at: number): CutPlace => ({
    words,
    from,
    left: parts.slice(0, at).join(' '),
    right: parts.slice(at).join(' '),
  });
  return [
    ...starts.map((words) => cut(words, 'start', words)),
    ...(parts.length > 1 ? [cut(1, 'end', parts.length - 1)] : []),
  ];
}
