/** The editor of a table: which cells it shows, where the keys lead, and which marks stay while a change is saved. */
import { describe, expect, test } from 'vitest';
import type { CheckedTable } from '#contracts/jobs/pdf-tables.ts';
import type { TableCorrection } from '#contracts/jobs/table-corrections.ts';
import {
  areaOf,
  cellsBetween,
  columnWidths,
  cutPlaces,
  nextDoubt,
  partWith,
  placeAfterKey,
  stateOf,
} from '#web/features/jobs/pdf-tables/table-state.ts';

const rows = [
  ['Goods', '', 'Amount'],
  ['Item', 'Qty', 'USD'],
  ['Shirt', '12', '54.00'],
  ['Cap', '30', '63.00'],
];
const merged = { row: 0, column: 0, rowSpan: 1, columnSpan: 2 };
const table: CheckedTable = {
  key: '1-1',
  name: 'p1_t1',
  parts: ['1-1'],
  firstPage: 1,
  lastPage: 1,
  startRow: 0,
  rowCount: 4,
  before: { rows, merges: [merged], headerRows: 2 },
  totals: [3],
  confidence: 0.9,
  ocrConfidence: null,
  doubts: [
    { row: 2, column: 2, reason: 'product' },
    { row: 3, column: 1, reason: 'kind' },
  ],
};
const state = stateOf(table, [], []);
const key = (name: string, ctrlKey = false) => ({ key: name, ctrlKey, metaKey: false });
const on = (operation: TableCorrection['operation']): TableCorrection => ({ table: '1-1', operation });

describe('keys', () => {
  test('arrow keys move over merged cells as one, and stop at the edges', () => {
    expect(placeAfterKey(state, { row: 0, column: 0 }, key('ArrowRight'))).toEqual({ row: 0, column: 2 });
    expect(placeAfterKey(state, { row: 0, column: 2 }, key('ArrowLeft'))).toEqual({ row: 0, column: 1 });
    expect(placeAfterKey(state, { row: 0, column: 1 }, key('ArrowLeft'))).toEqual({ row: 0, column: 0 });
    expect(placeAfterKey(state, { row: 3, column: 2 }, key('ArrowDown'))).toEqual({ row: 3, column: 2 });
    expect(placeAfterKey(state, { row: 0, column: 0 }, key('ArrowUp'))).toEqual({ row: 0, column: 0 });
  });
  test('Home and End lead to the ends of the row, with Ctrl to those of the table, and letters nowhere', () => {
    const at = { row: 2, column: 1 };
    expect(placeAfterKey(state, at, key('Home'))).toEqual({ row: 2, column: 0 });
    expect(placeAfterKey(state, at, key('End', true))).toEqual({ row: 3, column: 2 });
    expect(placeAfterKey(state, at, key('PageUp'))).toEqual({ row: 0, column: 1 });
    expect(placeAfterKey(state, at, key('x'))).toBeNull();
  });
  test('an area contains the whole of the merged cells that it meets', () => {
    expect(areaOf(state, { row: 1, column: 0 }, { row: 0, column: 1 })).toEqual({
      row: 0,
      column: 0,
      rowSpan: 2,
      columnSpan: 2,
    });
  });
  test('the next doubtful cell is the one after the chosen cell, and the first one after the last', () => {
    expect(nextDoubt(state, null)).toEqual({ row: 2, column: 2 });
    expect(nextDoubt(state, { row: 2, column: 2 })).toEqual({ row: 3, column: 1 });
    expect(nextDoubt(state, { row: 3, column: 1 })).toEqual({ row: 2, column: 2 });
    expect(nextDoubt({ ...state, reasons: new Map() }, null)).toBeNull();
  });
});

describe('marks', () => {
  test('a cell that the customer has written is no longer doubtful, before the server has answered', () => {
    const text = on({ kind: 'text', row: 2, column: 2, was: '54.00', text: '54.10' });
    expect([...stateOf(table, [text], []).reasons]).toEqual([['3:1', 'kind']]);
  });
  test('doubts of a table whose rows or columns have moved are not shown until the server has answered', () => {
    const removed = on({ kind: 'removeRow', row: 2 });
    expect(stateOf(table, [removed], []).reasons.size).toBe(0);
    expect(stateOf(table, [removed], [removed]).reasons.size).toBe(2);
  });
  test('a row that the customer marks is a total at once, and one that is unmarked is none', () => {
    const none = on({ kind: 'total', row: 3, isTotal: false });
    const mark = on({ kind: 'total', row: 2, isTotal: true });
    expect([...stateOf(table, [none, mark], []).totalRows]).toEqual([2]);
  });
  test('corrections of other tables do not change this one', () => {
    const other = { ...on({ kind: 'removeRow', row: 0 }), table: '1-2' };
    expect(stateOf(table, [other], []).rows).toEqual(rows);
  });
});

describe('what is shown', () => {
  const long = stateOf(
    {
      ...table,
      doubts: [],
      before: {
        rows: Array.from({ length: 250 }, (_, row) => [`a${row}`, '', 'c']),
        merges: [{ row: 90, column: 0, rowSpan: 20, columnSpan: 2 }],
        headerRows: 0,
      },
    },
    [],
    [],
  );
  test('a long table is shown in parts of a bounded number of cells', () => {
    expect(partWith(long, 0)).toEqual({ from: 0, to: 100 });
    expect(partWith(long, 249)).toEqual({ from: 200, to: 250 });
    const wide = { ...long, rows: long.rows.map((row) => Array.from({ length: 50 }, () => row[0] ?? '')) };
    expect(partWith(wide, 0)).toEqual({ from: 0, to: 40 });
  });
  test('a merged cell that begins in the part before is shown with its text and the rows that are left', () => {
    const [first] = cellsBetween(long, { from: 100, to: 200 });
    expect(first?.[0]).toEqual({ row: 90, column: 0, rowSpan: 10, columnSpan: 2, text: 'a90' });
    expect(cellsBetween(long, { from: 0, to: 100 })[90]?.[0]).toMatchObject({ rowSpan: 10, text: 'a90' });
  });
  test('a cell that spans columns does not make one of them wide', () => {
    const spanned = stateOf(
      { ...table, before: { ...table.before, rows: [['A very long title', '', 'x'], ...rows.slice(1)] } },
      [],
      [],
    );
    expect(columnWidths(spanned)).toEqual([5, 5, 5]);
  });
  test('a column can be split after each of the first words of a cell, and before its last one', () => {
    expect(cutPlaces('Cotton shirt 12')).toEqual([
      { words: 1, from: 'start', left: 'Cotton', right: 'shirt 12' },
      { words: 2, from: 'start', left: 'Cotton shirt', right: '12' },
      { words: 1, from: 'end', left: 'Cotton shirt', right: '12' },
    ]);
    expect(cutPlaces('Cotton')).toEqual([]);
  });
});
