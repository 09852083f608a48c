/** Loads PDFium (compiled to WebAssembly) with a limit on its memory. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

type WasmMemory = { buffer: ArrayBuffer; grow: (pages: number) => number };

/** Members of the Emscripten module that the package's types omit. Growing the memory replaces the views. */
type Heap = {
  HEAPU8: Uint8Array;
  HEAP32: Int32Array;
  HEAPU32: Uint32Array;
  HEAPF32: Float32Array;
  HEAPF64: Float64Array;
  _malloc: (bytes: number) => number;
  _free: (pointer: number) => void;
  wasmExports: { memory: WasmMemory } & NumericCalls;
};

/** PDFium functions called for each character and each piece of a drawing. They take and return only numbers. */
const numericCalls = [
  'FPDFText_GetCharBox',
  'FPDFText_GetLooseCharBox',
  'FPDFText_GetCharAngle',
  'FPDFText_GetCharOrigin',
  'FPDFText_GetMatrix',
  'FPDFText_GetFontSize',
  'FPDFText_GetUnicode',
  'FPDFText_HasUnicodeMapError',
  'FPDFText_IsGenerated',
  'FPDFText_GetFillColor',
  'FPDFText_GetTextObject',
  'FPDFTextObj_GetFont',
  'FPDFPageObj_GetMatrix',
  'FPDFPageObj_GetFillColor',
  'FPDFPageObj_GetType',
  'FPDFPath_CountSegments',
  'FPDFPath_GetPathSegment',
  'FPDFPath_GetDrawMode',
  'FPDFPathSegment_GetType',
  'FPDFPathSegment_GetPoint',
  'FPDFPathSegment_GetClose',
] as const;
type NumericCalls = Record<(typeof numericCalls)[number], (...values: number[]) => number>;

/** PDFium with a small buffer for values that its functions write through pointers. */
export type Engine = {
  pdfium: WrappedPdfiumModule;
  /**
   * Direct calls that bypass the package's wrapper, whose lookups and checks at every call took a fifth of a page's
   * time.
   */
  calls: NumericCalls;
  heap: Heap;
  /** Address of the buffer, which `float`, `double` and `int` read. */
  buffer: number;
  /** Address of a buffer for the name of a font. */
  nameBuffer: number;
  /** `wasRefused` becomes true when a document needed more than the limit. */
  memory: { wasRefused: boolean; bytes: () => number };
  /** Reads the buffer as a list of 32-bit floats; the next two read it as 64-bit floats and as 32-bit integers. */
  float: (index: number) => number;
  double: (index: number) => number;
  int: (index: number) => number;
};

const wasmPageBytes = 64 * 1024;
const bufferBytes = 256;
const nameBytes = 128;

/**
 * Limits PDFium's memory. All its allocations go through this one call, so a document that needs too much fails
 * there.
 */
function capMemory(memory: WasmMemory, bytesMax: number): Engine['memory'] {
  const grow = memory.grow.bind(memory);
  const state = { wasRefused: false, bytes: () => memory.buffer.byteLength };
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * wasmPageBytes > bytesMax) {
      state.wasRefused = true;
      throw new RangeError('The document needs more memory than it may take.');
    }
    return grow(pages);
  };
  return state;
}

function numericCallsOf({ wasmExports }: Heap): NumericCalls {
  for (const name of numericCalls)
    if (typeof wasmExports[name] !== 'function') throw new Error(`This PDFium has no ${name}.`);
  return wasmExports;
}

/** Creates a PDFium instance. Each call has its own memory, which grows to at most `memoryBytesMax`. */
export async function loadEngine(memoryBytesMax: number): Promise<Engine> {
  const wasmPath = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  const wasmBinary = await readFile(wasmPath);
  // PDFium's messages about damaged files must not fill the log.
  const overrides = { wasmBinary, print: () => undefined, printErr: () => undefined };
  const pdfium = await init(overrides);
  pdfium.PDFiumExt_Init();
  const heap = pdfium.pdfium as unknown as Heap;
  const memory = capMemory(heap.wasmExports.memory, memoryBytesMax);
  const buffer = heap._malloc(bufferBytes);
  return {
    pdfium,
    calls: numericCallsOf(heap),
    heap,
    buffer,
    nameBuffer: heap._malloc(nameBytes),
    memory,
    float: (index) => heap.HEAPF32[(buffer >> 2) + index] ?? 0,
    double: (index) => heap.HEAPF64[(buffer >> 3) + index] ?? 0,
    int: (index) => heap.HEAP32[(buffer >> 2) + index] ?? 0,
  };
}
