/**
 * The thread that turns a sheet into lines of text. A malicious file can exhaust or hang only this thread, never the
 * API.
 */
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { decodedPieces } from './decoded-text.mjs';
import { hiddenRowsOf, isLargeSheet, rowPieces, sheetOf, withSheets } from './sheet-pieces.mjs';

/**
 * @typedef {{ rowsMax: number, linesMax: number, columnsMax: number, cellCharactersMax: number }} Caps
 * @typedef {{ path: string, bytes: Uint8Array }} Part
 * @typedef {(
 *   | { kind: 'csv', path: string, encoding: import('./decoded-text.mjs').TextEncoding, delimiter: string, skipCharacters: number }
 *   | { kind: 'xlsx', parts: Part[] }
 *   | { kind: 'xls', path: string }
 * )} Source
 * @typedef {{ line: number, column: number }} Place
 * @typedef {(
 *   | { end: 'not yet', lines: string[][] }
 *   | { end: 'read', lines: string[][], headingWidth: number, rounded: Place[], hidden: number[] }
 *   | { end: 'too many rows' | 'too many lines' | 'too many columns' | 'protected' | 'damaged' }
 *   | { end: 'open quote', line: number }
 * )} SheetMessage
 * @typedef {{ t: string, v?: unknown, w?: string, z?: string | number }} Cell
 */

/** Lines are sent in parts, so that a large sheet is never in memory twice. */
const LINES_PER_PART = 500;

/** Excel keeps 15 digits of a number and replaces the rest with zeros. */
const DIGITS_KEPT_BELOW = 1e15;

class Stop extends Error {
  /** @param {SheetMessage} message */
  constructor(message) {
    super(message.end);
    this.sheetMessage = message;
  }
}

/** @param {Caps} caps */
function lineCollector(caps) {
  /** @type {string[][]} */
  let lines = [];
  let count = 0;
  /** @type {Place[]} */
  const rounded = [];
  /** @type {number[]} */
  const hidden = [];
  return {
    get isEmpty() {
      return count === 0;
    },
    /** @returns {Extract<SheetMessage, { end: 'read' }>} the lines not sent yet, and the totals of all lines */
    rest() {
      return { end: 'read', lines, headingWidth: this.headingWidth, rounded, hidden };
    },
    headingWidth: caps.columnsMax,
    /** Blank lines are omitted. An overlong cell keeps one character above the limit, so that it is detected. */
    add(/** @type {string[]} */ cells, /** @type {number[]} */ roundedColumns = [], isHidden = false) {
      let length = cells.length;
      while (length > 0 && cells[length - 1]?.trim() === '') length -= 1;
      if (length === 0) return;
      if (length > caps.columnsMax) throw new Stop({ end: 'too many columns' });
      // The heading is an additional line.
      if (count > caps.rowsMax) throw new Stop({ end: 'too many rows' });
      if (isHidden && count > 0) hidden.push(count);
      for (const column of roundedColumns) rounded.push({ line: count, column });
      lines.push(
        Array.from({ length }, (_, index) => (cells[index] ?? '').slice(0, caps.cellCharactersMax + 1)),
      );
      count += 1;
      if (lines.length < LINES_PER_PART) return;
      send({ end: 'not yet', lines });
      lines = [];
    },
  };
}

/**
 * @param {Extract<Source, { kind: 'csv' }>} source
 * @param {Caps} caps
 */
async function readCsv(source, caps) {
  const { default: Papa } = await import('papaparse');
  const collector = lineCollector(caps);
  let line = 0;
  const text = Readable.from(
    withoutFirst(decodedPieces(source.path, source.encoding), source.skipCharacters),
  );
  /** @type {(row: { data: unknown, errors: { type: string }[] }) => void} */
  const take = ({ data, errors }) => {
    line += 1;
    if (line > caps.linesMax) throw new Stop({ end: 'too many lines' });
    if (errors.some(({ type }) => type === 'Quotes')) throw new Stop({ end: 'open quote', line });
    const cells = /** @type {string[]} */ (data);
    // Cells to the right of the heading line were shifted there; a workbook's cells cannot be shifted.
    if (collector.isEmpty) collector.headingWidth = cells.length;
    collector.add(cells);
  };
  await new Promise((resolve, reject) => {
    text.once('error', reject);
    Papa.parse(text, {
      delimiter: source.delimiter,
      // The fast mode splits a whole piece before it returns the first line.
      fastMode: false,
      // An exception thrown here would be lost in the stream.
      step: (row, parser) => {
        try {
          take(row);
        } catch (error) {
          // Aborting the parser also completes it.
          reject(error);
          parser.abort();
          text.destroy();
        }
      },
      complete: resolve,
      error: reject,
    });
  });
  return collector;
}

/**
 * @param {AsyncIterable<string>} pieces
 * @param {number} characters
 */
