/** The list of pitfalls names a test for each of the 24, and each of these tests exists. */
import { describe, expect, it } from 'vitest';
import { hasTest, tableRows } from './harness/test-table.ts';

const PITFALLS = 24;
const rows = tableRows('tests/pitfalls.md').map(([number, , title = '', file = '']) => ({
  number: Number(number),
  title,
  file,
}));

describe('the list of pitfalls', () => {
  it('has a test for each of them', () => {
    const numbers = Array.from({ length: PITFALLS }, (_, index) => index + 1);
    expect([...new Set(rows.map(({ number }) => number))]).toEqual(numbers);
  });

  it.each(rows)('$number is provoked by a test that exists: $title', ({ title, file }) => {
    expect(hasTest(file, title)).toBe(true);
  });
});
