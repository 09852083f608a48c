/** The list of pitfalls names a test for each of the 24, and each of these tests exists. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const PITFALLS = 24;
const rows = [
  ...readFileSync('tests/pitfalls.md', 'utf8').matchAll(/^\| (\d+) \|.*\| (.+) \| (\S+) \|$/gm),
].map(([, number, name = '', file = '']) => ({ number: Number(number), name, file }));

describe('the list of pitfalls', () => {
  it('has a test for each of them', () => {
    const numbers = Array.from({ length: PITFALLS }, (_, index) => index + 1);
    expect([...new Set(rows.map(({ number }) => number))]).toEqual(numbers);
  });

  it.each(rows)('$number is provoked by a test that exists: $name', ({ name, file }) => {
    const text = readFileSync(`tests/${file}`, 'utf8');
    expect([`${name}'`, `${name}"`].some((title) => text.includes(title))).toBe(true);
  });
});
