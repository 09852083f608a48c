/** Corrections of a table: what each does to texts, merged cells, headings and marks, and what does not fit. */
import { describe, expect, test } from 'vitest';
import { withOperation, withOperations, type CorrectedTable } from '#contracts/jobs/corrected-table.ts';
import { tableCorrections, type TableOperation } from '#contracts/jobs/table-corrections.ts';
import { limits } from '#contracts/limits.ts';
import { checkedTables } from '#activities/pdf/tables/checked.ts';
import { joinTables } from '#activities/pdf/tables/joined.ts';
import { withKeys } from '#activities/pdf/tables/layout.ts';
import { pageTables } from '#activities/pdf/tables/page-tables.ts';
import { gridRulings, gridWords, page } from './synthetic.ts';

const rows = [
  ['Item', 'Qty', 'Amount'],
  ['Shirt blue', '12 PCS', '54.00'],
  ['Cap', '30 PCS', '63.00'],
  ['Total', '', '117.00'],
];
const table = (changes: Partial<CorrectedTable> = {}): CorrectedTable => ({
  rows,
  merges: [],
  headerRows: 1,
  totals: [],
  checked: [],
  ...changes,
});
const after = (...operations: TableOperation[]) => withOperations(table(), operations);

describe('texts', () => {
  test('a corrected text replaces exactly the text that was seen, and its cell counts as checked', () => {
    const next = after({ kind: 'text', row: 1, column: 0, was: 'Shirt blue', text: 'Shirt' });
    expect(next.rows[1]).toEqual(['Shirt', '12 PCS', '54.00']);
    expect(next.checked).toEqual([{ row: 1, column: 0 }]);
    const other = after({ kind: 'text', row: 1, column: 0, was: 'Something else', text: 'Shirt' });
    expect(other.rows).toEqual(rows);
  });
  test('a correction does not change the table that it is given', () => {
    const before = table();
    withOperation(before, { kind: 'removeRow', row: 1 });
    withOperation(before, { kind: 'joinColumns', column: 0 });
    expect(before).toEqual(table());
  });
});

describe('columns', () => {
  test('joined columns have both texts, and marks beside them move', () => {
    const next = withOperations(table({ checked: [{ row: 1, column: 2 }] }), [
      { kind: 'joinColumns', column: 0 },
    ]);
    expect(next.rows.slice(0, 2)).toEqual([
      ['Item Qty', 'Amount'],
      ['Shirt blue 12 PCS', '54.00'],
    ]);
    expect(next.checked).toEqual([{ row: 1, column: 1 }]);
  });
  test('a split column is cut after its first words or before its last ones, and short headings stay left', () => {
    const next = after({ kind: 'splitColumn', column: 1, words: 1, from: 'start' });
    expect(next.rows.map((texts) => texts.slice(1, 3))).toEqual([
      ['Qty', ''],
      ['12', 'PCS'],
      ['30', 'PCS'],
      ['', ''],
    ]);
    const last = after({ kind: 'splitColumn', column: 0, words: 1, from: 'end' });
    expect(last.rows.map((texts) => texts.slice(0, 2))).toEqual([
      ['Item', ''],
      ['Shirt', 'blue'],
      ['', 'Cap'],
      ['', 'Total'],
    ]);
  });
  test('a column that is split and joined again is the same as before', () => {
    const next = after(
      { kind: 'splitColumn', column: 1, words: 1, from: 'start' },
      { kind: 'joinColumns', column: 1 },
    );
    expect(next).toEqual(table());
  });
  test('a word moves over the border below the heading', () => {
    const next = after({ kind: 'moveWord', column: 0, to: 'right' });
    expect(next.rows.slice(0, 3)).toEqual([
      ['Item', 'Qty', 'Amount'],
      ['Shirt', 'blue 12 PCS', '54.00'],
      ['', 'Cap 30 PCS', '63.00'],
    ]);
  });
  test('an added column is empty, and a removed column is removed with its texts', () => {
    expect(after({ kind: 'addColumn', column: 1 }).rows[0]).toEqual(['Item', '', 'Qty', 'Amount']);
    expect(after({ kind: 'removeColumn', column: 1 }).rows[1]).toEqual(['Shirt blue', '54.00']);
  });
});

describe('rows', () => {
  test('joined, added and removed rows move the marks below them', () => {
    const marked = table({ totals: [{ row: 3, isTotal: true }] });
    const joined = withOperations(marked, [{ kind: 'joinRows', row: 1 }]);
    expect(joined.rows[1]).toEqual(['Shirt blue Cap', '12 PCS 30 PCS', '54.00 63.00']);
    expect(joined.totals).toEqual([{ row: 2, isTotal: true }]);
    expect(withOperations(marked, [{ kind: 'addRow', row: 0 }])).toMatchObject({
      headerRows: 2,
      totals: [{ row: 4, isTotal: true }],
    });
    expect(withOperations(marked, [{ kind: 'removeRow', row: 0 }]).headerRows).toBe(0);
  });
});

