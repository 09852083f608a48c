/**
 * Uploads as an attacker sends them to a real API: files of the largest size, many at once, slow, aborted, or with a
 * false length.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, statSync, writeFileSync } from 'node:fs';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { rawWorkbook } from '#tests/unit/intake/uploads.ts';
import { rawZip } from '#tests/unit/intake/raw-zip.ts';

const MIB = 1024 * 1024;
/** The size of the first attack that was measured: just below the limit of one file. */
export const ATTACK_BYTES = 49 * MIB;
const ROWS = 9_990;
const BOUNDARY = 'attack-4cf1';
const PATIENCE_MS = 240_000;

export type AttackFile = { path: string; name: string; serviceId: string };
export type Sending = {
  origin: string;
  cookie: string;
  file: AttackFile;
  /**
   * `chunked` states no length; `broken` closes the connection in the middle; `slow` sends a little each second, then
   * closes the connection.
   */
  manner?: 'plain' | 'chunked' | 'broken' | 'slow' | 'short' | 'long';
};
export type Sent = { status: number | null; code: string | null; ms: number; retryAfter: string | null };

/** Writes one file of each kind, of the largest size. */
export function writeAttackFiles(directory: string): Record<AttackKind, AttackFile> {
  const files = {} as Record<AttackKind, AttackFile>;
  for (const [kind, { name, serviceId, content }] of Object.entries(kinds)) {
    const place = path.join(directory, `attack-${name}`);
    writeFileSync(place, content());
    files[kind as AttackKind] = { path: place, name, serviceId };
  }
  return files;
}

const SHEET = 'exp-search';
const PDF = 'pdf-excel-converter';
const heading = 'ad_code,exp_serial,exp_year,remark\r\n';

const kinds = {
  csv: { name: 'sheet.csv', serviceId: SHEET, content: () => csv('x') },
  /** One character outside Latin-1 makes each character of the text take two bytes. */
  wide: { name: 'wide.csv', serviceId: SHEET, content: () => csv('ক') },
  xlsx: { name: 'book.xlsx', serviceId: SHEET, content: workbook },
  zip: { name: 'papers.zip', serviceId: PDF, content: () => zip(47, 1) },
  zipOfOne: { name: 'paper.zip', serviceId: PDF, content: () => zip(1, 47) },
  pdf: { name: 'paper.pdf', serviceId: PDF, content: () => pdf('') },
  locked: { name: 'locked.pdf', serviceId: PDF, content: () => pdf('/Encrypt 1 0 R') },
  junkCsv: { name: 'junk.csv', serviceId: SHEET, content: () => randomBytes(ATTACK_BYTES) },
  junkXlsx: { name: 'junk.xlsx', serviceId: SHEET, content: () => randomBytes(ATTACK_BYTES) },
  junkZip: {
    name: 'junk.zip',
    serviceId: PDF,
    content: () => Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(ATTACK_BYTES - 4)]),
  },
} as const;
export type AttackKind = keyof typeof kinds;

/** A sheet that is read to its last row: it has as many rows and as long cells as are accepted. */
function csv(letter: string): Buffer {
  const cell = 'a remark that fills its cell  '.repeat(170).slice(0, Math.floor(ATTACK_BYTES / ROWS) - 30);
  const rows = Array.from(
    { length: ROWS },
    (_, index) => `1084,${String(index + 1).padStart(6, '0')},2026,${letter}${cell}`,
  );
  return Buffer.from(`${heading}${rows.join('\r\n')}\r\n`);
}

