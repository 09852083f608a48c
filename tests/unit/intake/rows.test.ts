/** Every invalid cell is reported with its row, its column and the correct form; valid rows are not held back by it. */
import { describe, expect, test } from 'vitest';
import { limits } from '#contracts/limits.ts';
import { expSearchService } from '#services/exp-search/service.ts';
import { saying } from '#tests/harness/saying.ts';
import { read, readCsv, readService, submitService } from './uploads.ts';

const csv = (...lines: string[]): string => ['invoice_no,quantity,note', ...lines].join('\n');

test('each bad cell gives one problem, and its row has no data and no key', async () => {
  const { rows, problems } = await readCsv(csv('PAL/1,5,', 'pal 2,many,x', ',6,'));
  expect(problems).toEqual([
    {
      row: 2,
      column: 'invoice_no',
      problem: 'The invoice number is not letters, a slash and digits.',
      hint: 'Letters, a slash and digits: PAL/147.',
    },
    { row: 2, column: 'quantity', problem: 'Not a number.', hint: 'A whole number: 12.' },
    {
      row: 3,
      column: 'invoice_no',
      problem: 'This cell is empty.',
      hint: 'Letters, a slash and digits: PAL/147.',
    },
  ]);
  expect(rows.map(({ data, naturalKey }) => [data !== null, naturalKey])).toEqual([
    [true, 'PAL/1'],
    [false, null],
    [false, null],
  ]);
  expect(rows[1]?.source).toEqual({ invoice_no: 'pal 2', quantity: 'many', note: 'x' });
});

test('a cell that is too long is a problem, and its stored text is cut', async () => {
  const long = 'x'.repeat(limits.cellCharactersMax + 1);
  const { rows, problems } = await readCsv(
    `invoice_no,quantity,other\nPAL/1,5,${long}\nPAL/2,5,${long.slice(1)}\n`,
  );
  expect(problems).toEqual([
    {
      row: 1,
      column: 'other',
      problem: 'This cell has more than 5,000 characters.',
      hint: saying(/\.$/),
    },
  ]);
  expect(rows.map(({ source }) => source['other']?.length)).toEqual([
    limits.cellCharactersMax,
    limits.cellCharactersMax,
  ]);
});

test('spaces around a cell are ignored, and are kept in the source row', async () => {
  const [row] = (await readCsv(csv('  PAL/1 ,\u00A05\u00A0,  '))).rows;
  expect(row?.data).toMatchObject({ invoice_no: 'PAL/1', quantity: '5' });
  expect(row?.source['invoice_no']).toBe('  PAL/1 ');
});

test('the apostrophe that guards a formula is removed, and no other apostrophe is [guarded-cell]', async () => {
  const [row] = (await readCsv(csv("PAL/1,5,'=SUM(A1)", "PAL/2,5,'tis"))).rows;
  expect(row?.data?.['note']).toBe('=SUM(A1)');
  expect((await readCsv(csv("PAL/2,5,'tis"))).rows[0]?.data?.['note']).toBe("'tis");
});

test('a missing value is completed after the columns are valid, and a given one stays', async () => {
  const { rows } = await readCsv(csv('PAL/1,5,', 'PAL/2,5,mine'));
  expect(rows.map(({ data }) => data?.['note'])).toEqual(['read 2026-11-21', 'mine']);
});

describe('equal rows', () => {
  const content = csv('PAL/1,5,', 'PAL/2,5,', 'PAL/1,6,', 'PAL/1,7,');

  test('equal rows of a look-up stay valid and name the first, whose answer they get, with a warning', async () => {
    const { rows, problems, warnings } = await read(readService, 'rows.csv', content);
    expect(problems).toEqual([]);
    expect(rows.map(({ data, sameAsRow }) => [data !== null, sameAsRow])).toEqual([
      [true, null],
      [true, null],
      [true, 1],
      [true, 1],
    ]);
    expect(warnings.map(({ row, problem }) => [row, problem])).toEqual([
      [3, 'Same as row 1.'],
      [4, 'Same as row 1.'],
    ]);
  });

  test('equal rows of a filing are refused except for the first', async () => {
    const { rows, problems, warnings } = await read(submitService, 'rows.csv', content);
    expect(warnings).toEqual([]);
    expect(problems.map(({ row, problem }) => [row, problem])).toEqual([
      [3, 'Duplicate of row 1.'],
      [4, 'Duplicate of row 1.'],
    ]);
    expect(rows.map(({ data, naturalKey }) => [data !== null, naturalKey])).toEqual([
      [true, 'PAL/1'],
      [true, 'PAL/2'],
      [false, null],
      [false, null],
    ]);
  });

  test('rows of a filing are equal if their keys differ only in the case of letters', async () => {
    const { rows, problems } = await read(submitService, 'rows.csv', csv('PAL/1,5,', 'pal/1,6,'));
    expect(problems.map(({ row, problem }) => [row, problem])).toEqual([[2, 'Duplicate of row 1.']]);
    expect(rows.map(({ naturalKey }) => naturalKey)).toEqual(['PAL/1', null]);
  });

  test('equal rows are accepted if the first of them is invalid', async () => {
    const { rows } = await read(submitService, 'rows.csv', csv('PAL/1,many,', 'PAL/1,5,'));
    expect(rows.map(({ data }) => data !== null)).toEqual([false, true]);
  });
});

test('Bengali digits are read as digits', async () => {
  const { rows } = await read(expSearchService, 'rows.csv', 'ad_code,exp_serial,exp_year\n১০৮৪,৪৫০১,২০২৬\n');
  expect(rows[0]?.data).toEqual({ ad_code: '1084', exp_serial: '004501', exp_year: '2026' });
});

test('invisible characters are removed from a cell, and joiners stay where Bengali letters need them', async () => {
  const joined = 'র\u200D্যাব';
  const [row] = (
    await readCsv(csv(`PAL/\u200B1\u200D,\u202A5\u202C,\uFEFFa\u00ADb \u2066${joined}\u2069\u200C`))
  ).rows;
  expect(row?.data).toMatchObject({ invoice_no: 'PAL/1', quantity: '5', note: `ab ${joined}` });
});
