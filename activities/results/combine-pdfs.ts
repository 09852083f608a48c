/** Combines all documents of a job into one PDF, in row order. */
import { PDFDocument } from 'pdf-lib';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { MIB } from '#contracts/byte-sizes.ts';
import { limits } from '#contracts/limits.ts';
import type { Message } from '#contracts/messages/message.ts';

export type PdfSource = { name: string; read: () => Promise<Uint8Array> };
/** `bytes` is null if no document could be included; each warning names one that is missing, of `missing` in all. */
export type CombinedPdf = { bytes: Uint8Array | null; warnings: Message[]; missing: number };

/**
 * Combines the PDFs one at a time. Beyond `sourceBytesMax` the rest is left out, and a PDF that cannot be read is
 * skipped; a warning reports either.
 */
export async function combinePdfs(
  sources: readonly PdfSource[],
  sourceBytesMax: number = limits.combinedPdfBytesMax,
): Promise<CombinedPdf> {
  const combined = await PDFDocument.create();
  const warnings: Message[] = [];
  let [sourceBytes, missing] = [0, 0];
  for (const [index, { name, read }] of sources.entries()) {
    const bytes = await read();
    sourceBytes += bytes.byteLength;
    if (sourceBytes > sourceBytesMax) {
      warnings.push(jobMessages.combinedPdfEnds({ name, megabytes: sourceBytesMax / MIB }));
      missing += sources.length - index;
      break;
    }
    if (await append(combined, bytes)) continue;
    warnings.push(jobMessages.notInCombinedPdf({ name }));
    missing += 1;
  }
  const isEmpty = combined.getPageCount() === 0;
  return { bytes: isEmpty ? null : await combined.save(), warnings, missing };
}

/** Returns false for a broken or protected document, which remains a separate file. */
async function append(combined: PDFDocument, bytes: Uint8Array): Promise<boolean> {
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true });
    const pages = await combined.copyPages(document, document.getPageIndices());
    for (const page of pages) combined.addPage(page);
    return pages.length > 0;
  } catch {
    return false;
  }
}
