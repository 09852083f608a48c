/** Tables as CSV: a spreadsheet executes nothing in them, and numbers stay numbers. */
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { tableCsv } from '#activities/pdf/output/csv.ts';
import type { LogicalTable } from '#activities/pdf/tables/table.ts';

const written = (cell: string): string | undefined => {
  const csv = tableCsv({ rows: [[cell]] } as unknown as LogicalTable);
  return Papa.parse<string[]>(csv.slice(1)).data[0]?.[0];
};

test.each(['=1+1', '@SUM(A1)', '-cmd', '＝1+1', '＋cmd', '－cmd', '＠SUM(A1)'])(
  'the cell %s is written so that no spreadsheet runs it as a formula',
  (cell) => {
    expect(written(cell)).toBe(`'${cell}`);
  },
);

test.each(['-12.5', '+3', '-', '1,250.00', 'Cotton'])('the cell %s is written unchanged', (cell) => {
  expect(written(cell)).toBe(cell);
});
