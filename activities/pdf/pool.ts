/** The way in: a PDF's bytes to tables and files, or to its text, or to the reason why there are none. */
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { MIB } from '#contracts/limits.ts';
import type { PdfConversion, PdfDrawing, PdfReading } from './document.ts';
import { createPdfPool, type PdfPool } from './threads.ts';

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

function startPool(): PdfPool {
  setFlagsFromString(heapGrowth);
  return createPdfPool(poolOptions);
}

type Options = { fileName: string; signal?: AbortSignal };

export function convertPdf(bytes: Uint8Array, options: Options): Promise<PdfConversion> {
  pool ??= startPool();
  return pool.convert(bytes, { timeLimitMs, ...options });
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

/** Ends the threads; a later conversion starts new ones. */
export async function closePdfPool(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.close();
}
