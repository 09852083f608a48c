/**
 * The thread that turns a sheet into lines of text. A malicious file can exhaust or hang only this thread, never the
 * API.
 */
import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { decodedPieces } from './decoded-text.mjs';
import { lineCollector, Stop } from './line-collector.mjs';
import { readWorkbook } from './workbook-lines.mjs';

/**
 * @typedef {import('./line-collector.mjs').Caps} Caps
 * @typedef {import('./line-collector.mjs').SheetMessage} SheetMessage
 * @typedef {(
 *   | { kind: 'csv', path: string, encoding: import('./decoded-text.mjs').TextEncoding, delimiter: string, skipCharacters: number }
 *   | import('./workbook-lines.mjs').WorkbookSource
 * )} Source
 */

/**
 * @param {Extract<Source, { kind: 'csv' }>} source
 * @param {Caps} caps
 */
async function readCsv(source, caps) {
  const { default: Papa } = await import('papaparse');
  const collector = lineCollector(caps, send);
  collector.notes.delimiter = source.delimiter;
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

/**
 * @param {Source} source
 * @param {Caps} caps
 * @returns {Promise<SheetMessage>}
 */
async function read(source, caps) {
  try {
    const collector =
      source.kind === 'csv' ? await readCsv(source, caps) : await readWorkbook(source, caps, send);
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
