/** A locked PDF and its password to the same PDF without the lock; runs inside a worker thread. */
import type { Engine } from './engine.ts';
import { openPdf } from './pdfium.ts';
import { problem, type PdfProblem } from './problems.ts';

/** `bytes` is null where nothing had to be unlocked. */
type PdfUnlocked = { kind: 'unlocked'; bytes: Uint8Array | null };
export type PdfUnlocking = PdfUnlocked | PdfProblem;

/** A file whose owner only forbids printing or changing it opens without a password, and stays as it is. */
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
