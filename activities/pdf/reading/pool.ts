/**
 * Entry point of the PDF reader: converts a PDF's bytes to tables and files or to text, or returns the reason why it
 * cannot.
 */
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import type { KeptLayout } from '#contracts/jobs/kept-layouts.ts';
import { MIB } from '#contracts/byte-sizes.ts';
import type { PdfConversion, PdfDrawing, PdfReading } from './document.ts';
import type { LayoutAnswer, LayoutRequest } from './layout-work.ts';
import { createScanReader, type Recognised, type ScanReader } from '#activities/pdf/scans/scan-reader.ts';
import { problem } from './problems.ts';
import { createPdfPool, type PdfPool } from './threads.ts';
import type { PdfUnlocking } from './unlock.ts';

/** Time limit per document. A page takes about 10 ms, so the longest documents stay far below it. */
const timeLimitMs = 60_000;
export const pdfThreadsMax = Math.min(4, availableParallelism());
const poolOptions = {
  threadsMax: pdfThreadsMax,
  waitingMax: 1_000,
  heapMibMax: 512,
  startLimitMs: 60_000,
  wasmBytesMax: 512 * MIB,
  wasmBytesKept: 128 * MIB,
};

/**
 * V8 grows a heap with a small limit only slightly between two garbage collections. Every third document then
 * triggered a collection, which discards compiled code that must be compiled again. Growth to four times the size, as
 * for unlimited heaps, halves the cost per document.
 */
const heapGrowth = '--heap-growing-percent=300';

let pool: PdfPool | undefined;
let scanReader: ScanReader | undefined;

function startPool(): PdfPool {
  setFlagsFromString(heapGrowth);
  return createPdfPool(poolOptions);
}

type Options = { fileName: string; signal?: AbortSignal };
type ConvertOptions = Options & { kept?: KeptLayout[] };

type Readers = { convert: PdfPool['convert']; recognise: ScanReader['read'] };

/**
 * Converts a PDF. If some of its pages are pictures, they are recognised and the PDF is converted again with their
 * words. A PDF without such pages loads no recogniser.
 */
export function convertPdf(bytes: Uint8Array, options: ConvertOptions): Promise<PdfConversion> {
  pool ??= startPool();
  return convertWith({ convert: pool.convert, recognise: recognisePages }, bytes, options);
}

/** Converts a PDF as `convertPdf` does, with the given readers. */
export async function convertWith(
  { convert, recognise }: Readers,
  bytes: Uint8Array,
  options: ConvertOptions,
): Promise<PdfConversion> {
  const asItIs = await convert(bytes, { timeLimitMs, ...options });
  const { scannedPages = [] } = asItIs;
  const { pages: recognised, tookTooLong } = await recognise(bytes, scannedPages, options);
  if (recognised.length > 0) {
    const conversion = await convert(bytes, { timeLimitMs, ...options, recognised });
    const recognisedPages = recognised.map(({ page }) => page.number);
    return conversion.kind === 'tables' ? { ...conversion, recognisedPages } : conversion;
  }
  // A better scan, which the customer would be asked for otherwise, would not help.
  return tookTooLong && asItIs.kind === 'problem' ? problem('TOO_SLOW') : asItIs;
}

/** Recognises the given pages, counted from 1, as far as the limits on time and number permit. */
export async function recognisePages(
  bytes: Uint8Array,
  pageNumbers: readonly number[],
  options: Options,
): Promise<Recognised> {
  if (pageNumbers.length === 0) return { pages: [], tookTooLong: false };
  scanReader ??= createScanReader(() => createPdfPool({ ...poolOptions, threadsMax: 1 }));
  return scanReader.read(bytes, pageNumbers, options);
}

/** Returns the text of every page, for documents that are forms. */
export function readPdfText(bytes: Uint8Array, options: Options): Promise<PdfReading> {
  pool ??= startPool();
  return pool.readText(bytes, { timeLimitMs, ...options });
}

/** Renders every page with the detected tables, to explain a result. */
export function drawPdf(bytes: Uint8Array, options: Options): Promise<PdfDrawing> {
  pool ??= startPool();
  return pool.draw(bytes, { timeLimitMs, ...options });
}

/** Returns the PDF without its password protection, if the password opens it. */
export function unlockPdf(bytes: Uint8Array, password: string): Promise<PdfUnlocking> {
  pool ??= startPool();
  return pool.unlock(bytes, { timeLimitMs, fileName: '', password });
}

/** Answers a request of the page on which a customer checks the tables of a PDF. */
export function workPdfLayout(
  bytes: Uint8Array,
  options: Options & { layout: LayoutRequest },
): Promise<LayoutAnswer> {
  pool ??= startPool();
  return pool.workLayout(bytes, { timeLimitMs, ...options });
}

/** Ends the threads; a later conversion starts new ones. */
export async function closePdfPool(): Promise<void> {
  const closing = [pool, scanReader].filter((own) => own !== undefined);
  pool = undefined;
  scanReader = undefined;
  await Promise.all(closing.map((own) => own.close()));
}