function workbook(): Buffer {
  const cell = (address: string, content: string): string =>
    `<c r="${address}" t="inlineStr"><is><t>${content}</t></is></c>`;
  const titles = ['ad_code', 'exp_serial', 'exp_year', 'remark', 'more'];
  const letters = 'ABCDE';
  const line = (row: number, cells: readonly string[]): string =>
    `<row r="${row}">${cells.map((text, index) => cell(`${letters[index]}${row}`, text)).join('')}</row>`;
  const filler = (): string => randomBytes(2_450).toString('base64');
  const rows = Array.from({ length: ROWS }, (_, index) =>
    line(index + 2, ['1084', String(index + 1).padStart(6, '0'), '2026', filler(), filler()]),
  );
  const xml = `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${line(1, titles)}${rows.join('')}</sheetData></worksheet>`;
  return rawWorkbook(xml);
}

const zip = (count: number, mib: number): Buffer =>
  rawZip(
    Array.from({ length: count }, (_, index) => ({
      name: `paper ${index + 1}.pdf`,
      data: Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(mib * MIB)]),
    })),
  );

function pdf(trailer: string): Buffer {
  const head = Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n${trailer}\n`);
  return Buffer.concat([head, randomBytes(ATTACK_BYTES - head.byteLength)]);
}

/** Resolves with the answer, or with nulls if the server closed the connection without one. */
export async function sendUpload({ origin, cookie, file, manner = 'plain' }: Sending): Promise<Sent> {
  const begun = performance.now();
  const head = Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="serviceId"\r\n\r\n${file.serviceId}\r\n` +
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  const bytes = head.byteLength + statSync(file.path).size + tail.byteLength;
  const claimed = { plain: bytes, broken: bytes, slow: bytes, short: bytes + MIB, long: bytes - MIB };
  const calling = request(`${origin}/api/process-automation/preview`, {
    method: 'POST',
    agent: false,
    headers: {
      cookie,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...(manner === 'chunked' ? {} : { 'content-length': claimed[manner] }),
    },
  });
  // Each write that has to wait adds listeners for what may end the wait.
  calling.setMaxListeners(0);
  const answer = answerOf(calling);
  await writeBody(calling, manner, Readable.from(bodyOf(head, file, tail))).catch(() => undefined);
  return { ...(await answer), ms: performance.now() - begun };
}

async function* bodyOf(head: Buffer, file: AttackFile, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  for await (const chunk of createReadStream(file.path)) yield chunk as Buffer;
  yield tail;
}

async function writeBody(
  calling: ClientRequest,
  manner: NonNullable<Sending['manner']>,
  body: Readable,
): Promise<void> {
  let sent = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (calling.destroyed) return;
    sent += chunk.byteLength;
    if (!calling.write(chunk)) await onceDrained(calling);
    if (manner === 'broken' && sent > ATTACK_BYTES / 2) return void calling.destroy();
    if (manner === 'slow') {
      await delay(500);
      if (sent > MIB / 2) return void calling.destroy();
    }
  }
  // The rest of the promised length never arrives.
  if (manner === 'short') return void setTimeout(() => calling.destroy(), 2_000);
  calling.end();
}

async function onceDrained(calling: ClientRequest): Promise<void> {
  const over = new AbortController();
  const ends = ['drain', 'close', 'response'].map((event) => once(calling, event, { signal: over.signal }));
  await Promise.race(ends);
  over.abort();
  await Promise.allSettled(ends);
}

async function answerOf(calling: ClientRequest): Promise<Omit<Sent, 'ms'>> {
  const none = { status: null, code: null, retryAfter: null };
  const response = await new Promise<IncomingMessage | null>((resolve) => {
    calling.once('response', resolve);
    calling.once('error', () => resolve(null));
    calling.once('close', () => resolve(null));
    setTimeout(() => resolve(null), PATIENCE_MS).unref();
  });
  if (!response) return none;
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response) chunks.push(chunk as Buffer);
  } catch {
    return { ...none, status: response.statusCode ?? null };
  }
  const text = Buffer.concat(chunks).toString();
  const code = text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : undefined;
  calling.destroy();
  return {
    status: response.statusCode ?? null,
    code: code ?? null,
    retryAfter: response.headers['retry-after'] ?? null,
  };
}
