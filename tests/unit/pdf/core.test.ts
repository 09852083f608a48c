/** Converts pages to tables, on pages made for the purpose. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinTables } from '#activities/pdf/tables/joined.ts';
import { safeMerges } from '#activities/pdf/tables/merges.ts';
import { pageTables } from '#activities/pdf/tables/page-tables.ts';
import { wordsOf } from '#activities/pdf/words/words.ts';
import { gridRulings, gridWords, page, wordsAt } from './synthetic.ts';

const invoice = [
  ['Item', 'Qty', 'Price'],
  ['Shirt', '12', '4.50'],
  ['Cap', '30', '2.10'],
  ['Sock', '41', '0.95'],
];

describe('no table is found', () => {
  test('the scattered labels of a chart are not a table', () => {
    const labels = [
      ['450', 'Spain', '', '', '', '9'],
      ['400', '', '', 'Italy', '', ''],
      ['', '12', '', '', '14', ''],
      ['350', '', 'Malta', '', '', ''],
      ['', '', '16', '', '', '8'],
      ['300', '', '', '', 'Ireland', ''],
      ['', '19', '', '21', '', ''],
    ];
    expect(pageTables(page(gridWords(labels)))).toEqual([]);
  });
  test('the labels under the bars of a chart are not a table', () => {
    const labels = [
      ['North', 'South', 'East', 'West'],
      ['12', '19', '7', '30'],
      ['2024', '2025', '2026', '2027'],
    ];
    const fills = [80, 180, 280, 340].map((x0, index) => ({
      x0,
      x1: x0 + 8,
      y0: 110 - index * 15,
      y1: 150,
    }));
    const words = gridWords(labels, 50, 90, 30);
    expect(pageTables(page(words))).toHaveLength(1);
    expect(pageTables(page(words, { fills }))).toEqual([]);
  });
  test('the address and the references at the head of a letter are not a table', () => {
    const head = [
      ['Padma Textiles Ltd.', '', '', 'Invoice No. 4412'],
      ['Plot 78, DEPZ', '', '', 'Date 12 May'],
      ['Dhaka 1349', '', '', 'L/C 62001'],
    ];
    expect(pageTables(page(gridWords(head)))).toEqual([]);
  });
  test('an empty page has no table', () => expect(pageTables(page([]))).toEqual([]));
  test('running text is not a table', () => {
    const text = 'The goods are shipped from Chattogram to Gothenburg by sea under the contract';
    const lines = Array.from({ length: 12 }, (_, index) => wordsAt(text, 50, 100 + index * 14)).flat();
    expect(pageTables(page(lines))).toEqual([]);
  });
  test('a frame around a single text is not a table', () => {
    expect(pageTables(page(wordsAt('Shipping mark', 60, 100), gridRulings(1, 2)))).toEqual([]);
  });
});

describe('tables side by side', () => {
  test('two tables side by side are read as two even if their lines are at different heights', () => {
    const left = [
      ['Region', 'Sales'],
      ['Dhaka', '120'],
      ['Sylhet', '340'],
      ['Khulna', '56'],
      ['Barishal', '71'],
      ['Rangpur', '18'],
    ];
    const right = [
      ['Port', 'Calls'],
      ['Mongla', '12'],
      ['Payra', '31'],
      ['Chattogram', '44'],
      ['Narayanganj', '9'],
      ['Benapole', '3'],
    ];
    const words = [...gridWords(left, 50, 100, 14), ...gridWords(right, 330, 107, 17)];
    expect(pageTables(page(words)).map((table) => table.rows)).toEqual([left, right]);
  });
});

describe('columns that stand as close as words', () => {
  test('columns as close as words are recognised by gaps at the same position in line after line', () => {
    const rows = [
      ['Shirt', '5,032', 'PCS'],
      ['Cap', '2,811', 'PCS'],
      ['Sock', '4,951', 'DZN'],
      ['Scarf', '9,044', 'SET'],
      ['Belt', '7,120', 'PCS'],
    ];
    const words = rows.flatMap(([item = '', count = '', unit = ''], index) => [
      ...wordsAt(item, 50, 100 + index * 14),
      ...wordsAt(count, 150, 100 + index * 14),
      ...wordsAt(unit, 180, 100 + index * 14),
    ]);
    expect(pageTables(page(words))[0]?.rows).toEqual(rows);
  });
});

describe('a ruled table', () => {
  test('a ruled table keeps all of its cells, blank ones too', () => {
    const rows = [
      ['Item', 'Qty', 'Price'],
      ['Shirt', '', '4.50'],
      ['', '30', '2.10'],
    ];
    const [table] = pageTables(page(gridWords(rows), gridRulings(3, 3)));
    expect(table?.rows).toEqual(rows);
    expect(table?.merges).toEqual([]);
  });
  test('a ruled table has a merged cell where a rule is missing', () => {
    const rulings = gridRulings(3, 3);
    rulings.verticals[2] = { at: 245, from: 112, to: 140 };
    const rows = [
      ['Item', 'Sizes', ''],
      ['Shirt', '12', '14'],
      ['Cap', '30', '31'],
    ];
    const [table] = pageTables(page(gridWords(rows), rulings));
    expect(table?.rows).toEqual(rows);
    expect(table?.merges).toEqual([{ row: 0, column: 1, rowSpan: 1, columnSpan: 2 }]);
  });
  test('a ruled table without outer borders at its sides is closed there', () => {
    const { horizontals, verticals } = gridRulings(4, 3);
    const [table] = pageTables(page(gridWords(invoice), { horizontals, verticals: verticals.slice(1, -1) }));
    expect(table?.rows).toEqual(invoice);
  });
  test('a ruled table includes the column of labels to the left of its first rule', () => {
    const { horizontals, verticals } = gridRulings(4, 3);
    const shorter = horizontals.map((ruling, index) => (index === 0 ? ruling : { ...ruling, from: 145 }));
    const rulings = { horizontals: shorter, verticals: verticals.slice(1) };
    expect(pageTables(page(gridWords(invoice), rulings)).map((table) => table.rows)).toEqual([invoice]);
  });
  test('a ruled table joins the lines of one cell', () => {
    const words = [
      ...gridWords(
        [
          ['Item', 'Qty'],
          ['Shirt', '12'],
        ],
        50,
        100,
        28,
      ),
      ...wordsAt('blue', 50, 140),
    ];
    const [table] = pageTables(page(words, gridRulings(2, 2, 45, 98, 28)));
    expect(table?.rows).toEqual([
      ['Item', 'Qty'],
      ['Shirt blue', '12'],
    ]);
  });
});

describe('a table without rules', () => {
  test('a table without rules gets its columns from the gaps', () => {
    expect(pageTables(page(gridWords(invoice))).map((table) => table.rows)).toEqual([invoice]);
  });
  test('a table without rules joins the rest of a wrapped cell to its row', () => {
    const rows = [
      ['Code', 'Item', 'Qty', 'Price'],
      ['A1', 'Shirt', '12', '4.50'],
      ['A2', 'Cap', '30', '2.10'],
    ];
    const words = [
      ...gridWords(rows),
      ...wordsAt('with peak', 150, 139),
      ...gridWords([['A3', 'Sock', '41', '0.95']], 50, 153),
    ];
    const [table] = pageTables(page(words));
    expect(table?.rows).toEqual([
      ...rows.slice(0, 2),
      ['A2', 'Cap with peak', '30', '2.10'],
      ['A3', 'Sock', '41', '0.95'],
    ]);
  });
  test('a table without rules ends where running text begins', () => {
    const note = 'All prices are in USD and include packing and the carriage to the port';
    const words = [...gridWords(invoice), ...wordsAt(note, 50, 170), ...wordsAt(note, 50, 184)];
    expect(pageTables(page(words)).map((table) => table.rows)).toEqual([invoice]);
  });
  test('tables with and without rules on one page are read from the top down', () => {
    const other = [
      ['Date', 'Paid'],
      ['1 May', '20'],
      ['2 May', '35'],
    ];
    const words = [...gridWords(invoice), ...gridWords(other, 50, 400)];
    const tables = pageTables(page(words, gridRulings(3, 2, 45, 398)));
    expect(tables.map((table) => table.rows)).toEqual([invoice, other]);
  });
});

describe('the header of a table without rules', () => {
  const body = [
    ['A1', '12', '4.50', '9'],
    ['A2', '30', '2.10', '8'],
    ['A3', '41', '0.95', '7'],
  ];
  test('a header without rules is one row, even if its cells are wrapped', () => {
    const words = gridWords([['', '', 'Unit', ''], ['Code', 'Qty', 'Price', 'Days'], ...body], 50, 100, 12);
    const [table] = pageTables(page([...wordsAt('Total', 150, 100), ...words]));
    expect(table?.rows).toEqual([['Code', 'Total Qty', 'Unit Price', 'Days'], ...body]);
  });
  test('a heading that is centred above several columns becomes a merged cell over them', () => {
    const words = gridWords([['Code', '', '', 'Days'], ['', 'Net', 'Gross', ''], ...body], 50, 100, 12);
    const [table] = pageTables(page([...words, ...wordsAt('Weight', 197, 100)]));
    expect(table?.rows.slice(0, 2)).toEqual([
      ['Code', 'Weight', '', 'Days'],
      ['', 'Net', 'Gross', ''],
    ]);
    expect(table?.merges).toEqual([
      { row: 0, column: 1, rowSpan: 1, columnSpan: 2 },
      { row: 0, column: 0, rowSpan: 2, columnSpan: 1 },
      { row: 0, column: 3, rowSpan: 2, columnSpan: 1 },
    ]);
  });
});

describe('in a table without rules', () => {
  test('the heading of a group of codes is merged over all columns', () => {
    const rows = [
      ['Code', 'Item', 'Price'],
      ['Tools', '', ''],
      ['A1', 'Saw', '4.50'],
      ['A2', 'Axe', '2.10'],
    ];
    const [table] = pageTables(page(gridWords([...rows, ['A3', 'Rope', '0.95']])));
    expect(table?.merges).toEqual([{ row: 1, column: 0, rowSpan: 1, columnSpan: 3 }]);
  });
  test('values beside two lines of a label are in one row with it', () => {
    const rows = [
      ['Item', 'Qty', 'Price'],
      ['Shirt', '12', '4.50'],
      ['Cap', '30', '2.10'],
    ];
    const wrapped = [
      ...wordsAt('Sock', 50, 154),
      ...gridWords([['', '41', '0.95']], 50, 160),
      ...wordsAt('long', 50, 166),
    ];
    const [table] = pageTables(page([...gridWords(rows, 50, 100, 20), ...wrapped]));
    expect(table?.rows).toEqual([...rows, ['Sock long', '41', '0.95']]);
  });
});

describe('a table over several pages', () => {
  const onPages = (...parts: string[][][]) =>
    joinTables(
      parts.flatMap((rows, index) =>
        pageTables(page(gridWords(rows), gridRulings(rows.length, 3), index + 1)),
      ),
    );
  const header = invoice[0]!;
  const body = invoice.slice(1);

  test('a table over several pages is one table that has its repeated header once', () => {
    const [table, ...others] = onPages(invoice, [header, ...body], [header, ...body]);
    expect(others).toEqual([]);
    expect(table?.rows).toEqual([header, ...body, ...body, ...body]);
    expect(table).toMatchObject({ firstPage: 1, lastPage: 3, numberOnPage: 1 });
  });
  test('a table over several pages is one table even if its header is not repeated', () => {
    expect(onPages(invoice, body).map((table) => table.rows)).toEqual([[...invoice, ...body]]);
  });
  test('a table is not joined with one that has another header', () => {
    expect(onPages(invoice, [['Port', 'Days', 'Cost'], ...body])).toHaveLength(2);
  });
  test('a table is not joined across a page without a table', () => {
    const tables = [1, 3].flatMap((number) =>
      pageTables(page(gridWords(invoice), gridRulings(4, 3), number)),
    );
    expect(joinTables(tables)).toHaveLength(2);
  });
  test('a table is not joined with one that has other columns', () => {
    const narrow = pageTables(page(gridWords(invoice), gridRulings(4, 3), 1));
    const wide = pageTables(page(gridWords(invoice, 90), gridRulings(4, 3, 85), 2));
    expect(joinTables([...narrow, ...wide])).toHaveLength(2);
  });
});

describe('words', () => {
  const glyph = (text: string, x0: number, afterSpace = false) => ({
    text,
    x0,
    x1: x0 + 5,
    y0: 0,
    y1: 10,
    quarterTurns: 0,
    afterSpace,
    unmapped: false,
  });
  test('a word ends at a gap and at a space', () => {
    const words = wordsOf([glyph('a', 0), glyph('b', 5), glyph('c', 20), glyph('d', 25, true)]);
    expect(words.map((word) => word.text)).toEqual(['ab', 'c', 'd']);
  });
  test('a Bengali cluster that is stored with each of its glyphs is read once', () => {
    const cluster = (x0: number) => [glyph('ম', x0), { ...glyph('ূ', x0), x0: x0 + 2, x1: x0 + 5 }];
    const words = wordsOf([...cluster(0), ...cluster(2), glyph('ল', 7)]);
    expect(words.map((word) => word.text)).toEqual(['মূল']);
  });
  test('a word that is printed twice to look bold is read once', () => {
    const words = wordsOf([glyph('a', 0), glyph('b', 5), glyph('a', 0.2), glyph('b', 5.2)]);
    expect(words.map((word) => word.text)).toEqual(['ab']);
  });
});

test('merged cells never overlap and never hide a text', () => {
  const merge = fc.record({
    row: fc.nat(4),
    column: fc.nat(4),
    rowSpan: fc.integer({ min: 1, max: 3 }),
    columnSpan: fc.integer({ min: 1, max: 3 }),
  });
  const rows = fc.array(fc.array(fc.constantFrom('', '', '', 'x'), { minLength: 5, maxLength: 5 }), {
    minLength: 5,
    maxLength: 5,
  });
  fc.assert(
    fc.property(rows, fc.array(merge, { maxLength: 8 }), (cells, merges) => {
      const seen = new Set<string>();
      for (const { row, column, rowSpan, columnSpan } of safeMerges({ rows: cells, merges })) {
        for (let r = row; r < row + rowSpan; r++) {
          for (let c = column; c < column + columnSpan; c++) {
            expect(seen.has(`${r}:${c}`)).toBe(false);
            seen.add(`${r}:${c}`);
            if (r !== row || c !== column) expect(cells[r]![c]).toBe('');
          }
        }
      }
    }),
  );
});

test('a table never invents, drops or repeats a word of the page', () => {
  const cell = fc.constantFrom('', 'Shirt', '12', '4.50', 'PO-77', 'red cap');
  const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 3, maxLength: 9 });
  fc.assert(
    fc.property(rows, fc.boolean(), (texts, ruled) => {
      const words = gridWords(texts);
      const tables = pageTables(page(words, ruled ? gridRulings(texts.length, 3) : {}));
      const read = tables.flatMap((table) => table.rows.flat().join(' ').split(' ')).filter(Boolean);
      const there = words.map((word) => word.text);
      for (const text of new Set(read)) {
        expect(read.filter((other) => other === text).length).toBeLessThanOrEqual(
          there.filter((other) => other === text).length,
        );
      }
    }),
  );
});
