/** Reads request bodies, also those in chunks with a checksum behind them, and compares them with their headers. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';

/** `trailer` holds the header lines behind the last chunk. */
export type Body = { bytes: Buffer; trailer: string };

/** Returns the content of the object, without the framing of `aws-chunked`. */
export async function readBody(request: IncomingMessage): Promise<Body> {
  const raw = await buffer(request);
  return isChunked(request.headers) ? unchunked(raw) : { bytes: raw, trailer: '' };
}

const isChunked = (headers: IncomingHttpHeaders): boolean =>
  (headers['content-encoding'] ?? '').includes('aws-chunked');

/** Each chunk is `size in hexadecimal`, a line end, the bytes and a line end; the last has size 0 and the trailer. */
function unchunked(raw: Buffer): Body {
  const parts: Buffer[] = [];
  let at = 0;
  while (at < raw.length) {
    const lineEnd = raw.indexOf('\r\n', at);
    const size = Number.parseInt(raw.toString('latin1', at, lineEnd), 16);
    at = lineEnd + 2;
    if (size === 0) break;
    parts.push(raw.subarray(at, at + size));
    at += size + 2;
  }
  return { bytes: Buffer.concat(parts), trailer: raw.toString('latin1', at).trim() };
}

/** Returns S3's error code if the content does not fit its headers or its trailer; null if it does. */
export function refusalOfBody(headers: IncomingHttpHeaders, { bytes, trailer }: Body): string | null {
  const length = headers['x-amz-decoded-content-length'] ?? headers['content-length'] ?? '0';
  if (Number(length) !== bytes.length) return 'IncompleteBody';
  const hash = String(headers['x-amz-content-sha256']);
  if (/^[0-9a-f]{64}$/.test(hash) && hash !== createHash('sha256').update(bytes).digest('hex')) {
    return 'XAmzContentSHA256Mismatch';
  }
  const [, trailing] = /^x-amz-checksum-crc32:(.+)$/m.exec(trailer) ?? [];
  const stated = trailing ?? headers['x-amz-checksum-crc32'];
  if (isChunked(headers) && stated === undefined) return 'MalformedTrailerError';
  return stated === undefined || stated === checksumOf(bytes) ? null : 'BadDigest';
}

function checksumOf(bytes: Buffer): string {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum.toString('base64');
}
