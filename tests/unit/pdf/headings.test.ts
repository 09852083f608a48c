/** Reads tables whose headings, labels and titles are aligned otherwise than the texts below them. */
import { describe, expect, test } from 'vitest';
import { pageTables } from '#activities/pdf/tables/page-tables.ts';
import type { Word } from '#activities/pdf/words/words.ts';
import { page, wordsAt } from './synthetic.ts';

type Align = 'left' | 'right';
/** A column from one position to the next, with the alignment of its texts. */
type Column = { from: number; to: number; align: Align };

function widthOf(text: string): number {
  const [first] = wordsAt(text, 0, 0);
  const last = wordsAt(text, 0, 0).at(-1);
  return (last?.x1 ?? 0) - (first?.x0 ?? 0);
}

function placed(text: string, { from, to, align }: Column, y: number): Word[] {
  return text === '' ? [] : wordsAt(text, align === 'left' ? from : to - widthOf(text), y);
}

const rowsAt = (
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
  y: number,
  pitch = 14,
): Word[] =>
  rows.flatMap((row, index) =>
    row.flatMap((text, column) => placed(text, columns[column]!, y + index * pitch)),
  );

const leftAligned = (columns: readonly Column[]): Column[] =>
  columns.map((column) => ({ ...column, align: 'left' }));

const tablesIn = (words: Word[]) => pageTables(page(words)).map(({ rows }) => rows);

const narrow: Column[] = [
  { from: 50, to: 150, align: 'left' },
  { from: 160, to: 205, align: 'right' },
  { from: 210, to: 255, align: 'right' },
  { from: 260, to: 330, align: 'right' },
];
const growth = [
  ['Country', 'FY24', 'FY25', 'Growth %'],
  ['Germany', '3,216.5', '5,654.4', '4.0'],
  ['Spain', '1,125.3', '4,237.4', '5.3'],
  ['France', '6,849.8', '2,390.0', '4.2'],
  ['Poland', '4,180.8', '6,209.0', '5.5'],
];
const wide: Column[] = [
  { from: 50, to: 120, align: 'left' },
  { from: 130, to: 330, align: 'right' },
  { from: 340, to: 540, align: 'right' },
];
const lots = [
  ['Lot', 'Quantity', 'Rate'],
  ['B4665637', '1,161', '94.7019'],
  ['B8980719', '5,570', '97.7141'],
  ['X6542088', '7,134', '87.5447'],
];

describe('headings belong to the columns below them', () => {
  test('left-aligned headings that nearly touch stay over their right-aligned numbers', () => {
    const header = rowsAt(growth.slice(0, 1), leftAligned(narrow), 100);
    expect(tablesIn([...header, ...rowsAt(growth.slice(1), narrow, 114)])).toEqual([growth]);
  });
  test('two headings that are as close as words are two headings over two columns', () => {
    const [first, ...rest] = growth.slice(1);
    const header = [
      ...wordsAt('Country', 50, 100),
      ...wordsAt('Total', 180, 100),
      ...wordsAt('Total', 210, 100),
      ...wordsAt('Share', 305, 100),
    ];
    const rows = [['Country', 'Total', 'Total', 'Share'], first, ...rest];
    expect(tablesIn([...header, ...rowsAt(growth.slice(1), narrow, 114)])).toEqual([rows]);
  });
  test('headings far left of their right-aligned numbers form no columns of their own', () => {
    const header = rowsAt(lots.slice(0, 1), leftAligned(wide), 100);
    expect(tablesIn([...header, ...rowsAt(lots.slice(1), wide, 114)])).toEqual([lots]);
  });
  test('a heading of two lines is one heading beside headings of one line', () => {
    const header = [
      ...wordsAt('Net', 300, 96),
      ...wordsAt('weight', 300, 107),
      ...wordsAt('Lot', 50, 101),
      ...wordsAt('Rate', 520, 101),
    ];
    const rows = [['Lot', 'Net weight', 'Rate'], ...lots.slice(1)];
    expect(tablesIn([...header, ...rowsAt(lots.slice(1), wide, 124)])).toEqual([rows]);
  });
  test('two lines of complete headings above records of two lines are two rows', () => {
    const rows = [
      ['Bill', 'Exporter', 'Amount', 'Maturity'],
      ['Permit', 'Buyer', 'Value', 'Status'],
      ['F8216', 'Padma', '76,145.26', '05/12/26'],
      ['E1200', 'Nordic', '91,300.10', 'open'],
      ['F8217', 'Meghna', '11,145.26', '06/12/26'],
      ['E1201', 'Baltic', '12,300.10', 'open'],
    ];
    expect(tablesIn(rowsAt(rows, leftAligned(narrow), 100, 16))).toEqual([rows]);
  });
});

