/** Equal rows are linked so that every question is worked and paid once, also after rows were corrected. */
import { describe, expect, test } from 'vitest';
import { linkedAgain, unpaidOf, type AskingRow } from '#api/domain/jobs/equal-rows.ts';

const row = (rowNumber: number, naturalKey: string | null, facts: Partial<AskingRow> = {}): AskingRow => ({
  rowNumber,
  naturalKey,
  outcome: null,
  charged: false,
  sameAsRow: null,
  ...facts,
});
const links = (rows: AskingRow[]) => rows.map(({ sameAsRow, charged }) => [sameAsRow, charged]);
const notFound = { outcome: 'NOT_FOUND' } as const;

describe('equal rows of a run', () => {
  test('open equal rows are worked and paid by the first of them; rows without a question stand alone', () => {
    const rows = [row(1, 'a'), row(2, 'b'), row(3, 'a'), row(4, null), row(5, 'a')];
    const linked = linkedAgain(rows, rows);
    expect(linked.map(({ sameAsRow }) => sameAsRow)).toEqual([null, null, 1, null, 1]);
    expect(unpaidOf(linked).map(({ rowNumber }) => rowNumber)).toEqual([1, 2, 4]);
  });

  test('a row whose answer is known gives it to an equal row that runs, at no price', () => {
    const rows = [row(1, 'a'), row(2, 'a', { outcome: 'SUCCESS', charged: true })];
    const linked = linkedAgain(rows, rows);
    expect(links(linked)).toEqual([
      [2, false],
      [null, true],
    ]);
    expect(unpaidOf(linked)).toEqual([]);
  });

  test('a row that runs again without its paid equal is worked itself, and the payment passes to it', () => {
    const rows = [row(1, 'a', { ...notFound, charged: true }), row(2, 'a')];
    const linked = linkedAgain(rows, rows);
    expect(links(linked)).toEqual([
      [2, false],
      [null, true],
    ]);
    expect(unpaidOf(linked)).toEqual([]);
  });
});

describe('a corrected row', () => {
  const first = row(1, 'a', { ...notFound, charged: true });
  const twin = row(2, 'a', { ...notFound, sameAsRow: 1 });

  test('a corrected twin becomes a row of its own, with its own price', () => {
    const linked = linkedAgain([first, twin], [first, row(2, 'b', { sameAsRow: null })]);
    expect(links(linked)).toEqual([
      [null, true],
      [null, false],
    ]);
    expect(unpaidOf(linked)).toMatchObject([{ rowNumber: 2 }]);
  });

  test('a corrected first row leaves its payment to the twin that keeps the answer, and is paid itself', () => {
    const linked = linkedAgain([first, twin], [row(1, 'b', { charged: true }), twin]);
    expect(links(linked)).toEqual([
      [null, false],
      [null, true],
    ]);
    expect(unpaidOf(linked)).toMatchObject([{ rowNumber: 1 }]);
  });

  test('equal rows that are corrected to the same question are paid by what was paid for the former one', () => {
    const linked = linkedAgain([first, twin], [row(1, 'b', { charged: true }), row(2, 'b')]);
    expect(links(linked)).toEqual([
      [null, true],
      [1, false],
    ]);
    expect(unpaidOf(linked)).toEqual([]);
  });

  test('rows of a job in which each was charged keep what each paid', () => {
    const each = [first, { ...twin, charged: true, sameAsRow: null }];
    const linked = linkedAgain(each, [row(1, 'b', { charged: true }), row(2, 'c', { charged: true })]);
    expect(links(linked)).toEqual([
      [null, true],
      [null, true],
    ]);
  });
});
