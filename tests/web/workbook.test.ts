/** Lists as Excel workbooks: real dates and amounts, text that stays text, and nothing that a spreadsheet would execute. */
import { read, utils, type CellObject, type WorkSheet } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import type { ColumnHolds, SheetCell } from '#web/lib/sheet-columns.ts';
import { workbookOf } from '#web/lib/workbook.ts';

async function sheetOf(holds: ColumnHolds | null, cells: SheetCell[]): Promise<WorkSheet> {
  const blob = await workbookOf({
    columns: [{ heading: 'Cell', holds }],
    lines: cells.map((cell) => [cell]),
  });
  const book = read(Buffer.from(await blob.arrayBuffer()), { cellNF: true, cellFormula: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  if (!sheet) throw new Error('The workbook has no sheet.');
  return sheet;
}

async function written(holds: ColumnHolds | null, cell: SheetCell): Promise<CellObject | undefined> {
  return (await sheetOf(holds, [cell]))['A2'] as CellObject | undefined;
}

/** What Excel counts for a day: 1 January 1970 is its day 25569. */
const serialOf = (iso: string): number => Date.parse(`${iso}Z`) / DAY_MS + 25_569;

describe('a workbook', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '=1+1\n=2+2', '=HYPERLINK("http://x","y")', '＝1+1'])(
    'a workbook has no cell that a spreadsheet would run: %j',
    async (formula) => {
      for (const holds of [null, 'dates', 'money'] as const) {
        const cell = await written(holds, formula);
        expect(cell).toMatchObject({ t: 's', v: `'${formula}` });
        expect(cell?.f).toBeUndefined();
      }
    },
  );

  it('a heading is no formula either', async () => {
    const blob = await workbookOf({ columns: [{ heading: '=cmd', holds: null }], lines: [] });
    const book = read(Buffer.from(await blob.arrayBuffer()));
    expect(utils.sheet_to_json(book.Sheets['Chalan'] ?? {}, { header: 1 })).toEqual([["'=cmd"]]);
  });

  it.each(['00041', '880123456789012345', 'মাল', 'a, "b"\nc', '2026-11-20'])(
    'a workbook keeps text as text where nothing else was asked for: %j',
    async (text) => expect(await written(null, text)).toMatchObject({ t: 's', v: text }),
  );

  it('a workbook has numbers as numbers, amounts with two decimals, and missing values empty', async () => {
    expect(await written(null, 1234.5)).toMatchObject({ t: 'n', v: 1234.5 });
    expect(await written('money', -12.5)).toMatchObject({ t: 'n', v: -12.5, z: '#,##0.00' });
    expect(await written('money', null)).toBeUndefined();
    expect(await written('dates', '')).toBeUndefined();
  });

  it('a workbook has days and times of day as dates, as they stand', async () => {
    expect(await written('dates', '2026-11-20')).toMatchObject({
      t: 'n',
      v: serialOf('2026-11-20T00:00'),
      z: 'd mmm yyyy',
    });
    for (const text of ['2026-11-21 02:00', '2026-11-21T02:00', '2026-11-21 02:00:00'])
      expect(await written('dates', text)).toMatchObject({
        t: 'n',
        v: serialOf('2026-11-21T02:00'),
        z: 'd mmm yyyy hh:mm',
      });
  });

  it.each(['2026-06-31', '2026-13-01', '0001-01-01', '2026-11-20 25:00', '20-11-2026', 'MSKU 2026-11-20'])(
    'a workbook leaves a text as it is that is no date: %j',
    async (text) => expect(await written('dates', text)).toMatchObject({ t: 's', v: text }),
  );

  it('a workbook can be read whatever a portal has written', async () => {
    const strange = 'a\u0000b\u000B\uFFFE\uD800c';
    expect((await written(null, strange))?.v).toMatch(/^ab\uFFFD?c$/);
    const long = 'x'.repeat(40_000);
    expect(String((await written(null, long))?.v)).toHaveLength(32_767);
  });

  it('a workbook has the lines in order below their headings, which stay in sight', async () => {
    const sheet = await sheetOf(null, ['first', 'second']);
    expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([['Cell'], ['first'], ['second']]);
  });
});
