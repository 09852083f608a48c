/** The benchmark's tree edit distance similarity gives the values that PubTabNet's own scorer gives. */
import { describe, expect, test } from 'vitest';
import { teds, treeOf, type TableNode } from '#tests/bench/pdf/teds.ts';

type Cell = string | { text: string; rowSpan: number };

const node = (tag: string, children: TableNode[] = []): TableNode => ({
  tag,
  spans: [1, 1],
  text: [],
  children,
});
const cell = (given: Cell): TableNode => {
  const { text, rowSpan } = typeof given === 'string' ? { text: given, rowSpan: 1 } : given;
  return { ...node('td'), spans: [1, rowSpan], text: text.match(/<\/?\w+>|./gu) ?? [] };
};
const row = (cells: Cell[]): TableNode => node('tr', cells.map(cell));
/** A table as PubTabNet's HTML has it: the first row is the heading. */
const html = ([head, ...body]: Cell[][]): TableNode =>
  node('table', [node('thead', [row(head ?? [])]), node('tbody', body.map(row))]);

describe('the values of the original', () => {
  test('texts that differ in a few letters score as in the original', () => {
    const table = (name: string, features: string, sicer: string, peak: string): TableNode =>
      html([
        [`<b>${name}</b>`, `<b>${features}</b>`],
        ['MACS [23]', 'Uses both a control library and local statistics to minimize bias'],
        [sicer, 'Designed for detecting diffusely enriched regions; for example, histone modification'],
        [peak, 'Corrects for reference genome mappability and local statistics'],
        ['SISSRs [25]', 'High resolution, precise identification of binding-site location'],
        ['F-seq [26]', 'Uses kernel density estimation'],
      ]);
    const found = table('Name of algori', 'Notablefeatures', 'SICER [15]', 'PeakSEQ [24]');
    const truth = table('Name of algorithm', 'Notable features', 'SICER [14]', 'PeakSeq [24]');
    expect(teds(found, truth)).toBeCloseTo(0.9781765018607124, 12);
    expect(teds(found, truth, { isStructureOnly: true })).toBe(1);
    expect(teds(truth, truth)).toBe(1);
  });
  test('missing marks within cells score as in the original', () => {
    const table = (figures: [string, string]): TableNode =>
      html([
        ['', '<b>HC (<i>N</i> = 20)</b>', '<b>FASD (<i>N</i> = 15)</b>'],
        ['Age (years)', '16.3 (2.1)', '15.3 (2.1)'],
        ['IQ', ...figures],
        ['Male/female (%male)', '12/8 (60%)', '10/5 (67%)'],
        ['FASD sub diagnosis', '–', '8 FAS, 7 ARND'],
      ]);
    const found = table(['108 (15)*', '80 (15)*']);
    const truth = table(['108 (15)<sup>*</sup>', '80 (15)<sup>*</sup>']);
    expect(teds(found, truth)).toBeCloseTo(0.9863636363636363, 12);
  });
  test('cells over several rows that were read as single cells score as in the original', () => {
    const phases: [string, [string, string][]][] = [
      [
        'T1',
        [
          ['Swelling', '1'],
          ['Itching', '1'],
          ['Fever', '4'],
          ['Throat infection', '1'],
          ['Chest Congestion', '2'],
          ['Total', '9'],
        ],
      ],
      [
        'T2',
        [
          ['Diarrhea', '1'],
          ['Body Pain', '1'],
          ['Total', '2'],
        ],
      ],
      [
        'T3',
        [
          ['Diarrhea', '1'],
          ['Total', '1'],
        ],
      ],
      ['T4', [['Nil', '-']]],
    ];
    const table = (rest: string[], spanOf: (rows: number) => number): TableNode =>
      html([
        ['<b>Treatment phase</b>', '<b>Adverse event</b>', '<b>No. of patients</b>'],
        ...phases.flatMap(([phase, events]) =>
          events.map(([event, count], at): Cell[] => [
            ...(at === 0 ? [{ text: phase, rowSpan: spanOf(events.length) }] : rest),
            event,
            count,
          ]),
        ),
      ]);
    const found = table([' '], () => 1);
    const truth = table([], (rows) => rows);
    expect(teds(found, truth)).toBeCloseTo(0.8070175438596492, 12);
    expect(teds(found, truth, { isStructureOnly: true })).toBeCloseTo(0.8070175438596492, 12);
  });
});

describe('the tree of a table', () => {
  const rows = [
    ['Size', ''],
    ['12', '4.50'],
  ];
  test('one wrong figure of two costs half a cell of all rows and cells', () => {
    const changed = [rows[0]!, ['13', '4.50']];
    expect(teds(treeOf({ rows: changed }), treeOf({ rows }))).toBeCloseTo(1 - 0.5 / 6, 12);
  });
  test('a merged cell has its span, and no cell beneath it', () => {
    const merged = treeOf({ rows, merges: [[0, 0, 1, 2]] });
    expect(merged.children[0]?.children.map(({ spans }) => spans)).toEqual([[2, 1]]);
    // One cell has another span, the one beside it is missing, of two rows and four cells.
    expect(teds(merged, treeOf({ rows }), { isStructureOnly: true })).toBeCloseTo(1 - 2 / 6, 12);
  });
  test('spaces make no difference, and a table without rows is like no other', () => {
    expect(teds(treeOf({ rows: [['a  b\n']] }), treeOf({ rows: [['a b']] }))).toBe(1);
    expect(teds(treeOf({ rows: [] }), treeOf({ rows }))).toBe(0);
  });
});
