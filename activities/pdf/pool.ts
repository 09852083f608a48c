/** The way in: a PDF's bytes to tables and files, or to the reason why there are none. */
import { availableParallelism } from 'node:os';
import { MIB } from '#contracts/limits.ts';
import type { PdfConversion } from './document.ts';
import { createPdfPool, type PdfPool } from './threads.ts';

/** A page takes about 10 ms; a document of the most pages stays far below this. */
const timeLimitMs = 60_000;
const poolOptions = {
  threadsMax: Math.min(4, availableParallelism()),
  waitingMax: 1_000,
  heapMibMax: 512,
  startLimitMs: 60_000,
  wasmBytesMax: 512 * MIB,
  wasmBytesKept: 128 * MIB,
};

let pool: PdfPool | undefined;

export function convertPdf(
  bytes: Uint8Array,
  options: { fileName: string; signal?: AbortSignal },
): Promise<PdfConversion> {
  pool ??= createPdfPool(poolOptions);
  return pool.convert(bytes, { timeLimitMs, ...options });
}

/** Ends the threads; a later conversion starts new ones. */
export async function closePdfPool(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.close();
}
