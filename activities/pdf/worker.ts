/** The worker thread: keeps one PDFium and reads the documents that the pool sends, one at a time. */
import { parentPort, workerData } from 'node:worker_threads';
import {
  convertDocument,
  drawDocument,
  readText,
  type PdfConversion,
  type PdfDrawing,
  type PdfReading,
} from './document.ts';
import { loadEngine } from './engine.ts';
import { problem } from './problems.ts';

export type WorkerOptions = { wasmBytesMax: number; wasmBytesKept: number };
export type WorkerRequest = { bytes: Uint8Array; fileName: string; want: 'tables' | 'text' | 'pictures' };
export type WorkerAnswer = PdfConversion | PdfReading | PdfDrawing;
/** `isSpent`: PDFium crashed or keeps much memory, so the thread must be replaced. */
export type WorkerMessage = { kind: 'ready' } | { kind: 'done'; result: WorkerAnswer; isSpent: boolean };

const { wasmBytesMax, wasmBytesKept } = workerData as WorkerOptions;
const port = parentPort!;
const engine = await loadEngine(wasmBytesMax);

const read: Record<
  WorkerRequest['want'],
  (bytes: Uint8Array, fileName: string) => WorkerAnswer | Promise<WorkerAnswer>
> = {
  tables: (bytes, fileName) => convertDocument(engine, bytes, fileName),
  text: (bytes) => readText(engine, bytes),
  pictures: (bytes) => drawDocument(engine, bytes),
};

async function answer({ bytes, fileName, want }: WorkerRequest): Promise<WorkerMessage> {
  try {
    const result = await read[want](bytes, fileName);
    // PDFium goes on with a blank page where it gets no memory; that is no result.
    if (engine.memory.wasRefused) return { kind: 'done', result: problem('TOO_LARGE'), isSpent: true };
    return { kind: 'done', result, isSpent: engine.memory.bytes() > wasmBytesKept };
  } catch (error) {
    const isCrash = (error as Error).name === 'RuntimeError' || error instanceof RangeError;
    if (!isCrash) throw error;
    const result = problem(engine.memory.wasRefused ? 'TOO_LARGE' : 'CORRUPT');
    return { kind: 'done', result, isSpent: true };
  }
}

port.on('message', (request: WorkerRequest) => {
  void answer(request).then((message) => port.postMessage(message));
});
port.postMessage({ kind: 'ready' } satisfies WorkerMessage);
