/** Reads the lines of a workbook in the thread of a sheet. */
import { readFileSync } from 'node:fs';
import { hasLostDigits, readCell } from './cell-text.mjs';
import { lineCollector, Stop } from './line-collector.mjs';
import {
  hiddenRowsOf,
  isLargeSheet,
  rowPieces,
  sheetOf,
  withAllStrings,
  withSheets,
} from './sheet-pieces.mjs';

/**
 * @typedef {import('./cell-text.mjs').Cell} Cell
 * @typedef {import('./cell-text.mjs').ReadCell} ReadCell
 * @typedef {import('./line-collector.mjs').Caps} Caps
 * @typedef {import('./line-collector.mjs').LineCollector} LineCollector
 * @typedef {import('./line-collector.mjs').Notes} Notes
 * @typedef {import('./line-collector.mjs').Place} Place
 * @typedef {import('./line-collector.mjs').SheetMessage} SheetMessage
 * @typedef {import('./sheet-pieces.mjs').Part} Part
 * @typedef {{ kind: 'xlsx', parts: Part[] } | { kind: 'xls', path: string }} WorkbookSource
 */

/** Of numbers shown with fewer decimals than they have. One is enough to warn about its column. */
const FEWER_DECIMALS_NOTED_MAX = 2_000;
/** Other sheets of a large workbook that are compared with the one that is read; each has to be opened for it. */
const ALIKE_LOOKS_MAX = 5;
const ALIKE_PIECE_BYTES_MAX = 4 * 1024 * 1024;

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
 * Reads the first visible sheet with rows, or else the first hidden one.
 * @param {WorkbookSource} source
 * @param {Caps} caps
 * @param {(part: SheetMessage) => void} send
 */
export async function readWorkbook(source, caps, send) {
  const xlsx = await import('@e965/xlsx');
  const parts = source.kind === 'xlsx' ? source.parts.map(withAllStrings) : [];
  if (parts.some(isLargeSheet)) return readInPieces(xlsx, parts, caps, send);
  const workbook =
    source.kind === 'xlsx'
      ? openParts(xlsx, parts)
      : xlsx.read(readFileSync(source.path), { type: 'array', ...readOptions });
  const read = cellReader(xlsx, workbook);
  const hiddenIn = source.kind === 'xlsx' ? hiddenRowsBySheet(xlsx, parts) : hiddenRowsOfOldFormat(workbook);
  const names = namesInOrder(workbook);
  for (const name of names) {
    const collector = lineCollector(caps, send);
    readSheet(rowsOf(workbook, name), { read, hidden: hiddenIn.get(name) }, collector, caps);
    if (collector.isEmpty) continue;
    collector.notes.is1904 = is1904(workbook);
    collector.notes.alikeSheets = visibleNames(workbook).filter(
      (other) => other !== name && isAlike(collector.headings, rowsOf(workbook, other), read),
    );
    return collector;
  }
  return lineCollector(caps, send);
}

/**
 * Reads the relevant sheet in pieces, each as a workbook of only these rows, because the reader needs about fifty times
 * the size of a sheet.
 * @param {any} xlsx
 * @param {Part[]} parts
 * @param {Caps} caps
 * @param {(part: SheetMessage) => void} send
 */
function readInPieces(xlsx, parts, caps, send) {
  const sheets = sheetsInOrder(xlsx, parts);
  for (const { name, path } of sheets) {
    const collector = lineCollector(caps, send);
    const sheet = parts.find((part) => part.path === path);
    const hidden = sheet && hiddenRowsOf(sheet.bytes);
    for (const piece of sheet ? rowPieces(sheet.bytes) : []) {
      const workbook = openPiece(xlsx, parts, { sheet, piece });
      const read = cellReader(xlsx, workbook);
      for (const each of namesInOrder(workbook))
        readSheet(rowsOf(workbook, each), { read, hidden }, collector, caps);
      collector.notes.is1904 = is1904(workbook);
    }
    if (collector.isEmpty) continue;
    collector.notes.alikeSheets = sheets
      .filter((other) => other.isVisible && other.name !== name)
      .slice(0, ALIKE_LOOKS_MAX)
      .filter((other) => isAlikeInPieces(xlsx, parts, other, collector.headings))
      .map((other) => other.name);
    return collector;
  }
  return lineCollector(caps, send);
}

/**
 * Opens the workbook with only these rows of this sheet.
 * @param {any} xlsx
 * @param {Part[]} parts
 * @param {{ sheet: Part | undefined, piece: Uint8Array }} given
 */
function openPiece(xlsx, parts, { sheet, piece }) {
  return openParts(xlsx, parts.map(withSheets((part) => (part === sheet ? piece : sheetOf('')))));
}

/**
 * @param {any} xlsx
 * @param {Part[]} parts
 * @param {{ name: string, path: string }} other
 * @param {readonly string[]} headings
 */
