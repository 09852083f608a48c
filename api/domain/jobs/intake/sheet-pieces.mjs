/** Splits the sheets of a workbook between their rows. Plain JavaScript, because the sheet's thread uses it. */

/** @typedef {{ path: string, bytes: Uint8Array }} Part */

const PIECE_BYTES = 1024 * 1024;
const sheetPath = /^xl\/worksheets\/[^/]+\.xml$/i;

/** @param {Part} part */
export const isLargeSheet = ({ path, bytes }) => sheetPath.test(path) && bytes.byteLength > PIECE_BYTES;

/**
 * Replaces the contents of a workbook's sheets and keeps all other parts.
 * @param {(part: Part) => Uint8Array} contentOf
 * @returns {(part: Part) => Part}
 */
export const withSheets = (contentOf) => (part) =>
  sheetPath.test(part.path) ? { path: part.path, bytes: contentOf(part) } : part;

/**
 * Writes the empty strings of a workbook's table of shared strings with a start and an end. The reader does not see one
 * that is written as a single tag, and would read the next string for each one behind it.
 * @param {Part} part
 * @returns {Part}
 */
export function withAllStrings({ path, bytes }) {
  if (sheetPath.test(path)) return { path, bytes };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const emptyString = /<((?:\w+:)?si)\s*\/>/g;
  if (!emptyString.test(text)) return { path, bytes };
  return { path, bytes: Buffer.from(text.replace(emptyString, '<$1></$1>'), 'latin1') };
}

/** @param {string} rows */
export const sheetOf = (rows) =>
  Buffer.from(
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
  );

/**
 * Splits a sheet between rows. One that may contain "<row" as text, or writes its rows differently, is not split.
 * @param {Uint8Array} bytes
 */
export function* rowPieces(bytes) {
  const sheet = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = nextRow(sheet, 0);
  if (start === -1 || sheet.includes('<![CDATA[') || sheet.includes('<!--')) {
    yield sheet;
    return;
  }
  const head = sheet.subarray(0, start);
  const [, prefix = ''] = /<(\w+:)?sheetData[\s>]/.exec(head.toString('latin1')) ?? [];
  const end = Buffer.from(`</${prefix}sheetData>`);
  for (let from = start; from !== -1;) {
    const to = nextRow(sheet, from + PIECE_BYTES);
    const rows = sheet.subarray(from, to === -1 ? sheet.byteLength : to);
    yield Buffer.concat(to === -1 ? [head, rows] : [head, rows, end]);
    from = to;
  }
}

/**
 * Returns the numbers of the rows that are hidden, counted from 1.
 * @param {Uint8Array} bytes
 * @returns {Set<number>}
 */
export function hiddenRowsOf(bytes) {
  /** @type {Set<number>} */
  const hidden = new Set();
  const sheet = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!sheet.includes('hidden=')) return hidden;
  let number = 0;
  for (let place = nextRow(sheet, 0); place !== -1; place = nextRow(sheet, place + 1)) {
    const tag = sheet.toString('latin1', place, sheet.indexOf('>', place));
    number = Number(/\sr=["'](\d+)["']/.exec(tag)?.[1] ?? number + 1);
    if (/\shidden=["'](?:1|true)["']/.test(tag)) hidden.add(number);
  }
  return hidden;
}

const beforeRow = /<(?:[A-Za-z]\w{0,15}:)?$/;
const PREFIX_MAX = 18;

/**
 * Returns where the next row starts, whose tag may have a prefix, as in <x:row>; -1 without one.
 * @param {Buffer} sheet
 * @param {number} from
 */
function nextRow(sheet, from) {
  for (let place = sheet.indexOf('row', from); place !== -1; place = sheet.indexOf('row', place + 1)) {
    if (!'> \t\r\n'.includes(String.fromCharCode(sheet[place + 3] ?? 0))) continue;
    const before = sheet.toString('latin1', Math.max(from, place - PREFIX_MAX), place);
    const [start] = beforeRow.exec(before) ?? [];
    if (start !== undefined) return place - start.length;
  }
  return -1;
}