describe('labels that cover several columns', () => {
  const merges = (words: Word[]) => pageTables(page(words)).map((table) => table.merges);
  const columns: Column[] = [
    { from: 50, to: 140, align: 'left' },
    { from: 160, to: 250, align: 'left' },
    { from: 270, to: 340, align: 'right' },
  ];
  const banks = [
    ['Bank', 'Country', 'Amount'],
    ['City', 'Spain', '1,161.20'],
    ['Eastern', 'Canada', '5,570.10'],
    ['Prime', 'Germany', '7,134.00'],
  ];
  test('the label of a total is merged up to the column at whose end it is aligned', () => {
    const total = [...wordsAt('Grand total', 193, 156), ...wordsAt('13,865.30', 295, 156)];
    const words = [...rowsAt(banks, columns, 100), ...total];
    expect(tablesIn(words)).toEqual([[...banks, ['Grand total', '', '13,865.30']]]);
    expect(merges(words)).toEqual([[{ row: 4, column: 0, rowSpan: 1, columnSpan: 2 }]]);
  });
  test('a total with a long label is a row of the table and not a note below it', () => {
    const four: Column[] = [...columns, { from: 360, to: 420, align: 'right' }];
    const rows = banks.map((row, index) => [...row, ['Paid', '1,000.00', '2,000.00', '3,000.00'][index]!]);
    const label = 'Total of the amounts paid for this declaration';
    const words = [...rowsAt(rows, four, 100), ...wordsAt(label, 50, 156), ...wordsAt('6,000.00', 380, 156)];
    expect(tablesIn(words)).toEqual([[...rows, [label, '', '', '6,000.00']]]);
    expect(merges(words)).toEqual([[{ row: 4, column: 0, rowSpan: 1, columnSpan: 3 }]]);
  });
  test('the heading of a group of rows covers the table', () => {
    const rows = [...banks.slice(0, 1), ['Group A: private', '', ''], ...banks.slice(1)];
    expect(merges(rowsAt(rows, columns, 100))).toEqual([[{ row: 1, column: 0, rowSpan: 1, columnSpan: 3 }]]);
  });
  test('a group whose rows are indented keeps its heading in the first cell', () => {
    const indented: Column[] = [{ from: 60, to: 140, align: 'left' }, ...columns.slice(1)];
    const words = [
      ...rowsAt(banks.slice(0, 1), columns, 100),
      ...wordsAt('Private', 50, 114),
      ...rowsAt(banks.slice(1), indented, 128),
    ];
    expect(merges(words)).toEqual([[]]);
  });
});

describe('tables below each other', () => {
  test('a title between two tables with different columns separates them', () => {
    const words = [
      ...rowsAt(growth, narrow, 100),
      ...wordsAt('Delivery schedule', 48, 182),
      ...rowsAt(lots, wide, 206),
    ];
    expect(tablesIn(words)).toEqual([growth, lots]);
  });
  test('codes in the same column above each other are never one cell, however close their rows are', () => {
    const rows = [
      ['Lot', 'Bank', 'Qty'],
      ['A2817635', 'City', '1,145'],
      ['X5889470', 'Prime', ''],
      ['X2589326', 'Eastern', '3,929'],
      ['A2169007', 'City', '4,484'],
    ];
    const steps = [100, 114.5, 129, 142.8, 157.3];
    const words = rows.flatMap((row, index) => rowsAt([row], wide, steps[index]!));
    expect(tablesIn(words)).toEqual([rows]);
  });
  test('a text in the next column is not read as part of the number before it', () => {
    const close: Column[] = [
      { from: 50, to: 120, align: 'left' },
      { from: 130, to: 200, align: 'right' },
      { from: 205, to: 280, align: 'left' },
    ];
    const rows = [
      ['Bank', 'Value', 'Status'],
      ['City', '87,095.23', ''],
      ['Prime', '28,942.61', ''],
      ['City', '70,695.26', 'Paid'],
      ['Eastern', '', 'Overdue'],
      ['City', '59,233.62', 'Overdue'],
    ];
    expect(tablesIn(rowsAt(rows, close, 100))).toEqual([rows]);
  });
});