async function* withoutFirst(pieces, characters) {
  let left = characters;
  for await (const piece of pieces) {
    if (piece.length > left) yield piece.slice(left);
    left = Math.max(0, left - piece.length);
  }
}

const readOptions = /** @type {const} */ ({
  dense: true,
  cellNF: true,
  // A formula's saved value is used. If formulas were read, one without a saved value would become zero.
  cellFormula: false,
  cellHTML: false,
  cellText: true,
  sheetStubs: false,
  bookVBA: false,
  nodim: true,
});

/**
 * @param {Extract<Source, { kind: 'xlsx' | 'xls' }>} source
 * @param {Caps} caps
 */
async function readWorkbook(source, caps) {
  const xlsx = await import('@e965/xlsx');
  if (source.kind === 'xlsx' && source.parts.some(isLargeSheet))
    return readInPieces(xlsx, source.parts, caps);
  const workbook =
    source.kind === 'xlsx'
      ? openParts(xlsx, source.parts)
      : xlsx.read(readFileSync(source.path), { type: 'array', ...readOptions });
  const show = textReader(xlsx, workbook);
  const hiddenIn =
    source.kind === 'xlsx' ? hiddenRowsBySheet(xlsx, source.parts) : hiddenRowsOfOldFormat(workbook);
  for (const name of namesInOrder(workbook)) {
    const collector = lineCollector(caps);
    readSheet(rowsOf(workbook, name), { show, hidden: hiddenIn.get(name) }, collector, caps);
    if (!collector.isEmpty) return collector;
  }
  return lineCollector(caps);
}

/**
 * Reads the relevant sheet in pieces, each as a workbook of only these rows, because the reader needs about fifty times
 * the size of a sheet.
 * @param {any} xlsx
 * @param {Part[]} parts
 * @param {Caps} caps
 */
function readInPieces(xlsx, parts, caps) {
  for (const { path } of sheetsInOrder(xlsx, parts)) {
    const collector = lineCollector(caps);
    const sheet = parts.find((part) => part.path === path);
    const hidden = sheet && hiddenRowsOf(sheet.bytes);
    for (const piece of sheet ? rowPieces(sheet.bytes) : []) {
      const workbook = openParts(
        xlsx,
        parts.map(withSheets((part) => (part === sheet ? piece : sheetOf('')))),
      );
      const show = textReader(xlsx, workbook);
      for (const name of namesInOrder(workbook))
        readSheet(rowsOf(workbook, name), { show, hidden }, collector, caps);
    }
    if (!collector.isEmpty) return collector;
  }
  return lineCollector(caps);
}

/**
 * Returns the numbers of the hidden rows by the sheets' names. Most workbooks have none, and are not read for it twice.
 * @param {any} xlsx
 * @param {Part[]} parts
 * @returns {Map<string, Set<number>>}
 */
function hiddenRowsBySheet(xlsx, parts) {
  const byPath = new Map(parts.map(({ path, bytes }) => [path, hiddenRowsOf(bytes)]));
  if ([...byPath.values()].every(({ size }) => size === 0)) return new Map();
  return new Map(sheetsInOrder(xlsx, parts).map(({ name, path }) => [name, byPath.get(path) ?? new Set()]));
}

/**
 * Returns the same for a workbook of the old format, in which the reader marks hidden rows itself.
 * @param {import('@e965/xlsx').WorkBook} workbook
 * @returns {Map<string, Set<number>>}
 */
function hiddenRowsOfOldFormat({ Sheets }) {
  return new Map(
    Object.entries(Sheets).map(([name, sheet]) => {
      /** @type {Set<number>} */
      const hidden = new Set();
      sheet['!rows']?.forEach((row, index) => row?.hidden && hidden.add(index + 1));
      return [name, hidden];
    }),
  );
}

/**
 * Returns the names and paths of the sheets in the reader's order, found by reading a workbook whose sheets contain only their
 * own path.
 * @param {any} xlsx
 * @param {Part[]} parts
 * @returns {{ name: string, path: string }[]}
 */
function sheetsInOrder(xlsx, parts) {
  const cellOf = (/** @type {string} */ text) =>
    `<row r="1"><c r="A1" t="inlineStr"><is><t>${encodeURIComponent(text)}</t></is></c></row>`;
  const workbook = openParts(xlsx, parts.map(withSheets(({ path }) => sheetOf(cellOf(path)))));
  return namesInOrder(workbook).flatMap((name) => {
    const value = rowsOf(workbook, name)[0]?.[0]?.v;
    return typeof value === 'string' ? [{ name, path: decodeURIComponent(value) }] : [];
  });
}

/**
 * Returns the names of the visible sheets first, then of the hidden ones; the first sheet with rows is used.
 * @param {import('@e965/xlsx').WorkBook} workbook
 */
function namesInOrder(workbook) {
  const sheets = workbook.Workbook?.Sheets ?? [];
  const isVisible = (/** @type {number} */ index) => !sheets[index]?.Hidden;
  return workbook.SheetNames.map((name, index) => ({ name, index }))
    .sort((a, b) => Number(isVisible(b.index)) - Number(isVisible(a.index)) || a.index - b.index)
    .map(({ name }) => name);
}

