/** Parts of tables that are easily dropped: columns on a second page, vertical headings, and typed boxes. */
import { describe, expect, test } from 'vitest';
import { cellBorders } from '#activities/pdf/words/cell-borders.ts';
import { rulingsOf } from '#activities/pdf/words/rulings.ts';
import { typedRules } from '#activities/pdf/words/typed-rules.ts';
import { asidesOf } from '#activities/pdf/reading/asides.ts';
import type { Glyph, RawPage } from '#activities/pdf/reading/raw-page.ts';
import { extractTables } from '#activities/pdf/tables/extract.ts';
import { pageTables } from '#activities/pdf/tables/page-tables.ts';
import type { Word } from '#activities/pdf/words/words.ts';
import { english } from '#contracts/messages/render.ts';
import { gridRulings, gridWords, page, wordsAt } from './synthetic.ts';

const rowsOf = (words: Word[], drawn: Parameters<typeof page>[1] = {}) =>
  pageTables(page(words, drawn)).map(({ rows }) => rows);

const letters = (
  text: string,
  at: (index: number) => { x: number; y: number },
  quarterTurns: number,
): Glyph[] =>
  Array.from(text, (letter, index) => {
    const { x, y } = at(index);
    return {
      text: letter,
      x0: x,
      y0: y,
      x1: x + 8,
      y1: y + 8,
      quarterTurns,
      afterSpace: false,
      unmapped: false,
    };
  });

/** Letters one above the other from the bottom upwards, in visual coordinates. */
const upwards = (text: string, x: number, bottom: number): Glyph[] =>
  letters(text, (index) => ({ x, y: bottom - (index + 1) * 8 }), 1);

describe('headings that run upwards', () => {
  const body = [
    ['L356', '60.5', '167'],
    ['L695', '55.7', '179'],
    ['L662', '55.1', '162'],
    ['L107', '56.9', '154'],
  ];
  const asides = asidesOf([
    ...upwards('Lot', 56, 96),
    ...upwards('Width', 156, 96),
    ...upwards('GSM', 256, 96),
  ]);
  test('headings that run upwards are the header of a table without rules below them', () => {
    const words = gridWords(body, 50, 100);
    const tables = pageTables({ ...page(words), asides });
    expect(tables.map(({ rows }) => rows)).toEqual([[['Lot', 'Width', 'GSM'], ...body]]);
    expect(tables[0]?.rowTops).toHaveLength(5);
  });
  test('headings that run upwards fill the blank cells of a ruled table', () => {
    const words = gridWords(body, 50, 100);
    const { verticals, horizontals } = gridRulings(4, 3);
    const drawn = {
      horizontals: [{ at: 50, from: 45, to: 345 }, ...horizontals],
      verticals: verticals.map((ruling) => ({ ...ruling, from: 50 })),
    };
    const tables = pageTables({ ...page(words, drawn), asides });
    expect(tables.map(({ rows }) => rows)).toEqual([[['Lot', 'Width', 'GSM'], ...body]]);
  });
});

describe('boxes of characters', () => {
  const line = '+-----+-----+';
  const typed = [line, '| SL | QTY |', line, '| 1 | 835 |', '| 2 | 2,230 |', '| 3 | 496 |', line];
  const at = (text: string, y: number): Word[] =>
    text === line
      ? [{ text, x0: 50, x1: 250, y0: y, y1: y + 10 }]
      : text.split(' ').flatMap((part, index) => wordsAt(part, [50, 60, 150, 160, 246][index] ?? 0, y));
  test('a table in a box of typed lines is read without them', () => {
    const words = typed.flatMap((text, index) => at(text, 100 + index * 12));
    const { words: read, ...drawn } = typedRules(words);
    expect(rowsOf(read, drawn)).toEqual([
      [
        ['SL', 'QTY'],
        ['1', '835'],
        ['2', '2,230'],
        ['3', '496'],
      ],
    ]);
  });
  test('a few strokes in a text stay words', () => {
    const words = wordsAt('either | or', 50, 100);
    expect(typedRules(words)).toEqual({ words, horizontals: [], verticals: [] });
  });
});

