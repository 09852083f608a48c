/** Documents in common table styles: every table is read exactly, cell by cell. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { loadEngine, type Engine } from '#activities/pdf/reading/engine.ts';
import { extractTables } from '#activities/pdf/tables/extract.ts';
import { openPdf } from '#activities/pdf/reading/pdfium.ts';
import { MIB } from '#contracts/byte-sizes.ts';

type Grid = { rows: string[][] };
type Truth = { tables: (Grid & { page: number })[]; joined?: Grid[] };

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine(256 * MIB);
});

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../fixtures/pdf/${name}`, import.meta.url));

function read(name: string) {
  const opened = openPdf(engine, fixture(name));
  if (opened.kind === 'refused') throw new Error(opened.code);
  const { document } = opened;
  const pages = Array.from({ length: document.pageCount }, (_, index) => document.readPage(index + 1));
  document.close();
  return extractTables(pages);
}

/** A text that wraps at its hyphen is read with a space there or without one. */
const withoutSpaces = ({ rows }: Grid): string[][] =>
  rows.map((row) => row.map((text) => text.replaceAll(/\s/g, '')));

test.each([
  ['with zebra stripes and short cells in the middle of tall ones, over three pages', 'style-zebra-middle'],
  ['with rules between its columns only', 'style-ruled-columns'],
  ['of words on zebra stripes', 'style-zebra-words'],
  ['beside another one', 'style-side-by-side'],
  ['beside a column of running text', 'style-beside-text'],
  ['whose rows are hardly further apart than its lines', 'style-tight-rows'],
  ['with headings over several columns, over three pages', 'style-header-levels'],
  ['of sentences, with short cells in the middle of tall ones', 'style-sentences-middle'],
  ['of sentences without rules or backgrounds', 'style-sentences'],
  ['right above another one with other columns', 'style-stacked-close'],
  ['that shares its last rule with the next one', 'style-stacked-ruled'],
  ['below the title of another one', 'style-titled'],
  ['with superscript note marks', 'style-note-marks'],
  ['close below labels with values', 'style-below-letterhead'],
  ['below the date and number of the page', 'style-report-heading'],
  ['in typewriter letters, with two columns that are one space apart', 'style-typewriter-gap'],
  ['in Bengali, as browsers print it', 'style-bengali-browser'],
])('a table %s is read exactly', (_, name) => {
  const truth = JSON.parse(fixture(`${name}.json`).toString()) as Truth;
  const { pageTables, tables } = read(`${name}.pdf`);
  const byText = (a: string[][], b: string[][]): number => JSON.stringify(a).localeCompare(JSON.stringify(b));
  expect(pageTables.map(withoutSpaces).sort(byText)).toEqual(truth.tables.map(withoutSpaces).sort(byText));
  if (truth.joined) expect(tables.map(withoutSpaces)).toEqual(truth.joined.map(withoutSpaces));
});