/**
 * @param {import('@e965/xlsx').WorkBook} workbook
 * @param {string} name
 * @returns {(Cell | undefined)[][]}
 */
function rowsOf(workbook, name) {
  return /** @type {any} */ (workbook.Sheets[name])?.['!data'] ?? [];
}

/**
 * @param {any} xlsx
 * @param {import('@e965/xlsx').WorkBook} workbook
 * @returns {(cell: Cell) => string}
 */
function textReader(xlsx, workbook) {
  const date1904 = workbook.Workbook?.WBProps?.date1904 === true;
  return (cell) => cellText(xlsx.SSF, cell, date1904);
}

/**
 * @param {any} xlsx
 * @param {Part[]} parts
 * @returns {import('@e965/xlsx').WorkBook}
 */
function openParts(xlsx, parts) {
  const container = xlsx.CFB.utils.cfb_new();
  for (const { path, bytes } of parts)
    xlsx.CFB.utils.cfb_add(container, path, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      unsafe: true,
    });
  return xlsx.parse_zip(container, { type: 'buffer', ...readOptions });
}

/**
 * @param {(Cell | undefined)[][]} rows
 * @param {{ show: (cell: Cell) => string, hidden: ReadonlySet<number> | undefined }} sheet
 * @param {ReturnType<typeof lineCollector>} collector
 * @param {Caps} caps
 */
function readSheet(rows, { show, hidden }, collector, caps) {
  // forEach skips holes: a sheet may claim a million rows and columns and contain only three.
  rows.forEach((row, index) => {
    /** @type {string[]} */
    const cells = [];
    /** @type {number[]} */
    const rounded = [];
    row?.forEach((cell, column) => {
      const text = cell ? show(cell) : '';
      if (text.trim() === '') return;
      if (column >= caps.columnsMax) throw new Stop({ end: 'too many columns' });
      cells[column] = text;
      if (cell?.t === 'n' && hasLostDigits(Number(cell.v))) rounded.push(column);
    });
    collector.add(cells, rounded, hidden?.has(index + 1));
  });
}

/**
 * Returns the text that a person sees in the cell, except that dates are in ISO format and numbers are never shown with
 * an exponent. Formulas are never evaluated: the saved value is used, and without one the cell is empty.
 * @param {any} formats
 * @param {Cell} cell
 * @param {boolean} date1904
 */
function cellText(formats, cell, date1904) {
  if (cell.v === undefined || cell.v === null) return '';
  if (cell.t === 'e') return cell.w ?? '';
  if (cell.t === 'b') return cell.v ? 'TRUE' : 'FALSE';
  if (cell.t !== 'n' || typeof cell.v !== 'number') return String(cell.v);
  const shown = cell.w?.trim() ?? '';
  const format = String(cell.z ?? 'General');
  const isElapsed = /\[[hms]+\]/i.test(format);
  if (!isElapsed && formats.is_date(format)) return dateText(formats, cell.v, date1904) ?? shown;
  const isWhole = /\d/.test(shown) && !/[eE#]/.test(shown) && format !== 'General';
  return isWhole || isElapsed ? shown : plainNumber(cell.v);
}

/** @param {number} value */
function hasLostDigits(value) {
  return Math.abs(value) >= DIGITS_KEPT_BELOW && (!Number.isSafeInteger(value) || value % 10 === 0);
}

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

/**
 * @param {any} formats
 * @param {number} serial
 * @param {boolean} date1904
 */
function dateText(formats, serial, date1904) {
  const parts = formats.parse_date_code(serial, { date1904 });
  if (!parts) return null;
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const time = `${two(parts.H)}:${two(parts.M)}:${two(parts.S)}`;
  if (serial > 0 && serial < 1) return time;
  const day = `${parts.y}-${two(parts.m)}-${two(parts.d)}`;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/**
 * @param {Source} source
 * @param {Caps} caps
 * @returns {Promise<SheetMessage>}
 */
async function read(source, caps) {
  try {
    const collector = source.kind === 'csv' ? await readCsv(source, caps) : await readWorkbook(source, caps);
    return collector.rest();
  } catch (error) {
    if (error instanceof Stop) return error.sheetMessage;
    const isProtected = error instanceof Error && /password|encrypt/i.test(error.message);
    return { end: isProtected ? 'protected' : 'damaged' };
  }
}

// The thread reads one file after another, so no file may modify shared prototypes for the next one.
for (const { prototype } of [Object, Array, Function, String, Number, Boolean, Date, RegExp, Map, Set, Error])
  Object.freeze(prototype);

/** @param {SheetMessage} message */
function send(message) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(message);
}

parentPort?.on('message', (/** @type {Source} */ source) => {
  void read(source, /** @type {Caps} */ (workerData)).then(send);
});
