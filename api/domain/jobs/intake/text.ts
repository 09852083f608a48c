/** Detects the encoding and delimiter of a CSV, whether Excel, a portal or a phone saved it. */
import { isUtf8 } from 'node:buffer';
import { say } from '#contracts/say.ts';
import { headOf, piecesOf } from './local-file.ts';
import { decodedPieces, type TextEncoding } from './decoded-text.mjs';
import { unreadable } from './unreadable.ts';

/** Minimum share of NUL bytes at every second position at which text without a byte order mark is treated as UTF-16. */
const utf16NulShare = 0.3;
const sampleBytes = 4096;

/**
 * The format of a text, detected without holding the text in memory. `skipCharacters` is the length of the line that
 * names the delimiter.
 */
export type WrittenText = {
  encoding: TextEncoding;
  delimiter: string;
  skipCharacters: number;
};

/**
 * Detects the format of a text. The whole file is scanned, so that binary data is refused before it is read as a
 * sheet.
 */
export async function textOf(path: string, isKnown: (heading: string) => boolean): Promise<WrittenText> {
  const utf16 = utf16Of(await headOf(path, sampleBytes));
  const isUtf8 = utf16 === null && (await isUtf8File(path));
  const encoding = utf16 ?? (isUtf8 ? 'utf-8' : 'windows-1252');
  const start = await startOf(path, encoding, { isLookedThrough: isUtf8 });
  return { encoding, ...splitHint(start, isKnown) };
}

/** Returns the beginning of the text, long enough for its headings. Throws if the text contains binary data. */
async function startOf(
  path: string,
  encoding: TextEncoding,
  { isLookedThrough }: { isLookedThrough: boolean },
): Promise<string> {
  let start = '';
  for await (const text of decodedPieces(path, encoding)) {
    if (!isLookedThrough && isBinary(text)) throw binary();
    if (start.length <= headingLineCharactersMax) start += text;
    else if (isLookedThrough) break;
  }
  return start;
}

const CONTINUATION_BITS = 0b1100_0000;
const CONTINUATION = 0b1000_0000;
const SEQUENCE_BYTES_MAX = 4;

/** Examines the bytes, because decoding a large file would take as much memory again. */
async function isUtf8File(path: string): Promise<boolean> {
  let open: Buffer = Buffer.alloc(0);
  let hasControls = false;
  for await (const piece of piecesOf(path)) {
    const bytes = open.byteLength === 0 ? piece : Buffer.concat([open, piece]);
    const whole = wholeCharacters(bytes);
    if (!isUtf8(bytes.subarray(0, whole))) return false;
    hasControls ||= holdsControls(bytes.subarray(0, whole));
    open = Buffer.from(bytes.subarray(whole));
  }
  if (open.byteLength > 0) return false;
  if (hasControls) throw binary();
  return true;
}

/** Returns the number of bytes before a character that may continue in the next piece. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(SEQUENCE_BYTES_MAX, bytes.byteLength); back += 1) {
    const byte = bytes[bytes.byteLength - back] ?? 0;
    if ((byte & CONTINUATION_BITS) === CONTINUATION) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.byteLength - back : bytes.byteLength;
  }
  return bytes.byteLength;
}

/** Finds the control characters of `isBinary` in UTF-8: one byte, or two from 0xC2 0x80 to 0xC2 0x9F. */
function holdsControls(bytes: Buffer): boolean {
  for (let index = 0; index < bytes.byteLength; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte < 0x09 || (byte > 0x0d && byte < 0x20) || byte === 0x7f) return true;
    if (byte === 0xc2 && (bytes[index + 1] ?? 0xff) < 0xa0) return true;
  }
  return false;
}

function utf16Of(sample: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
  const nulShare = (parity: number): number =>
    sample.filter((byte, index) => byte === 0 && index % 2 === parity).length / (sample.length / 2);
  const [even, odd] = [nulShare(0), nulShare(1)];
  if (odd >= utf16NulShare && even === 0) return 'utf-16le';
  if (even >= utf16NulShare && odd === 0) return 'utf-16be';
  return null;
}

/**
 * Finds control characters that no text editor writes. \x80-\x9F result from bytes that Windows-1252 does not define.
 */
function isBinary(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /[\u0000-\u0008\u000E-\u001F\u007F-\u009F]/.test(text);
}

const binary = (): Error =>
  unreadable(
    say('The file is not a CSV: it holds binary data. Save the sheet as .csv or .xlsx and upload that file.'),
  );

const delimiters = [',', ';', '\t', '|'] as const;
/** Longer than the widest heading line that is accepted. */
const headingLineCharactersMax = 64 * 1024;

/** Excel's own first line, which names the delimiter. */
const separatorLine = /^sep=(.)\r?\n/i;

/** Chooses the delimiter that yields the most headings for which `isKnown` is true, then the most cells. */
function splitHint(
  text: string,
  isKnown: (heading: string) => boolean,
): Pick<WrittenText, 'delimiter' | 'skipCharacters'> {
  const [separator, named] = separatorLine.exec(text) ?? [];
  if (separator && named) return { delimiter: named, skipCharacters: separator.length };
  const line = headingLine(text);
  const scored = delimiters.map((delimiter) => {
    const cells = line.split(delimiter);
    const known = cells.filter((cell) => isKnown(cell.replace(/^[\s"]+|[\s"]+$/g, ''))).length;
    return { delimiter, known, cells: cells.length };
  });
  const [best] = scored.sort((a, b) => b.known - a.known || b.cells - a.cells);
  return { delimiter: best?.delimiter ?? delimiters[0], skipCharacters: 0 };
}

function headingLine(text: string): string {
  const start = text.slice(0, headingLineCharactersMax);
  const lines = start.split(/[\r\n]+/);
  if (lines.length === 1 && text.length > headingLineCharactersMax) throw endlessLine();
  return lines.find((line) => line.trim() !== '') ?? '';
}

const endlessLine = (): Error =>
  unreadable(
    say(
      'The first line of the file is far too long. It must hold the headings of the columns, and nothing else.',
    ),
  );
