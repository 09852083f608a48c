/**
 * Decides which texts become dates in a workbook: those of a column whose texts are all dates, and are all to be read
 * in the same way.
 */

export type TypedDate = { value: Date; format: string };

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const dayMax = 31;
const monthMax = 12;
/** Excel counts a 29 February 1900, so it shows every earlier date as another one than other programs do. */
const firstDayMs = Date.UTC(1900, 2, 1);
/** Numbers beyond this year are codes. */
const yearMax = 2100;

type Order = 'day first' | 'month first';
type Parts = { year: number; month: number; day: number; format: string };

/** Repeats the format letter once per digit, so that the date looks as written. */
const part = (letter: string, text: string): string => letter.repeat(text.length);

function isoParts(text: string): Parts | undefined {
  const match = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text);
  if (!match) return undefined;
  const [, year = '', mark = '', month = '', day = ''] = match;
  const format = ['yyyy', part('m', month), part('d', day)].join(formatMark(mark));
  return { year: Number(year), month: Number(month), day: Number(day), format };
}

/** Escapes "." and "/", which are literal characters of a format only then. */
const formatMark = (mark: string): string => (mark === ' ' ? ' ' : `\\${mark}`);

function figureParts(text: string, order: Order): Parts | undefined {
  const match = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text);
  if (!match) return undefined;
  const [, first = '', mark = '', second = '', year = ''] = match;
  const isDayFirst = order === 'day first';
  const letters = isDayFirst ? (['d', 'm'] as const) : (['m', 'd'] as const);
  const format = [part(letters[0], first), part(letters[1], second), 'yyyy'].join(formatMark(mark));
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  return { year: Number(year), month: Number(month), day: Number(day), format };
}

function namedParts(text: string): Parts | undefined {
  const match = /^(\d{1,2})([- /.])([A-Z][a-z]{2})\2(\d{4})$/.exec(text);
  if (!match) return undefined;
  const [, day = '', mark = '', name = '', year = ''] = match;
  const format = [part('d', day), 'mmm', 'yyyy'].join(formatMark(mark));
  return { year: Number(year), month: months.indexOf(name) + 1, day: Number(day), format };
}

function dateOf(parts: Parts | undefined): TypedDate | undefined {
  if (!parts || parts.year > yearMax) return undefined;
  const value = new Date(Date.UTC(parts.year, parts.month - 1, parts.day));
  const isReal = value.getUTCMonth() + 1 === parts.month && value.getUTCDate() === parts.day;
  return isReal && value.getTime() >= firstDayMs ? { value, format: parts.format } : undefined;
}

/** Determines whether day or month comes first. 05/06/2026 is ambiguous, so the column's other dates decide. */
function orderOf(texts: readonly string[]): Order | undefined {
  const pairs = texts.flatMap((text) => {
    const match = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{4}$/.exec(text);
    return match ? [[Number(match[1]), Number(match[2])] as const] : [];
  });
  const isOverMonths = (value: number): boolean => value > monthMax && value <= dayMax;
  const areDaysFirst = pairs.some(([first]) => isOverMonths(first));
  const areMonthsFirst = pairs.some(([, second]) => isOverMonths(second));
  if (areDaysFirst === areMonthsFirst) return undefined;
  return areDaysFirst ? 'day first' : 'month first';
}

/**
 * Returns a reader for the dates of a column, given its texts below the header; undefined if one of them is not a
 * date.
 */
export function dateReader(texts: readonly string[]): ((text: string) => TypedDate | undefined) | undefined {
  const filled = texts.filter(Boolean);
  const order = orderOf(filled);
  const read = (text: string): TypedDate | undefined =>
    dateOf(isoParts(text) ?? namedParts(text) ?? (order && figureParts(text, order)));
  return filled.length > 0 && filled.every((text) => read(text) !== undefined) ? read : undefined;
}
