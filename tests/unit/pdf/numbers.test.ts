/** Texts become numbers only where that loses nothing. */
import { SSF } from '@e965/xlsx';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNumberColumn, typedNumber } from '#activities/pdf/words/numbers.ts';

const shown = (text: string): string | undefined => {
  const number = typedNumber(text);
  return (
    number &&
    (SSF as { format: (format: string, value: number) => string }).format(number.format, number.value)
  );
};

describe('a text becomes a number', () => {
  test.each([
    '0001',
    '-007',
    '00.5',
    '1234567890123456',
    '0.1234567890123456',
    '1,23',
    '1.234,56',
    '12-10-2026',
  ])('a code, an overlong number or another notation stays text: %s', (text) =>
    expect(typedNumber(text)).toBeUndefined(),
  );
  test.each([
    '',
    '-',
    'N/A',
    '12 34',
    '(12.50',
    '(-5)',
    '-5-',
    '$-5 Dr',
    '1e5',
    '0x1F',
    '=1+1',
    '১২3',
    '½',
    '5 %',
  ])('a text that a spreadsheet would show differently stays text: %j', (text) =>
    expect(typedNumber(text)).toBeUndefined(),
  );
  test.each([
    ['0', 0],
    ['-12', -12],
    ['1,764', 1764],
    ['-766,778.58', -766778.58],
    ['12,34,567.50', 1234567.5],
    ['1,00,000', 100000],
    ['0.10', 0.1],
    ['$1,234.00', 1234],
    ['9,999,999,999,999.99', 9999999999999.99],
    ['12 345', 12345],
    ['(12.50)', -12.5],
    ['5%', 0.05],
    ['7.1%', 0.071],
    ['-0.7%', -0.007],
    ['1,30,61,259.41 Dr', -13061259.41],
    ['1,500.00 Cr', 1500],
    ['250.75CR', 250.75],
    ['0.00 Dr', 0],
    ['200.00-', -200],
    ['1,200.00-', -1200],
    ['–200.00', -200],
    ['$-200.00', -200],
    ['-$200.00', -200],
    ['–$200.00', -200],
    ['$ 1,200.00', 1200],
    ['USD 200.00', 200],
    ['USD -200.00', -200],
    ['Tk 12,34,567.00', 1234567],
    ['Tk. 200.00-', -200],
    ['- 200.00', -200],
    ['+5.2', 5.2],
    ['–5%', -0.05],
    ['-0', 0],
    ['-0.00', 0],
    ['(0.00)', 0],
    ['0.00-', 0],
    ['–0.00', 0],
    ['+0.00', 0],
  ])('the text %s is read as the number %d', (text, value) => {
    expect(typedNumber(text)?.value).toBe(value);
    expect(shown(text)).toBe(text);
  });

  test('every section of a format for Bengali digits names them', () => {
    expect(typedNumber('(১২.৫০)')).toEqual({
      value: -12.5,
      format: '[$-5000445]0.00;[$-5000445]"("0.00")"',
    });
  });

  test('a number in Bengali digits is read as a number that Excel shows in Bengali digits', () => {
    expect(typedNumber('১২,৩৪,৫৬৭.৫০')).toEqual({
      value: 1234567.5,
      format: String.raw`[$-5000445]##\,##\,##0.00`,
    });
  });
  test.each(['01711123456', '17111234567', '123456789012'])(
    'an account or telephone number stays text: %s',
    (text) => expect(typedNumber(text)).toBeUndefined(),
  );

  test('a text becomes a number only if the sheet then shows exactly the same text', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 17 });
    const written = fc
      .tuple(
        fc.constantFrom('', '-', '+', '$', '৳', '-$', '(', '–', '$-', 'USD ', 'Tk. -', '- '),
        digits,
        fc.constantFrom('', ',', '.', ' '),
        digits,
        fc.constantFrom('', '%', ')', ' Dr', 'Cr', '-', ' %'),
      )
      .map((parts) => parts.join(''));
    const grouped = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.integer({ min: 0, max: 9e11 }),
        fc.constantFrom('en-US', 'en-IN'),
        fc.nat(4),
      )
      .map(
        ([sign, value, locale, decimals]) =>
          `${sign}${value.toLocaleString(locale)}${decimals > 0 ? `.${'1234'.slice(0, decimals)}` : ''}`,
      );
    const check = (text: string): void => {
      if (typedNumber(text)) expect(shown(text)).toBe(text);
    };
    fc.assert(fc.property(fc.oneof(written, grouped, fc.string()), check), { numRuns: 5_000 });
  });
});

describe('a column', () => {
  test('a column with one code among its numbers stays text', () => {
    expect(isNumberColumn(['Carton', '12', '0013'])).toBe(false);
    expect(isNumberColumn(['Price', '12.50', '1.234,56'])).toBe(false);
  });
  test('a column of numbers with headings, dashes and blanks is numeric', () => {
    expect(isNumberColumn(['Price (USD)', '12.50', '-', '', 'Total', '1,200.00'])).toBe(true);
  });
  test.each(['200.00-', '–200.00', '$-200.00', 'USD 200.00', '-0.00', '(0.00)', '+5.2'])(
    'the amount %s does not make a column of numbers a column of texts',
    (text) => expect(isNumberColumn(['500.00', text])).toBe(true),
  );
  test.each(['-5-', '(-5)', '5 %', 'USD 0013', 'Tk 1,23'])(
    'a column stays text as a whole if the amount %s in it cannot be a number',
    (text) => expect(isNumberColumn(['500.00', text])).toBe(false),
  );
});
