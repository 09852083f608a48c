/**
 * Reads one PDF in its own worker. PDFium is compiled without a script engine, and the worker's policy lets it reach
 * nothing: a hostile PDF that takes over the reader gets only this worker's memory.
 */
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { FromPdf, ToPdf } from './pdf-messages.ts';

type Memory = { buffer: ArrayBuffer; grow: (pages: number) => number };
/** Members of the module that the package's types omit. Growing the memory replaces the views. */
type Heap = {
  HEAPU8: Uint8Array<ArrayBuffer>;
  HEAPU16: Uint16Array;
  _malloc: (bytes: number) => number;
  _free: (pointer: number) => void;
  wasmExports: { memory: Memory };
};
type Reader = { pdfium: WrappedPdfiumModule; heap: Heap; document: number };

const wasmPageBytes = 64 * 1024;
/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY. */
const lockedErrors = new Set([4, 5]);
/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER: with filled-in fields, and in the byte order of a canvas (red first). */
const drawFlags = 0x01 | 0x10;
const white = 0xff_ff_ff_ff;

function capMemory(memory: Memory, bytesMax: number): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * wasmPageBytes > bytesMax)
      throw new RangeError('The document needs more memory than it may take.');
    return grow(pages);
  };
}

async function open(asked: Extract<ToPdf, { kind: 'open' }>): Promise<Reader | FromPdf> {
  const silent = () => undefined;
  const overrides = { wasmBinary: asked.wasm, print: silent, printErr: silent };
  const pdfium = await init(overrides);
  pdfium.PDFiumExt_Init();
  const heap = pdfium.pdfium as unknown as Heap;
  capMemory(heap.wasmExports.memory, asked.memoryBytesMax);
  const bytes = new Uint8Array(asked.bytes);
  const pointer = heap._malloc(Math.max(1, bytes.length));
  if (pointer === 0) return { kind: 'broken' };
  heap.HEAPU8.set(bytes, pointer);
  const document = pdfium.FPDF_LoadMemDocument(pointer, bytes.length, '');
  if (document !== 0) return { pdfium, heap, document };
  return { kind: lockedErrors.has(pdfium.FPDF_GetLastError()) ? 'locked' : 'broken' };
}

function draw({ pdfium, heap, document }: Reader, asked: Extract<ToPdf, { kind: 'draw' }>): FromPdf {
  const page = pdfium.FPDF_LoadPage(document, asked.page - 1);
  if (page === 0) return { kind: 'broken' };
  const shape = pdfium.FPDF_GetPageHeightF(page) / Math.max(1, pdfium.FPDF_GetPageWidthF(page));
  const widthMax = Math.sqrt(asked.areaMax / Math.max(shape, Number.MIN_VALUE));
  const width = Math.max(1, Math.floor(Math.min(asked.widthPx, widthMax)));
  const height = Math.max(1, Math.round(width * shape));
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
  if (bitmap === 0) return { kind: 'broken' };
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawFlags);
  const from = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const pixels = heap.HEAPU8.slice(from, from + width * height * 4);
  pdfium.FPDFBitmap_Destroy(bitmap);
  const text = textOf({ pdfium, heap }, page, asked.textCharsMax);
  pdfium.FPDF_ClosePage(page);
  // PDFium leaves the fourth byte of a pixel unused; on a canvas it is the opacity.
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  return { kind: 'drawn', width, height, pixels: pixels.buffer, text };
}

function textOf({ pdfium, heap }: Pick<Reader, 'pdfium' | 'heap'>, page: number, charsMax: number): string {
  const textPage = pdfium.FPDFText_LoadPage(page);
  if (textPage === 0) return '';
  const chars = Math.min(charsMax, Math.max(0, pdfium.FPDFText_CountChars(textPage)));
  const pointer = heap._malloc((chars + 1) * 2);
  // The count includes the zero at the end.
  const written = pdfium.FPDFText_GetText(textPage, 0, chars, pointer);
  const text = String.fromCharCode(...heap.HEAPU16.subarray(pointer >> 1, (pointer >> 1) + written - 1));
  heap._free(pointer);
  pdfium.FPDFText_ClosePage(textPage);
  return text;
}

/** The parts of a worker's global object that are used here. */
const scope = globalThis as unknown as {
  addEventListener: (name: 'message', listener: (event: MessageEvent<ToPdf>) => void) => void;
  postMessage: (message: FromPdf, transfer: ArrayBuffer[]) => void;
};

const answer = (message: FromPdf): void =>
  scope.postMessage(message, message.kind === 'drawn' ? [message.pixels] : []);

let reader: Reader | null = null;

async function answerTo(asked: ToPdf): Promise<FromPdf> {
  if (asked.kind === 'draw') return reader ? draw(reader, asked) : { kind: 'broken' };
  const opened = await open(asked);
  if ('kind' in opened) return opened;
  reader = opened;
  return { kind: 'opened', pageCount: opened.pdfium.FPDF_GetPageCount(opened.document) };
}

scope.addEventListener('message', ({ data }) => {
  answerTo(data).then(answer, () => answer({ kind: 'broken' }));
});
