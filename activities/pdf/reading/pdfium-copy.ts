/** Saves an opened PDF without its password protection, through PDFium. */
import type { Engine } from './engine.ts';

/** The flag FPDF_REMOVE_SECURITY of FPDF_SaveAsCopy. */
const withoutSecurity = 3;
/** Begins an object in a PDF file, after its two numbers. */
const objectStart = ' obj';

/**
 * Blanks the encryption dictionary, which PDFium leaves behind as an unreferenced object and which would help to
 * guess the password. Offsets in the file stay unchanged.
 */
function blankLock(file: Buffer): void {
  const marker = file.indexOf('/Filter/Standard');
  const start = file.lastIndexOf(objectStart, marker) + objectStart.length;
  const end = file.indexOf('endobj', marker);
  const holdsKeys = /\/O\s*[(<][^]*\/U\s*[(<]/.test(file.toString('latin1', start, end));
  if (marker >= 0 && holdsKeys) file.fill(' ', start, end).write(' null', start, 'latin1');
}

/** Returns the bytes of the copy; undefined if PDFium cannot save it. `document` is PDFium's handle. */
export function copyWithoutLock({ pdfium, heap }: Engine, document: number): Uint8Array | undefined {
  const writer = pdfium.PDFiumExt_OpenFileWriter();
  if (writer === 0) return undefined;
  try {
    if (!pdfium.FPDF_SaveAsCopy(document, writer, withoutSecurity)) return undefined;
    const size = pdfium.PDFiumExt_GetFileWriterSize(writer);
    const pointer = heap._malloc(Math.max(1, size));
    if (pointer === 0) return undefined;
    pdfium.PDFiumExt_GetFileWriterData(writer, pointer, size);
    const file = Buffer.from(heap.HEAPU8.slice(pointer, pointer + size));
    heap._free(pointer);
    blankLock(file);
    return file;
  } finally {
    pdfium.PDFiumExt_CloseFileWriter(writer);
  }
}
