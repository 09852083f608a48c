/** What the preview shows and sends while cells of a sheet are corrected. */
import { expect, test } from 'vitest';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import {
  correctableNames,
  forAllEqual,
  headingOf,
  neighbour,
  withPending,
} from '#web/features/jobs/start/sheet-corrections.ts';

const row = (number: number, year: string, edited = false) => ({
  row: number,
  cells: { exp_year: year, Buyer: 'Nordic' },
  valid: false,
  edited,
});
const wrong = (number: number, column: string) => ({
  row: number,
  column,
  problem: '',
  problemData: null,
  hint: '',
  hintData: null,
  sameValue: 1,
});
const preview = {
  columns: [
    { name: 'exp_year', header: 'Year', required: false, byHand: false },
    { name: 'exp_serial', header: null, required: false, byHand: false },
  ],
  unknownHeaders: ['Buyer'],
  rows: [row(1, 'x'), row(2, 'x'), row(3, 'y', true)],
  problems: [wrong(1, 'exp_year'), wrong(2, 'Row')],
} as unknown as Preview;
const names = ['exp_year', 'exp_serial', 'Buyer'];

test('a cell is sent under the heading of the file, and a column without one cannot be corrected', () => {
  expect(names.map((name) => headingOf(preview, name))).toEqual(['Year', null, 'Buyer']);
});

test('the wrong cell of a row can be corrected; all of its cells, if the whole row is wrong or was corrected', () => {
  expect(preview.rows.map((each) => correctableNames(preview, each, names))).toEqual([
    ['exp_year'],
    ['exp_year', 'Buyer'],
    ['exp_year', 'Buyer'],
  ]);
});

test('corrections that are not answered yet are shown in their order, of one row and of all equal ones', () => {
  const shown = withPending(preview, [
    { heading: 'Year', text: '2026', from: 'x' },
    { heading: 'Buyer', text: 'Orient', rowNumber: 2 },
  ]);
  expect(shown.map(({ cells, edited }) => [cells['exp_year'], cells['Buyer'], edited])).toEqual([
    ['2026', 'Nordic', true],
    ['2026', 'Orient', true],
    ['y', 'Nordic', true],
  ]);
});

const offer = { heading: 'Year', from: 'x', text: '2026', rowNumber: 1, rows: 2 };
const ofAll = { heading: 'Year', from: 'x', text: '2026' };

test('a correction of all equal rows replaces the one of the row that it began with', () => {
  const before = { heading: 'Buyer', text: 'Orient', rowNumber: 2 };
  const last = { heading: 'Year', text: '2026', rowNumber: 1 };
  expect(forAllEqual([before, last], offer)).toEqual([before, ofAll]);
});

test('a correction of all equal rows replaces no other correction than that of its row', () => {
  const others = [
    { heading: 'Buyer', text: '2026', rowNumber: 1 },
    { heading: 'Year', text: '2025', rowNumber: 1 },
    { heading: 'Year', text: '2026', rowNumber: 2 },
    { heading: 'Year', text: '2026', from: 'y' },
  ];
  expect(forAllEqual(others, offer)).toEqual([...others, ofAll]);
});

test('the next cell after the last one is none', () => {
  const places = [
    { row: 1, name: 'a' },
    { row: 2, name: 'a' },
  ];
  expect(neighbour(places, { row: 1, name: 'a' }, 1)).toEqual({ row: 2, name: 'a' });
  expect(neighbour(places, { row: 2, name: 'a' }, 1)).toBeNull();
  expect(neighbour(places, { row: 1, name: 'a' }, -1)).toBeNull();
});
