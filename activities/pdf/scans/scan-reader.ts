/** Recognises scanned pages one after the other, in a thread that ends when no request is waiting. */
import { limits } from '#contracts/limits.ts';
import type { PdfPool } from '#activities/pdf/reading/threads.ts';
import { makeLanguageFolder, type LanguageFolder } from './languages.ts';
import type { RecognisedPage } from './recognised-page.ts';

/** Time limit per page. A page takes a few seconds, or up to a minute in all orientations on a busy machine. */
const pageLimitMs = 120_000;
/** Time limit per file; the remaining pages stay unread. */
const fileLimitMs = 20 * 60_000;

type Options = { fileName: string; signal?: AbortSignal };

export type ScanReader = {
  read: (bytes: Uint8Array, pageNumbers: readonly number[], options: Options) => Promise<RecognisedPage[]>;
  close: () => Promise<void>;
};

type Reading = { pool: PdfPool; languages: LanguageFolder };

/**
 * Creates the reader. `startPool` must return a pool with one thread, because a recogniser takes hundreds of
 * megabytes.
 */
export function createScanReader(startPool: () => PdfPool): ScanReader {
  let reading: Promise<Reading> | undefined;
  let readers = 0;

  const start = async (): Promise<Reading> => ({
    pool: startPool(),
    languages: await makeLanguageFolder(),
  });

  const close = async (): Promise<void> => {
    const closing = reading;
    reading = undefined;
    if (!closing) return;
    const { pool, languages } = await closing;
    await pool.close();
    await languages.remove();
  };

  /**
   * Reads pages; those that take too long, are broken, crash the recogniser or contain nothing readable are left out.
   */
  const readPages = async (
    { pool, languages }: Reading,
    bytes: Uint8Array,
    pageNumbers: readonly number[],
    options: Options,
  ): Promise<RecognisedPage[]> => {
    const endsAtMs = Date.now() + fileLimitMs;
    const pages: RecognisedPage[] = [];
    let crash: Error | undefined;
    for (const pageNumber of pageNumbers.slice(0, limits.ocrPagesMax)) {
      const timeLimitMs = Math.min(pageLimitMs, endsAtMs - Date.now());
      if (timeLimitMs <= 0) break;
      const scan = { pageNumber, languageFolder: languages.folder };
      try {
        const answer = await pool.recognise(bytes, { ...options, scan, timeLimitMs });
        if (answer.kind === 'problem') continue;
        const { kind: _, ...page } = answer;
        pages.push(page);
      } catch (error) {
        options.signal?.throwIfAborted();
        crash = error instanceof Error ? error : new Error('The recogniser failed.', { cause: error });
      }
    }
    // A single page may crash the recogniser; if no page could be read, the recogniser itself is at fault.
    if (pages.length === 0 && crash !== undefined) throw crash;
    return pages;
  };

  return {
    read: async (bytes, pageNumbers, options) => {
      readers += 1;
      try {
        reading ??= start();
        return await readPages(await reading, bytes, pageNumbers, options);
      } finally {
        readers -= 1;
        if (readers === 0) await close();
      }
    },
    close,
  };
}
