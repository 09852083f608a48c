/** The worker thread: owns one PDFium instance and reads the documents that the pool sends, one at a time. */
import type { KeptLayout } from '#contracts/jobs/kept-layouts.ts';
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
import { workLayout, type LayoutAnswer, type LayoutRequest } from './layout-work.ts';
import type { Recognition, ScanRequest } from '#activities/pdf/scans/recognition.ts';
import type { RecognisedPage } from '#activities/pdf/scans/recognised-page.ts';
import { problem } from './problems.ts';
import { unlockDocument, type PdfUnlocking } from './unlock.ts';

export type WorkerOptions = { wasmBytesMax: number; wasmBytesKept: number };
export type WorkerRequest = {
  bytes: Uint8Array;
  fileName: string;
  want: 'tables' | 'text' | 'pictures' | 'unlocked' | 'layout' | 'recognised';
  /** Scanned pages as previously recognised. */
  recognised?: RecognisedPage[];
  /** Corrections of earlier PDFs, which are applied to a PDF of the same layout. */
  kept?: KeptLayout[];
  /** The scanned page to recognise. */
  scan?: ScanRequest;
  /** Password of a locked PDF; used only for this request and not stored. */
  password?: string | undefined;
  /** The request of the page on which a customer checks the tables. */
  layout?: LayoutRequest;
};
export type WorkerAnswer =
  | PdfConversion
  | PdfReading
  | PdfDrawing
  | PdfUnlocking
  | LayoutAnswer
  | Recognition;
/** `isSpent` means that PDFium crashed or holds much memory, so the thread must be replaced. */
export type WorkerMessage = { kind: 'ready' } | { kind: 'done'; result: WorkerAnswer; isSpent: boolean };

const { wasmBytesMax, wasmBytesKept } = workerData as WorkerOptions;
const port = parentPort;
if (!port) throw new Error('This module runs in a worker thread only.');
const engine = await loadEngine(wasmBytesMax);

const read: Record<WorkerRequest['want'], (request: WorkerRequest) => WorkerAnswer | Promise<WorkerAnswer>> =
  {
    tables: ({ bytes, fileName, recognised, kept }) =>
      convertDocument(engine, bytes, fileName, { recognised, kept }),
    text: ({ bytes }) => readText(engine, bytes),
    pictures: ({ bytes }) => drawDocument(engine, bytes),
    unlocked: ({ bytes, password }) => unlockDocument(engine, bytes, password),
    recognised: ({ bytes, scan }) => recogniseOn(bytes, scan),
    layout: ({ bytes, fileName, layout = { kind: 'pages' } }) => workLayout(engine, bytes, fileName, layout),
  };

/** The recogniser needs much memory, so it is loaded with the first scanned page. */
async function recogniseOn(bytes: Uint8Array, scan: ScanRequest | undefined): Promise<Recognition> {
  if (!scan) throw new Error('No page is named.');
  const { recognisePage } = await import('#activities/pdf/scans/recognition.ts');
  return recognisePage(engine, bytes, scan);
}

/** Reads the file, or what is left of it if it is damaged. The parser for damaged files is loaded on first use. */
async function readRecovered(request: WorkerRequest): Promise<WorkerAnswer> {
  const result = await read[request.want](request);
  const isDamaged = result.kind === 'problem' && result.code === 'CORRUPT';
  if (!isDamaged || engine.memory.wasRefused) return result;
  const { recoverPdf } = await import('./recovery.ts');
  const bytes = await recoverPdf(request.bytes);
  return bytes ? read[request.want]({ ...request, bytes }) : result;
}

async function answer(request: WorkerRequest): Promise<WorkerMessage> {
  try {
    const result = await readRecovered(request);
    // When PDFium is refused memory it continues with a blank page, which is not a valid result.
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
