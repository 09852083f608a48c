/** Turns a workbook's cell into the text that is meant. Plain JavaScript, because the sheet's thread uses it. */

/**
 * @typedef {{ t: string, v?: unknown, w?: string, z?: string | number }} Cell
 *
 * `isDate`: a day of the calendar, which the program or its user has put into the cell. `exact`: the whole number, if
 * the format of the cell shows fewer decimals than it has.
 * @typedef {{ text: string, isDate?: true, exact?: string }} ReadCell
 */

/** Excel keeps 15 digits of a number and replaces the rest with zeros. */
const DIGITS_KEPT_BELOW = 1e15;

/**
 * Returns the text that a person sees in the cell, except that dates are in ISO format, and that numbers have neither an
 * exponent nor a format that says something else than the number. Formulas are never evaluated: the saved value is used,
 * and without one the cell is empty.
 * @param {any} formats
 * @param {Cell} cell
 * @param {boolean} date1904
 * @returns {ReadCell}
 */
export function readCell(formats, cell, date1904) {
  // An error that the library does not know has no value, and must not become an empty cell.
  if (cell.t === 'e') return { text: cell.w || '#ERROR!' };
  if (cell.v === undefined || cell.v === null) return { text: '' };
  if (cell.t === 'b') return { text: cell.v ? 'TRUE' : 'FALSE' };
  if (cell.t !== 'n' || typeof cell.v !== 'number') return { text: String(cell.v) };
  const shown = cell.w?.trim() ?? '';
  const format = String(cell.z ?? 'General');
  if (/\[[hms]+\]/i.test(format)) return { text: shown };
  if (formats.is_date(format)) return dateText(formats, cell.v, { format, date1904 }) ?? { text: shown };
  if (format === 'General') return { text: plainNumber(cell.v) };
  return digitsInFormat.test(format) ? { text: shown } : formattedNumber(cell.v, shown);
}

/** @param {Cell} cell */
export function hasLostDigits({ t, v }) {
  if (t !== 'n' || typeof v !== 'number') return false;
  return Math.abs(v) >= DIGITS_KEPT_BELOW && (!Number.isSafeInteger(v) || v % 10 === 0);
}

/** Words of a format that contain digits, such as the year in "2026/"0000, are part of the number that is shown. */
const digitsInFormat = /"[^"]*\d[^"]*"|\\\d/;

/** A number between texts without digits, such as "Tk 61,200.00" or "PAL/0147". */
const oneNumber = /^(?<before>\D*?)(?<whole>\d[\d,'’\s]*)(?<decimals>\.\d+)?(?<after>\D*)$/u;

/**
 * A format may add zeros and words, which are part of an invoice's number, and separators, which are not. It may also
 * show a number as another one: in thousands, or without its sign. Then the number counts.
 * @param {number} value
 * @param {string} shown
 * @returns {ReadCell}
 */
function formattedNumber(value, shown) {
  const plain = plainNumber(value);
  if (!/\d/.test(shown) || /\dE[+-]?\d/i.test(shown)) return { text: plain };
  const { before = '', whole = '', decimals = '', after = '' } = oneNumber.exec(shown)?.groups ?? {};
  // Percentages, fractions and numbers in groups, such as 0171-2345678, are read as shown.
  if (whole === '' || shown.includes('%')) return { text: shown };
  if (value < 0 && !/[-−(]/.test(before)) return { text: plain };
  const difference = Math.abs(Math.abs(value) - Number(whole.replace(/\D/g, '') + decimals));
  if (isNoise(difference, value)) {
    const isBare = /^[\s-]*$/.test(before + after) && !/^0\d/.test(whole);
    return { text: isBare && Number.isSafeInteger(value) ? plain : shown };
  }
  const rounding = 0.5 * 10 ** -Math.max(0, decimals.length - 1);
  return difference <= rounding * 1.000_001 ? { text: shown, exact: plain } : { text: plain };
}

/**
 * Returns whether the difference is only of the digits that Excel does not keep.
 * @param {number} difference
 * @param {number} value
 */
const isNoise = (difference, value) => difference <= Math.abs(value) * 1e-14;

/** @param {number} value */
function plainNumber(value) {
  if (Number.isSafeInteger(value)) return String(value);
  // The 16th and 17th digits are rounding noise: 0.30000000000000004 is shown as 0.3.
  const kept = Number(value.toPrecision(15));
  const text = String(kept);
  return /e/.test(text)
    ? kept.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
    : text;
}

const SECONDS_PER_DAY = 86_400;

/** @param {string} format */
const showsTime = (format) => /[hs]/i.test(format.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, ''));

/**
 * Returns the date without the time of day if the format does not show it, as where a date is the result of a formula.
 * @param {any} formats
 * @param {number} serial
 * @param {{ format: string, date1904: boolean }} settings
 * @returns {ReadCell | null}
 */
function dateText(formats, serial, { format, date1904 }) {
  // To whole seconds, because a sum of dates may lack the last digits of one.
  const rounded = Math.round(serial * SECONDS_PER_DAY) / SECONDS_PER_DAY;
  const parts = formats.parse_date_code(rounded, { date1904 });
  if (!parts) return null;
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const time = `${two(parts.H)}:${two(parts.M)}:${two(parts.S)}`;
  if (serial > 0 && serial < 1) return { text: time };
  const day = `${parts.y}-${two(parts.m)}-${two(parts.d)}`;
  return { text: time === '00:00:00' || !showsTime(format) ? day : `${day} ${time}`, isDate: true };
}