describe('tables without rules that have hardly any numbers', () => {
  test('a few rows of measures with their units are a table', () => {
    const rows = [
      ['Tube', 'Water', 'Sugar'],
      ['2', '24 ml', '0 ml'],
      ['3', '12 ml', '12 ml'],
      ['4', '4 ml', '12 ml'],
    ];
    expect(tablesIn(rowsAt(rows, wide, 100))).toEqual([rows]);
  });
  test('full rows of short texts that each begin an entry are a table', () => {
    const columns: Column[] = [
      { from: 50, to: 160, align: 'left' },
      { from: 180, to: 300, align: 'left' },
      { from: 320, to: 560, align: 'left' },
    ];
    const rows = [
      ['Channel', 'Medium', 'Examples'],
      ['Direct', 'Physical or digital', 'Meetings, email lists'],
      ['Indirect', 'Primarily digital', 'Websites, videos, news articles'],
      ['Messaging', 'Physical or digital', 'Brochures, signs'],
      ['Goodies', 'Primarily physical', 'Pens, notepads'],
    ];
    expect(tablesIn(rowsAt(rows, columns, 100))).toEqual([rows]);
  });
  test('rows between the rules of a printed table are a table, and the same rows alone are not', () => {
    const columns: Column[] = [
      { from: 50, to: 200, align: 'left' },
      { from: 220, to: 400, align: 'left' },
    ];
    const rows = [
      ['Potosi Pupfish', 'Cyprinodon alvarezi'],
      ['Golden Skiffia', 'Skiffia francesae'],
      ['Butterfly Splitfin', 'Ameca splendens'],
    ];
    const words = [...wordsAt('Fish species', 50, 86), ...rowsAt(rows, columns, 106)];
    const horizontals = [82, 100, 150].map((at) => ({ at, from: 45, to: 400 }));
    expect(pageTables(page(words, { horizontals })).map((table) => table.rows)).toEqual([rows]);
    expect(tablesIn(words)).toEqual([]);
  });
});

describe('headings that are repeated beside each other', () => {
  const pairs = (length: number): string[][] => [
    ['Age', 'Persons', 'Age', 'Persons'],
    ...Array.from({ length: 6 }, (_, index) => [
      `${index} years`,
      `${index + 3},261`,
      ...(index < length ? [`${index + 40} years`, `${index + 2},375`] : ['', '']),
    ]),
  ];
  const columns: Column[] = [50, 150, 300, 400].map((from) => ({ from, to: from + 80, align: 'left' }));
  test('parts that end in the same row are one table', () => {
    expect(tablesIn(rowsAt(pairs(6), columns, 100))).toEqual([pairs(6)]);
  });
  test('parts that end in different rows are separate tables', () => {
    expect(tablesIn(rowsAt(pairs(4), columns, 100))).toHaveLength(2);
  });
});

test('a complete row of words below the header is not part of the header, even above blank columns', () => {
  const columns: Column[] = [50, 100, 160, 240, 340].map((from) => ({ from, to: from + 40, align: 'left' }));
  const rows = [
    ['', 'A', 'B', 'C', 'D'],
    ['1', 'time', 'observed', 'forecast', 'lower'],
    ['2', '0', '13', '', ''],
    ['3', '1', '12', '', ''],
    ['4', '2', '13.5', '', ''],
    ['5', '3', '15', '', ''],
    ['6', '4', '', '17.90', '17.91'],
    ['7', '5', '', '19.73', '17.99'],
  ];
  expect(tablesIn(rowsAt(rows, columns, 100))).toEqual([rows]);
});

test('the foot of the page with its number is not a row of the table above it', () => {
  const foot = [...wordsAt('Annex A', 260, 170), ...wordsAt('Page 12 of 14', 410, 170)];
  const columns: Column[] = [50, 150, 260, 410].map((from) => ({ from, to: from + 80, align: 'left' }));
  expect(tablesIn([...rowsAt(growth, columns, 100), ...foot])).toEqual([growth]);
});
