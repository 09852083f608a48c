/** Decodes a text file in pieces. Plain JavaScript, because the sheet's thread uses it too. */
import { createReadStream } from 'node:fs';

/** @typedef {'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'} TextEncoding */

const PIECE_BYTES = 1024 * 1024;

/** Characters that Windows-1252 has where Latin-1 has control characters, which Node's own decoder does not map. */
const windowsMarks = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
const firstWindowsMark = 0x80;

/**
 * Yields the decoded text in pieces, without the byte order mark.
 * @param {string} path
 * @param {TextEncoding} encoding
 * @returns {AsyncGenerator<string>}
 */
export async function* decodedPieces(path, encoding) {
  const decode = decoderOf(encoding);
  let isFirst = true;
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    const text = decode(piece);
    yield isFirst ? text.replace(/^\uFEFF/, '') : text;
    isFirst = false;
  }
  const rest = decode(null);
  if (rest !== '') yield rest;
}

/**
 * @param {TextEncoding} encoding
 * @returns {(piece: Buffer | null) => string}
 */
function decoderOf(encoding) {
  if (encoding === 'windows-1252') return (piece) => (piece ? windows1252(piece) : '');
  const decoder = new TextDecoder(encoding);
  return (piece) => (piece ? decoder.decode(piece, { stream: true }) : decoder.decode());
}

/** @param {Buffer} bytes */
function windows1252(bytes) {
  return bytes
    .toString('latin1')
    .replace(/[\u0080-\u009F]/g, (mark) => windowsMarks[mark.charCodeAt(0) - firstWindowsMark] ?? mark);
}
