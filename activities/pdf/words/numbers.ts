/** Decides which texts become numbers in a workbook: those that look the same as numbers. */
import { valueOf } from './amounts.ts';

export type TypedNumber = { value: number; format: string };

/** Maximum number of digits that a spreadsheet represents exactly. */
const digitsMax = 15;
/** Ungrouped whole numbers with at least this many digits are identifiers, such as accounts, and stay text. */
const idDigitsMin = 11;
/**
 * An amount as it is printed: with brackets, a sign before or after it, a currency, or Dr and Cr. Everything that
 * `valueOf` reads as an amount should be here, because a text among the numbers of a column is missing in their sum.
 */
const shape =
  /^(?<open>\()?(?<sign>[-–+]?)(?<currency>(?:USD|US\$|BDT|Tk\.?|EUR|[$€£৳])? ?)(?<innerSign>[-–]?)(?<whole>\d{1,3}(?:,\d{2,3})+|\d{1,3}(?: \d{3})+|\d+)(?:\.(?<fraction>\d+))?(?:(?<percent>%)|(?<lastSign> ?-)|(?<side> ?(?:Dr|Cr)\.?))?(?<close>\))?$/iu;
/** Texts that a person would call a number, even if they cannot become one in a workbook. */
const numericLook = /^[-+(]?[$€£৳]?[\d০-৯][\d০-৯., ]*%?\)?$/;

const bengaliZero = '০'.charCodeAt(0);
/** Format prefix with which Excel shows Bengali digits: numeral shape 5, language bn-IN. */
const bengaliDigits = '[$-5000445]';

type Grouping = 'none' | 'thousands' | 'lakh' | 'spaces';

function groupingOf(whole: string): Grouping | undefined {
  if (whole.includes(' ')) return 'spaces';
  if (!whole.includes(',')) return 'none';
  if (/^\d{1,3}(,\d{3})+$/.test(whole)) return 'thousands';
  return /^\d{1,2}(,\d{2})*,\d{3}$/.test(whole) ? 'lakh' : undefined;
}

/**
 * Builds a format for numbers with as many digits as this one. Excel's own formats group only by thousands and with
 * commas, so any other grouping needs a format for each length.
 */
const formatForSize = (whole: string): string =>
  whole
    .replaceAll(/\d/g, '#')
    .replaceAll(/[, ]/g, String.raw`\$&`)
    .replace(/#$/, '0');

function wholeFormat(whole: string, grouping: Grouping): string {
  if (grouping === 'thousands') return '#,##0';
  return grouping === 'none' ? '0' : formatForSize(whole);
}

const latin = (text: string): string =>
  text.replaceAll(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - bengaliZero));

/** Returns the script of the digits; undefined if Bengali and Latin digits are mixed. */
function scriptOf(text: string): 'latin' | 'bengali' | undefined {
  const hasBengali = /[০-৯]/.test(text);
  if (hasBengali && /\d/.test(text)) return undefined;
  return hasBengali ? 'bengali' : 'latin';
}

const literal = (text: string): string => (text === '' ? '' : `"${text}"`);

type Parts = Record<
  | 'open'
  | 'sign'
  | 'currency'
  | 'innerSign'
  | 'whole'
  | 'fraction'
  | 'percent'
  | 'lastSign'
  | 'side'
  | 'close',
  string
>;

function partsOf(text: string): Parts | undefined {
  const groups = shape.exec(latin(text))?.groups;
  if (!groups) return undefined;
  const { open = '', sign = '', currency = '', innerSign = '', whole = '', fraction = '' } = groups;
  const { percent = '', lastSign = '', side = '', close = '' } = groups;
  return { open, sign, currency, innerSign, whole, fraction, percent, lastSign, side, close };
}

/** Returns the sections of the format, which show the number as it is written for its own sign. */
function sectionsOf(parts: Parts, digits: string, size: number): string[] {
  const { open, sign, currency, innerSign, percent, lastSign, side, close } = parts;
  const written = [
    literal(`${open}${sign}${currency}${innerSign}`),
    `${digits}${percent}`,
    literal(`${lastSign}${side}${close}`),
  ].join('');
  const plain = `${literal(currency)}${digits}${percent}`;
  if (side !== '') return [written, written];
  if (sign === '+') return [written, `"-"${plain}`];
  if (written === plain) return [plain];
  if (size === 0) return [plain, written, written];
  // A format of one section shows negative numbers with a sign before them.
  return sign === '-' && currency === '' ? [plain] : [plain, written];
}

/**
 * Returns the number in a text, with the Excel format in which it looks like the text; undefined if there is none, so
 * that the text must stay.
 */
export function typedNumber(text: string): TypedNumber | undefined {
  const script = scriptOf(text);
  const parts = script && partsOf(text);
  if (!parts) return undefined;
  const { open, sign, innerSign, whole, fraction, percent, lastSign, side, close } = parts;
  const marks = [open, sign, innerSign, lastSign, side].filter(Boolean);
  if (Boolean(open) !== Boolean(close) || marks.length > 1) return undefined;
  const digits = whole.replaceAll(/[, ]/g, '');
  const grouping = groupingOf(whole);
  const isCode = digits.length > 1 && digits.startsWith('0');
  const isId = grouping === 'none' && fraction === '' && digits.length >= idDigitsMin;
  const isTooLong = digits.length + fraction.length > digitsMax;
  if (grouping === undefined || isCode || isId || isTooLong) return undefined;
  const size = Number(`${digits}${fraction && '.'}${fraction}`);
  const shown = `${wholeFormat(whole, grouping)}${fraction && `.${'0'.repeat(fraction.length)}`}`;
  const digitsOfScript = script === 'bengali' ? bengaliDigits : '';
  const format = sectionsOf(parts, shown, size).map((section) => `${digitsOfScript}${section}`);
  // Parsed as a decimal fraction, because dividing 7 by 100 could give 0.07000000000000001.
  const value = percent === '' ? size : Number(`${size}e-2`);
  // A debit is negative from the account holder's point of view. An amount of 0 has no sign.
  const isNegative = /^(?:[-–(]| ?-| ?d)/i.test(marks[0] ?? '');
  return { value: isNegative && size !== 0 ? -value : value, format: format.join(';') };
}

/**
 * Returns whether every text of a column that is an amount, or looks like a number, can become one. A single code
 * (0001, an account of 20 digits, 1.234,56) makes it a column of codes.
 */
export function isNumberColumn(texts: readonly string[]): boolean {
  return texts.every(
    (text) => typedNumber(text) !== undefined || (!numericLook.test(text) && valueOf(text) === undefined),
  );
}