function isAlikeInPieces(xlsx, parts, { name, path }, headings) {
  const sheet = parts.find((part) => part.path === path);
  const [piece] = sheet ? rowPieces(sheet.bytes) : [];
  // A sheet that cannot be taken apart would need too much memory for a warning.
  if (!piece || piece.length > ALIKE_PIECE_BYTES_MAX) return false;
  try {
    const workbook = openPiece(xlsx, parts, { sheet, piece });
    return isAlike(headings, rowsOf(workbook, name), cellReader(xlsx, workbook));
  } catch {
    // Another sheet that is damaged does not make the one that is read unreadable.
    return false;
  }
}

/**
 * Returns whether the first line of the other sheet has all of these headings.
 * @param {readonly string[]} headings
 * @param {(Cell | undefined)[][]} rows
 * @param {(cell: Cell) => ReadCell} read
 */
function isAlike(headings, rows, read) {
  const comparable = (/** @type {string} */ text) => text.trim().toLowerCase();
  const textsOf = (/** @type {(Cell | undefined)[]} */ row) =>
    new Set(row?.map((cell) => (cell ? comparable(read(cell).text) : '')).filter(Boolean));
  for (const row of rows) {
    const texts = textsOf(row ?? []);
    if (texts.size > 0)
      return headings.every((heading) => heading.trim() === '' || texts.has(comparable(heading)));
  }
  return false;
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
 * @returns {{ name: string, path: string, isVisible: boolean }[]}
 */
function sheetsInOrder(xlsx, parts) {
  const cellOf = (/** @type {string} */ text) =>
    `<row r="1"><c r="A1" t="inlineStr"><is><t>${encodeURIComponent(text)}</t></is></c></row>`;
  const workbook = openParts(xlsx, parts.map(withSheets(({ path }) => sheetOf(cellOf(path)))));
  const visible = visibleNames(workbook);
  return namesInOrder(workbook).flatMap((name) => {
    const value = rowsOf(workbook, name)[0]?.[0]?.v;
    const isVisible = visible.includes(name);
    return typeof value === 'string' ? [{ name, path: decodeURIComponent(value), isVisible }] : [];
  });
}

/**
 * Returns the names of the visible sheets first, then of the hidden ones; the first sheet with rows is used.
 * @param {import('@e965/xlsx').WorkBook} workbook
 */
function namesInOrder(workbook) {
  const visible = visibleNames(workbook);
  return [...visible, ...workbook.SheetNames.filter((name) => !visible.includes(name))];
}

/** @param {import('@e965/xlsx').WorkBook} workbook */
function visibleNames({ SheetNames, Workbook }) {
  const sheets = Workbook?.Sheets ?? [];
  return SheetNames.filter((_, index) => !sheets[index]?.Hidden);
}

/**
 * @param {import('@e965/xlsx').WorkBook} workbook
 * @param {string} name
 * @returns {(Cell | undefined)[][]}
 */
function rowsOf(workbook, name) {
  return /** @type {any} */ (workbook.Sheets[name])?.['!data'] ?? [];
}

/** @param {import('@e965/xlsx').WorkBook} workbook */
const is1904 = (workbook) => workbook.Workbook?.WBProps?.date1904 === true;

/**
 * @param {any} xlsx
 * @param {import('@e965/xlsx').WorkBook} workbook
 * @returns {(cell: Cell) => ReadCell}
 */
function cellReader(xlsx, workbook) {
  const date1904 = is1904(workbook);
  return (cell) => readCell(xlsx.SSF, cell, date1904);
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
 * @param {{ read: (cell: Cell) => ReadCell, hidden: ReadonlySet<number> | undefined }} sheet
 * @param {LineCollector} collector
 * @param {Caps} caps
 */
function readSheet(rows, { read, hidden }, collector, caps) {
  const { notes } = collector;
  // forEach skips holes: a sheet may claim a million rows and columns and contain only three.
  rows.forEach((row, index) => {
    /** @type {string[]} */
    const cells = [];
    const line = collector.nextLine;
    row?.forEach((cell, column) => {
      if (!cell) return;
      const found = read(cell);
      if (found.text.trim() === '') return;
      if (column >= caps.columnsMax) throw new Stop({ end: 'too many columns' });
      cells[column] = found.text;
      note(notes, { line, column }, cell, found);
    });
    collector.add(cells);
    if (line > 0 && collector.nextLine > line && hidden?.has(index + 1)) notes.hidden.push(line);
  });
}

/**
 * @param {Notes} notes
 * @param {Place} place
 * @param {Cell} cell
 * @param {ReadCell} found
 */
function note(notes, { line, column }, cell, { text, isDate, exact }) {
  if (hasLostDigits(cell)) notes.rounded.push({ line, column });
  if (exact !== undefined && notes.fewerDecimals.length < FEWER_DECIMALS_NOTED_MAX)
    notes.fewerDecimals.push({ line, column, shown: text, exact });
  if (!isDate) return;
  const lines = notes.dates.get(column);
  if (lines) lines.push(line);
  else notes.dates.set(column, [line]);
}
