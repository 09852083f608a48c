/** Decides which texts become numbers in a workbook: those that look the same as numbers. */

export type TypedNumber = { value: number; format: string };

/** Maximum number of digits that a spreadsheet represents exactly. */
const digitsMax = 15;
/** Ungrouped whole numbers with at least this many digits are identifiers, such as accounts, and stay text. */
const idDigitsMin = 11;
const shape =
  /^(?<open>\()?(?<sign>-?)(?<currency>[$€£৳]?)(?<whole>\d{1,3}(?:,\d{2,3})+|\d{1,3}(?: \d{3})+|\d+)(?:\.(?<fraction>\d+))?(?<percent>%?)(?<close>\))?(?<side> ?(?:Dr|Cr|DR|CR)\.?)?$/;
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

/** Returns the format that shows brackets, Dr or Cr in place of the sign. */
function signedFormat(shown: string, isBracketed: boolean, side: string): string {
  if (isBracketed) return `${shown};(${shown})`;
  return side === '' ? shown : `${shown}"${side}";${shown}"${side}"`;
}

/**
 * Returns the number in a text, with the Excel format in which it looks like the text; undefined if there is none, so
 * that the text must stay.
 */
export function typedNumber(text: string): TypedNumber | undefined {
  const script = scriptOf(text);
  const groups = script && shape.exec(latin(text))?.groups;
  if (!groups) return undefined;
  const {
    open,
    sign = '',
    currency = '',
    whole = '',
    fraction = '',
    percent = '',
    close,
    side = '',
  } = groups;
  const isBracketed = open !== undefined;
  if (isBracketed !== (close !== undefined) || (isBracketed && sign !== '')) return undefined;
  if (side !== '' && (isBracketed || sign !== '' || percent !== '')) return undefined;
  const digits = whole.replaceAll(/[, ]/g, '');
  const grouping = groupingOf(whole);
  const isNegative = isBracketed || sign === '-';
  const size = Number(`${digits}${fraction && '.'}${fraction}`);
  const isCode = digits.length > 1 && digits.startsWith('0');
  const isId = grouping === 'none' && fraction === '' && digits.length >= idDigitsMin;
  const isTooLong = digits.length + fraction.length > digitsMax;
  if (grouping === undefined || isCode || isId || isTooLong || (isNegative && size === 0)) return undefined;
  const prefix = currency === '' ? '' : `"${currency}"`;
  const decimals = fraction && `.${'0'.repeat(fraction.length)}`;
  const shown = `${prefix}${wholeFormat(whole, grouping)}${decimals}${percent}`;
  const format = `${script === 'bengali' ? bengaliDigits : ''}${signedFormat(shown, isBracketed, side)}`;
  // Parsed as a decimal fraction, because dividing 7 by 100 could give 0.07000000000000001.
  const value = percent === '' ? size : Number(`${size}e-2`);
  // A debit is negative from the account holder's point of view. An amount of 0 has no sign.
  const isDebit = /^ ?d/i.test(side) && size !== 0;
  return { value: isNegative || isDebit ? -value : value, format };
}

/**
 * Returns whether every text of a column that looks like a number can become one. A single code (0001, an account of 20
 * digits, 1.234,56) makes it a column of codes.
 */
export function isNumberColumn(texts: readonly string[]): boolean {
  return texts.every((text) => !numericLook.test(text) || typedNumber(text) !== undefined);
}
