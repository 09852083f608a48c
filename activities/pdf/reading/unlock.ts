/** Removes the password protection from a PDF. Runs inside a worker thread. */
import type { Engine } from './engine.ts';
import { openPdf } from './pdfium.ts';
import { problem, type PdfProblem } from './problems.ts';

/** `bytes` is null if the PDF was not locked. */
type PdfUnlocked = { kind: 'unlocked'; bytes: Uint8Array | null };
export type PdfUnlocking = PdfUnlocked | PdfProblem;

/** Unlocks the document. A file that only forbids printing or editing opens without a password and is not changed. */
export function unlockDocument(engine: Engine, bytes: Uint8Array, password = ''): PdfUnlocking {
  const asItIs = openPdf(engine, bytes);
  if (asItIs.kind === 'opened') {
    asItIs.document.close();
    return { kind: 'unlocked', bytes: null };
  }
  if (asItIs.code !== 'PASSWORD_REQUIRED' || password === '') return problem(asItIs.code);
  const opened = openPdf(engine, bytes, password);
  if (opened.kind === 'refused') return problem(opened.code);
  try {
    const copy = opened.document.copyWithoutLock();
    return copy ? { kind: 'unlocked', bytes: copy } : problem('CORRUPT');
  } finally {
    opened.document.close();
  }
}