describe('columns that were printed on the next page', () => {
  const rows = [
    ['Date', 'Item', 'Quantity', 'Supplier', 'Rate'],
    ...Array.from({ length: 8 }, (_, index) => [
      `${index + 11}-Nov-26`,
      'Denim',
      `${index}77`,
      'Envoy',
      '8.49',
    ]),
  ];
  const amounts = ['Amount', ...Array.from({ length: 8 }, (_, index) => `${index + 1},459.10`)];
  function rawPage(number: number, texts: readonly (readonly string[])[], pitch: number): RawPage {
    const words = gridWords(texts, 50, 100, pitch);
    const glyphs = words.flatMap(({ text, x0, y0, y1 }) =>
      Array.from(text, (letter, index): Glyph => {
        const from = x0 + index * 5;
        const box = { x0: from, x1: from + 5, y0: 842 - y1, y1: 842 - y0 };
        return { text: letter, ...box, quarterTurns: 0, afterSpace: index === 0, unmapped: false };
      }),
    );
    return {
      number,
      width: 520,
      height: 842,
      left: 0,
      bottom: 0,
      rotation: 0,
      glyphs,
      segments: [],
      fills: [],
      slants: [],
      pictures: [],
      shapes: 0,
    };
  }
  test('columns that were printed on the next page join the rows that are level with them, which is reported', () => {
    const pages = [
      rawPage(1, rows, 20),
      rawPage(
        2,
        amounts.map((text) => [text]),
        20,
      ),
    ];
    const { tables, warnings } = extractTables(pages);
    expect(tables.map((table) => table.rows)).toEqual([rows.map((row, index) => [...row, amounts[index]])]);
    expect(warnings.map(english)).toEqual([
      'The columns on page 2 were added to the table on page 1, whose rows they continue to the right.',
    ]);
  });
  test('a list at other heights stays apart', () => {
    const pages = [
      rawPage(1, rows, 20),
      rawPage(
        2,
        amounts.map((text) => [text]),
        26,
      ),
    ];
    expect(extractTables(pages).tables.map((table) => table.rows)).toEqual([rows]);
  });
  test('a table that continues on the next page at the same heights is continued below', () => {
    const pages = [rawPage(1, rows, 20), rawPage(2, rows, 20)];
    expect(extractTables(pages).tables.map((table) => table.rows)).toEqual([[...rows, ...rows.slice(1)]]);
  });
});

describe('borders below the cells only', () => {
  const columns = [50, 200, 300, 400];
  const pieces = (at: number, from: number) =>
    columns.slice(from, -1).map((x0, index) => ({ x0, x1: columns[from + index + 1] ?? 0, y0: at, y1: at }));
  const words = [
    ...wordsAt('Supplier', 55, 80),
    ...wordsAt('Item', 205, 80),
    ...wordsAt('Price', 305, 80),
    ...['3.82', '2.64', '2.13', '3.37'].flatMap((price, index) => [
      ...wordsAt(`slub ${index}`, 205, 100 + index * 20),
      ...wordsAt(price, 305, 100 + index * 20),
    ]),
    ...wordsAt('Envoy Textiles', 55, 110),
    ...wordsAt('Square Denims', 55, 150),
  ];
  test('borders that are only below cells show which cells span several rows', () => {
    const segments = [
      ...pieces(95, 0),
      ...pieces(115, 1),
      ...pieces(135, 0),
      ...pieces(155, 1),
      ...pieces(175, 0),
    ];
    const tables = pageTables(page(words, completed(segments)));
    expect(tables.map(({ rows, merges }) => ({ rows, merges }))).toEqual([
      {
        rows: [
          ['Supplier', 'Item', 'Price'],
          ['Envoy Textiles', 'slub 0', '3.82'],
          ['', 'slub 1', '2.64'],
          ['Square Denims', 'slub 2', '2.13'],
          ['', 'slub 3', '3.37'],
        ],
        merges: [
          { row: 1, column: 0, rowSpan: 2, columnSpan: 1 },
          { row: 3, column: 0, rowSpan: 2, columnSpan: 1 },
        ],
      },
    ]);
  });
  test('rows without cells of several rows are left to their texts', () => {
    const segments = [95, 115, 135, 155, 175].flatMap((at) => pieces(at, 0));
    expect(cellBorders(segments, words)).toEqual({ horizontals: [], verticals: [] });
  });
  function completed(segments: Parameters<typeof cellBorders>[0]) {
    const drawn = rulingsOf(segments);
    const cells = cellBorders(segments, words);
    return {
      horizontals: [...drawn.horizontals, ...cells.horizontals],
      verticals: [...drawn.verticals, ...cells.verticals],
    };
  }
});

test('labels with their values beside each other above an invoice are not a table', () => {
  const fields = [
    ['Customer', 'Padma Knit', 'Shipment', 'S00231877'],
    ['Vessel', 'MAERSK 647W', 'Sailing', '18.11.2026'],
    ['Origin', 'Chattogram', 'Destination', 'Gothenburg'],
  ];
  expect(rowsOf(gridWords(fields))).toEqual([]);
});
