/** The workbook says from which page of the PDF the rows of a table come that continues over several pages. */
import { read as readBook } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { workbookOf } from '#activities/pdf/output/workbook.ts';
import { joinTables } from '#activities/pdf/tables/joined.ts';
import { withKeys } from '#activities/pdf/tables/layout.ts';
import { pageTables } from '#activities/pdf/tables/page-tables.ts';
import type { LogicalTable } from '#activities/pdf/tables/table.ts';
import type { TableOperation } from '#contracts/jobs/table-corrections.ts';
import { gridRulings, gridWords, page } from './synthetic.ts';

const header = ['Item', 'Qty', 'Price'];
const body = [
  ['Shirt', '12', '4.50'],
  ['Cap', '30', '2.10'],
  ['Sock', '41', '0.95'],
];
const pagesOf = (...parts: string[][][]) =>
  parts.flatMap((rows, index) => {
    const own = pageTables(page(gridWords(rows), gridRulings(rows.length, 3), index + 1));
    return withKeys(index + 1, own);
  });
const threePages = pagesOf([header, ...body], [header, ...body], [header, ...body.slice(1)]);

/** Returns the notes of each sheet of the tables' workbook. */
async function notesIn(tables: LogicalTable[]): Promise<Record<string, string>[]> {
  const bytes = await workbookOf({ fileName: 'a.pdf', pages: 3, tables, recognised: [], warnings: [] });
  const { SheetNames, Sheets } = readBook(bytes);
  return SheetNames.map((name) =>
    Object.fromEntries(
      Object.entries(Sheets[name] ?? {}).flatMap(([address, cell]) => {
        const notes = (cell as { c?: { t?: string }[] }).c ?? [];
        return notes.map(({ t = '' }) => [address, t]);
      }),
    ),
  );
}
const corrected = (...operations: TableOperation[]): LogicalTable[] =>
  joinTables(threePages, { corrections: operations.map((operation) => ({ table: '1-1', operation })) });

describe('notes of pages', () => {
  test('the first cell of the first row from each page has a note that names the page', async () => {
    const [table, info] = await notesIn(joinTables(threePages));
    expect(table).toEqual({ A1: 'Page 1', A5: 'Page 2', A8: 'Page 3' });
    expect(info).toEqual({});
  });
  test('a table on one page has no notes, even beside a table that has some', async () => {
    const alone = joinTables(pagesOf([header, ...body]));
    expect(await notesIn(alone)).toEqual([{}, {}]);
    const other = alone.map((table) => ({ ...table, numberOnPage: 2 }));
    const [first, second] = await notesIn([...other, ...joinTables(threePages)]);
    expect([first, Object.keys(second ?? {})]).toEqual([{}, ['A1', 'A5', 'A8']]);
  });
  test('notes stay with their rows when rows above are added, joined or removed', async () => {
    const [removed] = await notesIn(corrected({ kind: 'removeRow', row: 2 }));
    expect(removed).toEqual({ A1: 'Page 1', A4: 'Page 2', A7: 'Page 3' });
    const [added] = await notesIn(corrected({ kind: 'addRow', row: 1 }, { kind: 'joinRows', row: 5 }));
    expect(added).toEqual({ A1: 'Page 1', A6: 'Page 2', A8: 'Page 3' });
  });
  test('a page of which every row was removed is not named, and the page after it is', async () => {
    const remove: TableOperation = { kind: 'removeRow', row: 4 };
    const [table] = await notesIn(corrected(remove, remove, remove));
    expect(table).toEqual({ A1: 'Page 1', A5: 'Page 3' });
  });
  test('below a merged cell the note is on the first cell of its own', async () => {
    const [table] = await notesIn(corrected({ kind: 'merge', row: 3, column: 0, rowSpan: 2, columnSpan: 1 }));
    expect(table).toEqual({ A1: 'Page 1', B5: 'Page 2', A8: 'Page 3' });
  });
});
