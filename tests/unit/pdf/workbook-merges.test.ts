/** Workbooks of long tables with many merged cells: each merged cell is looked at a few times, not once per row. */
import { expect, test } from 'vitest';
import { read, utils } from '@e965/xlsx';
import { workbookOf } from '#activities/pdf/output/workbook.ts';
import type { LogicalTable, Merge } from '#activities/pdf/tables/table.ts';

const rowCount = 1_000;
const columns = ['Item', 'Colour', 'Pieces', 'Value'];
/** Number of times that a merge is looked at on average, whatever the number of rows. */
const readsPerMergeMax = 200;

test('a table with a merged cell in each row takes work in proportion to its rows', async () => {
  let reads = 0;
  const counted = (merge: Merge): Merge =>
    new Proxy(merge, {
      get: (target, key) => {
        reads += 1;
        return Reflect.get(target, key) as unknown;
      },
    });
  const rows = Array.from({ length: rowCount }, (_, row) => [`A long name of item ${row}`, '', '12', '3.50']);
  const table: LogicalTable = {
    rows: [columns, ...rows],
    merges: rows.map((_, row) => counted({ row: row + 1, column: 0, rowSpan: 1, columnSpan: 2 })),
    firstPage: 1,
    lastPage: 1,
    numberOnPage: 1,
    confidence: 1,
    doubts: rows.map((_, row) => ({ row: row + 1, column: 1, reason: 'kind' })),
  };
  const bytes = await workbookOf({
    fileName: 'a.pdf',
    pages: 1,
    tables: [table],
    recognised: [],
    warnings: [],
  });
  expect(reads).toBeLessThan(readsPerMergeMax * rowCount);
  const sheet = read(bytes, { cellStyles: true }).Sheets['p1_t1']!;
  expect(sheet['!merges']).toHaveLength(rowCount);
  // A cell over two columns does not widen the first of them.
  expect(sheet['!cols']?.[0]?.width).toBeLessThan(12);
  expect(utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false })[1]?.[0]).toBe(
    'A long name of item 0',
  );
});
