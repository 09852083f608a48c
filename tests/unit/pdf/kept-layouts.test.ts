/** Corrections that the next document of the same layout gets: what recognises it, what is kept, and what is done. */
import { describe, expect, test } from 'vitest';
import type { KeptLayout, KeptRules } from '#contracts/jobs/kept-layouts.ts';
import { drawnKey, unchangedLayout, type TablesLayout } from '#contracts/jobs/pdf-tables.ts';
import type { TableOperation } from '#contracts/jobs/table-corrections.ts';
import { loadEngine } from '#activities/pdf/reading/engine.ts';
import { pagesOf } from '#activities/pdf/reading/document.ts';
import { openPdf } from '#activities/pdf/reading/pdfium.ts';
import { workLayout } from '#activities/pdf/reading/layout-work.ts';
import { tableInArea } from '#activities/pdf/tables/layout.ts';
import { extractTables } from '#activities/pdf/tables/extract.ts';
import { MIB } from '#contracts/byte-sizes.ts';
import { marksOf } from '#activities/pdf/kept/fingerprint.ts';
import { pdfOf, type MadeTable } from './pdf-maker.ts';
import { page, wordsAt } from './synthetic.ts';

const engine = await loadEngine(256 * MIB);
const letter = (sender: string): MadeTable => ({
  rows: [[sender], ['Statement of account 24 May 2026']],
  ruled: false,
  y: 830,
});
const statement = (rows: string[][], headings = ['Date', 'Particulars', 'Debit', 'Balance']): MadeTable => ({
  rows: [headings, ...rows],
  ruled: true,
  y: 760,
});
const may = [
  ['01 May', 'Opening', '0.00', '900.00'],
  ['02 May', 'Freight 12', '100.00', '800.00'],
  ['03 May', 'Charges', '50.00', '750.00'],
  ['Closing', '', '150.00', '750.00'],
];
const june = [
  ['01 Jun', 'Opening', '0.00', '7,750.00'],
  ['04 Jun', 'Duty', '250.00', '7,500.00'],
  ['05 Jun', 'Duty 7', '250.00', '7,250.00'],
  ['06 Jun', 'Duty 8', '250.00', '7,000.00'],
  ['09 Jun', 'Freight 1', '1,000.00', '6,000.00'],
  ['Closing', '', '1,750.00', '6,000.00'],
];

const cartons: MadeTable = {
  rows: [
    ['Carton', 'Net kg'],
    ['C-1', '20.5'],
    ['C-2', '21.0'],
  ],
  ruled: true,
  y: 500,
};

const looked = async (bytes: Uint8Array) => {
  const answer = await workLayout(engine, bytes, 'a.pdf', { kind: 'pages' });
  if (answer.kind !== 'layout' || answer.result.kind !== 'pages') throw new Error('The PDF was not read.');
  return answer.result;
};

/** Returns what is kept of the corrections of a document. */
async function learned(bytes: Uint8Array, change: Partial<TablesLayout>): Promise<KeptRules | undefined> {
  const { pages, pageCount, broken } = await looked(bytes);
  const seen = new TextEncoder().encode(JSON.stringify(pages.map((one) => one.seen)));
  const layout = { ...unchangedLayout, ...change };
  const drawn = layout.drawn.flatMap((area, index) => {
    const table = tableInArea(pages[area.page - 1]!.contents, area);
    return table ? [{ ...table, key: drawnKey(area, index) }] : [];
  });
  const order = { kind: 'changed' as const, pageCount, broken, recognised: [], kept: [], layout, drawn };
  const answer = await workLayout(engine, seen, 'a.pdf', order);
  if (answer.kind !== 'layout' || answer.result.kind !== 'changed') throw new Error('Nothing was exported.');
  return answer.result.learned?.rules;
}

const keptAs = (rules: KeptRules, id = 'b1d5a3de-6f0f-4ac1-a7f7-1a2b3c4d5e6f'): KeptLayout => ({
  id,
  fileName: 'may.pdf',
  correctedAt: '2026-05-24T08:00:00.000Z',
  rules,
});

function extracted(bytes: Uint8Array, kept: KeptLayout[]) {
  const opened = openPdf(engine, bytes);
  if (opened.kind === 'refused') throw new Error(opened.code);
  try {
    return extractTables(pagesOf(opened.document), [], kept);
  } finally {
    opened.document.close();
  }
}

const on = (...operations: TableOperation[]): Partial<TablesLayout> => ({
  corrections: operations.map((operation) => ({ table: '1-1', operation })),
});
const structural: TableOperation[] = [
  { kind: 'text', row: 0, column: 2, was: 'Debit', text: 'Paid' },
  { kind: 'text', row: 2, column: 1, was: 'Freight 12', text: 'Freight' },
  { kind: 'joinColumns', column: 0 },
  { kind: 'total', row: 4, isTotal: true },
];
const padma = (table: MadeTable, ...more: MadeTable[]) =>
  pdfOf([[letter('Padma Bank Limited Gulshan branch'), table, ...more]]);