describe('merged cells', () => {
  const merged = after({ kind: 'merge', row: 1, column: 0, rowSpan: 2, columnSpan: 2 });
  test('a merged cell has the texts of its cells, and is single cells again after it is split', () => {
    expect(merged.rows.slice(1, 3)).toEqual([
      ['Shirt blue 12 PCS Cap 30 PCS', '', '54.00'],
      ['', '', '63.00'],
    ]);
    expect(merged.merges).toEqual([{ row: 1, column: 0, rowSpan: 2, columnSpan: 2 }]);
    expect(withOperations(merged, [{ kind: 'split', row: 2, column: 1 }]).merges).toEqual([]);
  });
  test('a merged cell grows and shrinks with the rows and columns inside, and keeps its text', () => {
    const added = withOperations(merged, [
      { kind: 'addColumn', column: 1 },
      { kind: 'addRow', row: 2 },
    ]);
    expect(added.merges).toEqual([{ row: 1, column: 0, rowSpan: 3, columnSpan: 3 }]);
    const removed = withOperations(merged, [
      { kind: 'removeColumn', column: 0 },
      { kind: 'removeRow', row: 1 },
    ]);
    expect(removed.merges).toEqual([]);
    expect(removed.rows[1]).toEqual(['Shirt blue 12 PCS Cap 30 PCS', '63.00']);
  });
});

describe('what does not fit', () => {
  test('a correction of a place that a table does not have changes nothing', () => {
    const outside: TableOperation[] = [
      { kind: 'text', row: 9, column: 0, was: '', text: 'x' },
      { kind: 'merge', row: 3, column: 0, rowSpan: 2, columnSpan: 1 },
      { kind: 'split', row: 0, column: 0 },
      { kind: 'joinColumns', column: 2 },
      { kind: 'splitColumn', column: 3, words: 1, from: 'start' },
      { kind: 'moveWord', column: 2, to: 'left' },
      { kind: 'addColumn', column: 4 },
      { kind: 'removeColumn', column: 3 },
      { kind: 'joinRows', row: 3 },
      { kind: 'addRow', row: 5 },
      { kind: 'removeRow', row: 4 },
      { kind: 'header', rows: 4 },
      { kind: 'total', row: 4, isTotal: true },
    ];
    for (const operation of outside)
      expect(withOperation(table(), operation), operation.kind).toBeUndefined();
    expect(after(...outside)).toEqual(table());
  });
  test('a list with more corrections or more characters than allowed is refused', () => {
    const correction = { table: '1-1', operation: { kind: 'removeRow', row: 0 } };
    const list = (count: number) => Array.from({ length: count }, () => correction);
    expect(tableCorrections.safeParse(list(limits.tableCorrectionsMax)).success).toBe(true);
    expect(tableCorrections.safeParse(list(limits.tableCorrectionsMax + 1)).success).toBe(false);
    const text = 'x'.repeat(limits.tableCellCharactersMax);
    const long = { table: '1-1', operation: { kind: 'text', row: 0, column: 0, was: text, text } };
    expect(tableCorrections.safeParse(Array.from({ length: 100 }, () => long)).success).toBe(false);
  });
});

describe('the proof of a corrected table', () => {
  const figures = [
    ['Item', 'Qty', 'Price', 'Amount'],
    ['Shirt', '12', '4.50', '54.00'],
    ['Cap', '30', '2.10', '63.00'],
    ['Sock', '41', '0.95', '38.85'],
    ['Belt', '8', '11.00', '88.00'],
    ['Sum', '91', '', '243.95'],
  ];
  const found = withKeys(1, pageTables(page(gridWords(figures), gridRulings(6, 4))));
  const checked = (...operations: TableOperation[]) => {
    const corrections = operations.map((operation) => ({ table: '1-1', operation }));
    return checkedTables(joinTables(found, { corrections }), [])[0];
  };
  test('a doubtful product is no longer doubtful once its figure is corrected', () => {
    expect(checked()?.doubts).toEqual([{ row: 3, column: 3, reason: 'product' }]);
    const mended = checked({ kind: 'text', row: 3, column: 3, was: '38.85', text: '38.95' });
    expect(mended?.doubts).toEqual([]);
    expect(mended?.before.rows).toEqual(figures);
  });
  test('a row that is marked as a total is proven by the sums above it', () => {
    const wrong = checked({ kind: 'total', row: 5, isTotal: true });
    expect(wrong?.totals).toEqual([5]);
    const right = checked(
      { kind: 'text', row: 3, column: 3, was: '38.85', text: '38.95' },
      { kind: 'total', row: 5, isTotal: true },
    );
    expect(right?.confidence).toBeGreaterThanOrEqual(wrong?.confidence ?? 1);
    expect(right?.doubts).toEqual([]);
  });
});
