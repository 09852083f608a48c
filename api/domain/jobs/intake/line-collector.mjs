/** Collects the lines of a sheet in the thread that reads it, and stops the reading at a limit. */

/**
 * @typedef {{ rowsMax: number, linesMax: number, columnsMax: number, cellCharactersMax: number }} Caps
 * @typedef {{ line: number, column: number }} Place
 *
 * What a workbook says about its cells beside their text. `hidden`: lines that are hidden. `rounded`: numbers with more
 * digits than Excel keeps. `fewerDecimals`: numbers that are shown, and read, with fewer decimals than they have.
 * `dates`: the lines with a date of the calendar, by column. `is1904`: the workbook counts days from 1904.
 * `alikeSheets`: visible sheets with the same headings, which are not read. `delimiter`: what separates the cells of a
 * CSV; null in a workbook.
 * @typedef {{
 *   delimiter: string | null,
 *   hidden: number[],
 *   rounded: Place[],
 *   fewerDecimals: (Place & { shown: string, exact: string })[],
 *   dates: Map<number, number[]>,
 *   is1904: boolean,
 *   alikeSheets: string[],
 * }} Notes
 * @typedef {(
 *   | { end: 'not yet', lines: string[][] }
 *   | ({ end: 'read', lines: string[][], headingWidth: number } & Notes)
 *   | { end: 'too many rows' | 'too many lines' | 'too many columns' | 'protected' | 'damaged' }
 *   | { end: 'open quote', line: number }
 * )} SheetMessage
 * @typedef {ReturnType<typeof lineCollector>} LineCollector
 */

/** Lines are sent in parts, so that a large sheet is never in memory twice. */
const LINES_PER_PART = 500;

export class Stop extends Error {
  /** @param {SheetMessage} message */
  constructor(message) {
    super(message.end);
    this.sheetMessage = message;
  }
}

/**
 * @param {Caps} caps
 * @param {(part: SheetMessage) => void} send
 */
export function lineCollector(caps, send) {
  /** @type {string[][]} */
  let lines = [];
  let count = 0;
  /** @type {string[]} */
  let headings = [];
  /** @type {Notes} */
  const notes = {
    delimiter: null,
    hidden: [],
    rounded: [],
    fewerDecimals: [],
    dates: new Map(),
    is1904: false,
    alikeSheets: [],
  };
  return {
    notes,
    get isEmpty() {
      return count === 0;
    },
    get headings() {
      return headings;
    },
    /** @returns {Extract<SheetMessage, { end: 'read' }>} the lines not sent yet, and the notes on all lines */
    rest() {
      return { end: 'read', lines, headingWidth: this.headingWidth, ...notes };
    },
    headingWidth: caps.columnsMax,
    /** The number of the line that is added next. */
    get nextLine() {
      return count;
    },
    /** Blank lines are omitted. An overlong cell keeps one character above the limit, so that it is detected. */
    add(/** @type {string[]} */ cells) {
      let length = cells.length;
      while (length > 0 && (cells[length - 1] ?? '').trim() === '') length -= 1;
      if (length === 0) return;
      if (length > caps.columnsMax) throw new Stop({ end: 'too many columns' });
      // The heading is an additional line.
      if (count > caps.rowsMax) throw new Stop({ end: 'too many rows' });
      const line = Array.from({ length }, (_, index) =>
        (cells[index] ?? '').slice(0, caps.cellCharactersMax + 1),
      );
      if (count === 0) headings = line;
      lines.push(line);
      count += 1;
      if (lines.length < LINES_PER_PART) return;
      send({ end: 'not yet', lines });
      lines = [];
    },
  };
}
