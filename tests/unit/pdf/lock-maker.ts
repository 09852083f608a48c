/** Locks PDFs with a password, as PDF programs do. */
import { loadEngine } from '#activities/pdf/reading/engine.ts';
import { MIB } from '#contracts/byte-sizes.ts';

const everythingAllowed = 0xffff;

export async function lockedPdf(bytes: Uint8Array, password: string): Promise<Uint8Array> {
  const { pdfium, heap } = await loadEngine(256 * MIB);
  const pointer = heap._malloc(bytes.length);
  heap.HEAPU8.set(bytes, pointer);
  const document = pdfium.FPDF_LoadMemDocument(pointer, bytes.length, '');
  if (document === 0) throw new Error('The PDF to be locked cannot be opened.');
  pdfium.EPDF_SetEncryption(document, password, `owner of ${password}`, everythingAllowed);
  const writer = pdfium.PDFiumExt_OpenFileWriter();
  pdfium.PDFiumExt_SaveAsCopy(document, writer);
  const size = pdfium.PDFiumExt_GetFileWriterSize(writer);
  const copy = heap._malloc(size);
  pdfium.PDFiumExt_GetFileWriterData(writer, copy, size);
  return heap.HEAPU8.slice(copy, copy + size);
}
