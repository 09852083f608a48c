/** What a table proves of itself, the cells that it makes doubtful, and the confidence that follows. */
import { read as readBook } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { workbookOf } from '#activities/pdf/output/workbook.ts';
import { confidenceOf } from '#activities/pdf/tables/confidence.ts';
import { tableWarnings } from '#activities/pdf/tables/doubts.ts';
import { joinTables } from '#activities/pdf/tables/joined.ts';
import { pageTables } from '#activities/pdf/tables/page-tables.ts';
import { proofOf } from '#activities/pdf/tables/proof.ts';
import { valueOf } from '#activities/pdf/words/amounts.ts';
import { english, messageText } from '#contracts/messages/render.ts';
import { gridRulings, gridWords, page } from './synthetic.ts';

const doubtsOf = (rows: string[][]) => proofOf({ rows, merges: [] }).doubts;
const agreedOf = (rows: string[][]) => proofOf({ rows, merges: [] }).agreed;

const order = [
  ['Item', 'Qty', 'Price', 'Amount'],
  ['Shirt', '12', '4.50', '54.00'],
  ['Cap', '30', '2.10', '63.00'],
  ['Sock', '41', '0.95', '38.95'],
  ['Belt', '8', '11.00', '88.00'],
];
const total = ['Total', '91', '', '243.95'];

const changed = (rows: string[][], row: number, column: number, text: string): string[][] =>
  rows.map((cells, at) => cells.map((cell, index) => (at === row && index === column ? text : cell)));

describe('what agrees', () => {
  test('quantity times price is the amount in every row, and totals are sums', () => {
    expect(agreedOf([...order, total])).toBe(6);
    expect(doubtsOf([...order, total])).toEqual([]);
  });
  test('a running balance follows from debits and credits', () => {
    const rows = [
      ['Date', 'Debit', 'Credit', 'Balance'],
      ['1 May', '', '500.00', '1,500.00'],
      ['2 May', '200.00', '', '1,300.00'],
      ['3 May', '', '50.00', '1,350.00'],
      ['4 May', '150.00', '', '1,200.00'],
      ['5 May', '', '25.00', '1,225.00'],
      ['6 May', '', '75.00', '1,300.00'],
    ];
    expect(agreedOf(rows)).toBeGreaterThanOrEqual(4);
    const later = Array.from({ length: 6 }, (_, at) => ['7 May', '', '100.00', `1,${at + 4}00.00`]);
    expect(doubtsOf(changed([...rows, ...later], 3, 3, '1,950.00'))).toContainEqual({
      row: 3,
      column: 3,
      reason: 'balance',
    });
  });
  test('unrelated columns of figures prove nothing', () => {
    const rows = [
      ['Port', 'Calls', 'Berths', 'Cranes'],
      ['Mongla', '12', '7', '31'],
      ['Payra', '31', '5', '18'],
      ['Ctg', '44', '9', '52'],
      ['Dhaka', '9', '3', '11'],
    ];
    expect(proofOf({ rows, merges: [] })).toMatchObject({ agreed: 0, doubts: [] });
  });
});

describe('doubtful cells', () => {
  test.each([
    [
      'a product that differs from its row',
      changed(order, 2, 3, '69.00'),
      { row: 2, column: 3, reason: 'product' },
    ],
    ['letters before a number', changed(order, 2, 2, 'TE 2.10'), { row: 2, column: 2, reason: 'kind' }],
    ['two values in one cell', changed(order, 2, 2, '2.10 0.95'), { row: 2, column: 2, reason: 'several' }],
    ['values without a heading', changed(order, 0, 2, ''), { row: 0, column: 2, reason: 'heading' }],
  ])('the doubts about a table name %s', (_, rows, doubt) => {
    expect(doubtsOf([...rows, ...order.slice(1)])).toContainEqual(doubt);
  });
  test('a total that differs is doubtful if the other totals agree', () => {
    const rows = [...order, total].map((row) => [...row, row[3] ?? '', row[1] ?? '']);
    expect(doubtsOf(changed(rows, 5, 4, '999.00'))).toContainEqual({ row: 5, column: 4, reason: 'sum' });
  });
  test.each(['2.10 each', '2.10*', '2.10 a)', '-'])(
    'a value with its unit or a note (%s) is not doubtful',
    (text) => {
      expect(doubtsOf(changed([...order, ...order.slice(1)], 2, 2, text))).toEqual([]);
    },
  );
});

describe('amounts', () => {
  test.each([
    ['1,30,61,259.41 Dr', -13_061_259.41],
    ['1,500.00 Cr', 1_500],
    ['(2,000)', -2_000],
    ['USD 7.78', 7.78],
    ['১২,৭৫০', 12_750],
    ['45.00-', -45],
  ])('%s is the amount %d', (text, value) => expect(valueOf(text)).toBe(value));
  test.each(['T1893', '1.2.3', '12-05-2026', 'Total', '1,2,3'])('%s is not an amount', (text) =>
    expect(valueOf(text)).toBeUndefined(),
  );
});

describe('confidence', () => {
  const headed = pageTables(page(gridWords(order, 50, 100)));
  const ruled = pageTables(page(gridWords(order), gridRulings(5, 4)));
  const bare = pageTables(page(gridWords([...order.slice(1), ...order.slice(1)], 50, 100)));
  const of = ([table]: ReturnType<typeof pageTables>): number => (table ? confidenceOf(table) : NaN);

  test('rules, a heading over each column, and sums that agree make a table certain', () => {
    expect(of(ruled)).toBeGreaterThan(0.95);
    expect(of(headed)).toBeGreaterThan(0.95);
    expect(of(bare)).toBeLessThan(0.95);
  });
  test('the tables of a page whose text is not what it shows are uncertain', () => {
    const facts = { number: 1, isScan: false, hasText: true, isUnmapped: true, isBrokenBengali: false };
    expect(ruled.map((table) => confidenceOf(table, facts))).toEqual([0.3]);
  });
  test('doubtful cells are explained in both languages, and coloured and listed in the workbook', async () => {
    const words = gridWords(changed(order, 2, 3, '69.00'), 50, 100);
    const tables = joinTables(pageTables(page(words, gridRulings(5, 4))));
    const warnings = tableWarnings(tables);
    expect(warnings.map(english)).toEqual(['p1_t1: check the coloured cells: D3.']);
    expect(warnings.map((warning) => messageText(warning, 'bn'))).toEqual([
      'p1_t1: রঙিন ঘরগুলো মিলিয়ে দেখুন: D3।',
    ]);
    const bytes = await workbookOf({ fileName: 'a.pdf', pages: 1, tables, recognised: [], warnings });
    const book = readBook(bytes, { cellStyles: true });
    const colours = (address: string): unknown => book.Sheets['p1_t1']?.[address]?.s?.fgColor?.rgb;
    expect([colours('D3'), colours('D4')]).toEqual(['FFE699', undefined]);
    expect(Object.values(book.Sheets['Info'] ?? {}).map((cell) => (cell as { v?: unknown }).v)).toContain(
      'p1_t1!D3',
    );
  });
});
