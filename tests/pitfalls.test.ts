/** The list of pitfalls leaves out none of the 24. */
import { describe, expect, it } from 'vitest';
import { tableRows } from './harness/test-table.ts';

const PITFALLS = 24;

describe('the list of pitfalls', () => {
  it('the list of pitfalls has every pitfall in order', () => {
    const expected = Array.from({ length: PITFALLS }, (_, index) => index + 1);
    const numbers = tableRows('tests/pitfalls.md').map(([number]) => Number(number));
    expect([...new Set(numbers)]).toEqual(expected);
  });
});
