/** Amounts are read with the currency that Excel's format for money shows beside them. */
import { describe, expect, test } from 'vitest';
import { decimal, integer } from '#services/families/fields-numbers.ts';

describe('amounts with a currency', () => {
  const { schema } = decimal({ min: 0 });
  test.each([
    ['$61,500.00', '61500.00'],
    ['$ 61500', '61500'],
    ['৳ 1,200.00', '1200.00'],
    ['Tk. 1,200', '1200'],
    ['BDT 12,34,567.50', '1234567.50'],
    ['61,500.00 USD', '61500.00'],
    ['61500 €', '61500'],
  ])('the amount %j is read as %s', (cell, amount) => {
    expect(schema.parse(cell)).toBe(amount);
  });

  test.each(['$', 'US$61,500', '$61,500 USD', '15%', '24,600 PCS', '-$5', '($61,500.00)', 'PAL-61500'])(
    'the text %j is not an amount',
    (cell) => {
      expect(schema.safeParse(cell).success).toBe(false);
    },
  );

  test('a number of pieces has no currency', () => {
    expect(integer().schema.safeParse('$615').success).toBe(false);
  });
});
