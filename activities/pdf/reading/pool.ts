/** The way in: a PDF's bytes to tables and files, or to its text, or to the reason why there are none. */
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { MIB } from '#contracts/limits.ts';
import type { PdfConversion, PdfDrawing, PdfReading } from './document.ts';
import type { LayoutAnswer, LayoutOrder } from './layout-work.ts';
import { createScanReader, type ScanReader } from '#activities/pdf/scans/scan-reader.ts';
import type { RecognisedPage } from '#activities/pdf/scans/recognised-page.ts';
import { createPdfPool, type PdfPool } from './threads.ts';
import type { PdfUnlocking } from './unlock.ts';

/** A page takes about 10 ms; a document of the most pages stays far below this. */
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
 * V8 lets a heap with a small bound grow by little between two collections: each third document then had one, and the
 * compiled code that it throws away was compiled anew. Fourfold, as heaps without a bound grow, halves a document's cost.
 */
const heapGrowth = '--heap-growing-percent=300';

let pool: PdfPool | undefined;
let scanReader: ScanReader | undefined;

function startPool(): PdfPool {
  setFlagsFromString(heapGrowth);
  return createPdfPool(poolOptions);
}

type Options = { fileName: string; signal?: AbortSignal };

/** Scanned pages are recognised first; a PDF without any is read once, and no recogniser is loaded. */
export async function convertPdf(bytes: Uint8Array, options: Options): Promise<PdfConversion> {
  pool ??= startPool();
  const asItIs = await pool.convert(bytes, { timeLimitMs, ...options });
  const { scannedPages = [] } = asItIs;
  const recognised = await recognisePages(bytes, scannedPages, options);
  return recognised.length === 0 ? asItIs : pool.convert(bytes, { timeLimitMs, ...options, recognised });
}

/** The given pages as they were recognised, as far as time and their number allow. */
export async function recognisePages(
  bytes: Uint8Array,
  pageNumbers: readonly number[],
  options: Options,
): Promise<RecognisedPage[]> {
  if (pageNumbers.length === 0) return [];
  scanReader ??= createScanReader(() => createPdfPool({ ...poolOptions, threadsMax: 1 }));
  return scanReader.read(bytes, pageNumbers, options);
}

/** The text of every page, for documents that are forms. */
export function readPdfText(bytes: Uint8Array, options: Options): Promise<PdfReading> {
  pool ??= startPool();
  return pool.readText(bytes, { timeLimitMs, ...options });
}

/** A picture of every page with what was found there, for the person who asks why. */
export function drawPdf(bytes: Uint8Array, options: Options): Promise<PdfDrawing> {
  pool ??= startPool();
  return pool.draw(bytes, { timeLimitMs, ...options });
}

/** The PDF without its lock, as far as the password opens it. */
export function unlockPdf(bytes: Uint8Array, password: string): Promise<PdfUnlocking> {
  pool ??= startPool();
  return pool.unlock(bytes, { timeLimitMs, fileName: '', password });
}

/** What a customer who checks the tables of a PDF asks of it. */
export function workPdfLayout(
  bytes: Uint8Array,
  options: Options & { order: LayoutOrder },
): Promise<LayoutAnswer> {
  pool ??= startPool();
  return pool.workLayout(bytes, { timeLimitMs, ...options });
}

/** Ends the threads; a later conversion starts new ones. */
export async function closePdfPool(): Promise<void> {
  const closing = [pool, scanReader];
  pool = undefined;
  scanReader = undefined;
  await Promise.all(closing.map((own) => own?.close()));
}
