/** Which texts become numbers in a workbook: those that look the same afterwards. */

export type TypedNumber = { value: number; format: string };

/** More digits than a spreadsheet's number holds exactly. */
const digitsMax = 15;
const shape = /^(-?)([$€£৳]?)(\d{1,3}(?:,\d{2,3})+|\d+)(?:\.(\d+))?$/;
/** What a person would call a number, also when it can't be typed. */
const numericLook = /^[-+(]?[$€£৳]?\d[\d.,]*\)?$/;

type Grouping = 'none' | 'thousands' | 'lakh';

function groupingOf(whole: string): Grouping | undefined {
  if (!whole.includes(',')) return 'none';
  if (/^\d{1,3}(,\d{3})+$/.test(whole)) return 'thousands';
  return /^\d{1,2}(,\d{2})*,\d{3}$/.test(whole) ? 'lakh' : undefined;
}

/** Excel groups by thousands only; lakh and crore need a format for each size. */
function lakhFormat(whole: string, decimals: string): string {
  return whole.replaceAll(/\d/g, '#').replaceAll(',', '\\,').replace(/#$/, '0') + decimals;
}

function formatOf(whole: string, grouping: Grouping, decimals: string, currency: string): string {
  const prefix = currency === '' ? '' : `"${currency}"`;
  if (grouping === 'lakh') return `${prefix}${lakhFormat(whole, decimals)}`;
  return `${prefix}${grouping === 'thousands' ? '#,##0' : '0'}${decimals}`;
}

/** The number that a text stands for, with the format that shows it as it was; undefined when something would be lost. */
export function typedNumber(text: string): TypedNumber | undefined {
  const match = shape.exec(text);
  if (!match) return undefined;
  const [, sign = '', currency = '', whole = '', fraction = ''] = match;
  const digits = whole.replaceAll(',', '');
  const grouping = groupingOf(whole);
  const value = Number(`${sign}${digits}${fraction && '.'}${fraction}`);
  const isCode = digits.length > 1 && digits.startsWith('0');
  const isTooLong = digits.length + fraction.length > digitsMax;
  if (grouping === undefined || isCode || isTooLong || Object.is(value, -0)) return undefined;
  const decimals = fraction && `.${'0'.repeat(fraction.length)}`;
  return { value, format: formatOf(whole, grouping, decimals, currency) };
}

/** A column with one code among its numbers (0001, a 20-digit account, 1.234,56) is a column of codes. */
export function isNumberColumn(texts: readonly string[]): boolean {
  return texts.every((text) => !numericLook.test(text) || typedNumber(text) !== undefined);
}