const titled = (title: string) => pdfOf([[{ rows: [[title]], ruled: false, y: 830 }, statement(june)]]);

describe('what is kept', () => {
  test('columns, headings and labels of totals are kept, and texts of single rows are not', async () => {
    const rules = await learned(await padma(statement(may)), on(...structural));
    expect(rules?.tables).toMatchObject([
      {
        print: { headings: ['date', 'particulars', 'debit', 'balance'] },
        operations: [structural[0], structural[2]],
        totals: [{ label: 'closing', isTotal: true }],
      },
    ]);
    expect(JSON.stringify(rules)).not.toMatch(/Freight|Padma|900/i);
    expect(await learned(await padma(statement(may)), on(structural[1]!))).toBeUndefined();
  });
});

test('corrections that the customer does not want remembered are not kept', async () => {
  const change = { ...on(...structural), isRemembered: false };
  expect(await learned(await padma(statement(may)), change)).toBeUndefined();
});

describe('the next document', () => {
  test('the next document of a layout is corrected in the same way, with other dates, amounts and more rows', async () => {
    const rules = (await learned(await padma(statement(may)), on(...structural)))!;
    const { tables, layout, warnings } = extracted(await padma(statement(june)), [keptAs(rules)]);
    expect(tables[0]?.rows[0]).toEqual(['Date Particulars', 'Paid', 'Balance']);
    expect(tables[0]?.rows[3]).toEqual(['05 Jun Duty 7', '250.00', '7,250.00']);
    expect(tables[0]?.totals).toEqual([{ row: 6, isTotal: true }]);
    expect(layout?.kept).toMatchObject({ fileName: 'may.pdf' });
    expect(warnings[0]).toMatchObject({ key: 'pdf.keptApplied', params: { day: '2026-05-24' } });
  });

  test('a table that was left out is left out again, and the others stay', async () => {
    const rules = (await learned(await padma(statement(may), cartons), { dropped: ['1-2'] }))!;
    const { tables } = extracted(await padma(statement(june), cartons), [keptAs(rules)]);
    expect(tables.map(({ rows }) => rows[0]?.[0])).toEqual(['Date']);
  });

  test('a table that was left out and drawn again without its place stays in the next document', async () => {
    const bytes = await padma(statement(may));
    const { box } = (await looked(bytes)).pages[0]!.seen.tables[0]!;
    const drawn = [{ page: 1, box, columns: null, rowLines: null, replaces: null, id: 1 }];
    const rules = await learned(bytes, { dropped: ['1-1'], drawn });
    const { tables } = extracted(await padma(statement(june)), rules ? [keptAs(rules)] : []);
    expect(tables[0]?.rows[2]).toEqual(['04 Jun', 'Duty', '250.00', '7,500.00']);
  });

  test('a table that was left out stays left out although another one was drawn elsewhere on its page', async () => {
    const bytes = await padma(statement(may), cartons);
    const { box } = (await looked(bytes)).pages[0]!.seen.tables[0]!;
    const drawn = [{ page: 1, box, columns: null, rowLines: null, replaces: null, id: 1 }];
    const rules = (await learned(bytes, { dropped: ['1-1', '1-2'], drawn }))!;
    expect(rules.tables).toMatchObject([{ print: { headings: ['carton', 'net kg'] }, isDropped: true }]);
  });

  test('a document whose only table was left out once keeps its tables', async () => {
    const rules = (await learned(await padma(statement(may), cartons), { dropped: ['1-1'] }))!;
    const { tables, layout, warnings } = extracted(await padma(statement(june)), [keptAs(rules)]);
    expect(tables.map(({ rows }) => rows[0]?.[0])).toEqual(['Date']);
    expect(layout).toBeUndefined();
    expect(warnings.map(({ key }) => key)).not.toContain('pdf.keptApplied');
  });

  test('column lines that were drawn are drawn again at the same places', async () => {
    const bytes = await padma(statement(may));
    const { seen } = (await looked(bytes)).pages[0]!;
    const [table] = seen.tables;
    const lines = { columns: [230, 320], rowLines: null };
    const drawn = [{ page: 1, box: table!.box, ...lines, replaces: '1-1', id: 1 }];
    const rules = (await learned(bytes, { drawn }))!;
    const { tables, layout } = extracted(await padma(statement(june)), [keptAs(rules)]);
    expect(layout?.drawn).toMatchObject([{ columns: [230, 320], replaces: '1-1' }]);
    expect(tables[0]?.rows[2]).toEqual(['04 Jun Duty', '250.00', '7,500.00']);
  });

  test('row lines and unchanged column lines are not kept', async () => {
    const bytes = await padma(statement(may));
    const { box, gutters, rowTops } = (await looked(bytes)).pages[0]!.seen.tables[0]!;
    const columns = gutters.map(({ from, to }) => (from + to) / 2);
    const moved = rowTops.slice(2);
    const drawnWith = (lines: { columns: number[]; rowLines: number[] }) =>
      learned(bytes, { drawn: [{ page: 1, box, ...lines, replaces: '1-1', id: 1 }] });
    expect(await drawnWith({ columns, rowLines: moved })).toBeUndefined();
    const rules = await drawnWith({ columns: columns.slice(1), rowLines: moved });
    expect(rules?.tables).toMatchObject([{ columns: columns.slice(1) }]);
    expect(JSON.stringify(rules)).not.toContain('rowLines');
  });

  test('a document of another sender, or with other headings or columns, is not corrected', async () => {
    const rules = (await learned(await padma(statement(may)), on(structural[2]!)))!;
    const others = await Promise.all([
      pdfOf([[{ rows: [['Meghna Insurance'], ['Premium notice']], ruled: false, y: 830 }, statement(june)]]),
      padma(statement(june, ['Date', 'Buyer', 'Order', 'Value'])),
      padma({ rows: statement(june).rows.map((row) => row.slice(0, 3)), ruled: true, y: 760 }),
    ]);
    for (const bytes of others) {
      const { tables, layout, warnings } = extracted(bytes, [keptAs(rules)]);
      expect(layout).toBeUndefined();
      expect(tables[0]?.rows[0]?.[0]).toBe('Date');
      expect(warnings.map(({ key }) => key)).not.toContain('pdf.keptApplied');
    }
  });

  test('a layout with hardly any marks does not fit a document that names its sender or has another title', async () => {
    const rules = (await learned(await titled('Bank statement'), on(structural[2]!)))!;
    const kept = [keptAs(rules)];
    expect(extracted(await titled('Bank statement'), kept).layout).toBeDefined();
    expect(extracted(await titled('Shipping documents'), kept).layout).toBeUndefined();
    expect(extracted(await padma(statement(june)), kept).layout).toBeUndefined();
  });

  test('the month in a title makes no difference, in English or Bengali', async () => {
    const rules = (await learned(await titled('Statement of May 2026'), on(structural[2]!)))!;
    expect(extracted(await titled('Statement of September 2026'), [keptAs(rules)]).layout).toBeDefined();
    expect(extracted(await titled('Statement of Meghna Bank'), [keptAs(rules)]).layout).toBeUndefined();
    const marks = (text: string) => marksOf(page(wordsAt(text, 50, 100)), []);
    expect(marks('বিবরণী জানুয়ারি ২০২৬')).toEqual(marks('বিবরণী মে ২০২৬'));
    expect(marks('বিবরণী মেঘনা')).not.toEqual(marks('বিবরণী মে'));
  });

  test('a form without a heading is recognised by what is printed in its upper part', async () => {
    const form = (invoice: string, amount: string, exporter = 'Padma Knit Composite') =>
      pdfOf([
        [
          {
            rows: [
              ['Exporter', exporter, amount],
              ['Invoice no', invoice, 'Despatched from'],
              ['Marks', 'Order', 'Chattogram'],
              ['Shirt', '7', amount],
            ],
            ruled: true,
          },
        ],
      ]);
    const rules = (await learned(await form('2211', '8.00'), on({ kind: 'removeColumn', column: 1 })))!;
    expect(extracted(await form('2307', '96.50'), [keptAs(rules)]).tables[0]?.rows[3]).toEqual([
      'Shirt',
      '96.50',
    ]);
    const other = await pdfOf([
      [
        {
          rows: [
            ['Tenant', 'Rahim', '8.00'],
            ['House', '4', 'Road'],
            ['Month', 'May', 'Dhaka'],
            ['Rent', '7', '9.00'],
          ],
          ruled: true,
        },
      ],
    ]);
    expect(extracted(other, [keptAs(rules)]).layout).toBeUndefined();
  });

  test('of two kept layouts that fit equally well, the one that was corrected last is applied', async () => {
    const first = (await learned(await padma(statement(may)), on(structural[2]!)))!;
    const second = (await learned(await padma(statement(may)), on({ kind: 'removeColumn', column: 1 })))!;
    const newest = keptAs(second, 'c1d5a3de-6f0f-4ac1-a7f7-1a2b3c4d5e6f');
    const { tables, layout } = extracted(await padma(statement(june)), [newest, keptAs(first)]);
    expect(layout?.kept?.id).toBe(newest.id);
    expect(tables[0]?.rows[0]).toEqual(['Date', 'Debit', 'Balance']);
  });
});
