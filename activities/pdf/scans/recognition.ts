/** Owns one recogniser and reads the scanned pages that the pool requests. Runs inside a worker thread. */
import type { Engine } from '#activities/pdf/reading/engine.ts';
import { openPdf } from '#activities/pdf/reading/pdfium.ts';
import { problem, type PdfProblem } from '#activities/pdf/reading/problems.ts';
import { startRecogniser, type Recogniser } from './recognise.ts';
import type { RecognisedPage } from './recognised-page.ts';
import { readScannedPage } from './scanned-page.ts';

export type Recognition = ({ kind: 'recognised' } & RecognisedPage) | PdfProblem;

export type ScanRequest = { pageNumber: number; languageFolder: string };

/** Lives as long as its thread. */
let recogniser: Promise<Recogniser> | undefined;

/**
 * Returns the words of one scanned page, or a problem if the PDF cannot be opened. The first call loads the
 * recogniser.
 */
export async function recognisePage(
  engine: Engine,
  bytes: Uint8Array,
  { pageNumber, languageFolder }: ScanRequest,
): Promise<Recognition> {
  const opened = openPdf(engine, bytes);
  if (opened.kind === 'refused') return problem(opened.code);
  const loadRecogniser = (): Promise<Recogniser> => (recogniser ??= startRecogniser(languageFolder));
  try {
    const read = await readScannedPage(opened.document, loadRecogniser, pageNumber);
    return read ? { kind: 'recognised', ...read } : problem('CORRUPT');
  } finally {
    opened.document.close();
  }
}
