/** Turns the bytes of a CSV into text, whatever Excel, a portal or a phone saved it as. */
import { say } from '#contracts/say.ts';
import { unreadable } from './unreadable.ts';

/** Share of NUL bytes at every second place from which text without a mark is taken as UTF-16. */
const utf16NulShare = 0.3;
const sampleBytes = 4096;

export function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes).replace(/^\uFEFF/, '');
  if (isBinary(text)) throw binary();
  return text;
}

function decode(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Excel's "CSV (Comma delimited)" on a Windows of Western setting.
    return windows1252(bytes);
  }
}

/** What Windows-1252 has where Latin-1 has control characters; Node's own decoder leaves these as they are. */
const windowsMarks = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
const firstWindowsMark = 0x80;

function windows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return latin1.replace(/[\u0080-\u009F]/g, (mark) => windowsMarks[mark.charCodeAt(0) - firstWindowsMark]!);
}

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, sampleBytes);
  const nuls = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) nuls[index % 2]! += 1;
  });
  const [even = 0, odd = 0] = nuls.map((count) => count / (sample.length / 2));
  if (odd >= utf16NulShare && even === 0) return 'utf-16le';
  if (even >= utf16NulShare && odd === 0) return 'utf-16be';
  return null;
}

/** Control characters that no text editor writes; \x80-\x9F are what Windows-1252 makes of undefined bytes. */
function isBinary(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /[\u0000-\u0008\u000E-\u001F\u007F-\u009F]/.test(text);
}

const binary = (): Error =>
  unreadable(
    say('The file is not a CSV: it holds binary data. Save the sheet as .csv or .xlsx and upload that file.'),
  );

const delimiters = [',', ';', '\t', '|'] as const;
/** More than the widest heading line that is taken. */
const headingLineCharactersMax = 64 * 1024;

/** Excel's own first line that names the delimiter. */
const separatorLine = /^sep=(.)\r?\n/i;

/** The delimiter that gives the most headings `isKnown`, then the most cells; `text` is what is left to parse. */
export function splitHint(
  text: string,
  isKnown: (heading: string) => boolean,
): { text: string; delimiter: string } {
  const named = separatorLine.exec(text);
  if (named) return { text: text.slice(named[0].length), delimiter: named[1]! };
  const line = headingLine(text);
  const scored = delimiters.map((delimiter) => {
    const cells = line.split(delimiter);
    const known = cells.filter((cell) => isKnown(cell.replace(/^[\s"]+|[\s"]+$/g, ''))).length;
    return { delimiter, known, cells: cells.length };
  });
  scored.sort((a, b) => b.known - a.known || b.cells - a.cells);
  return { text, delimiter: scored[0]!.delimiter };
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
