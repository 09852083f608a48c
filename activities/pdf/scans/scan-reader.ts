/** Recognises scanned pages one after the other, in a thread that ends when no request is left. */
import { limits } from '#contracts/limits.ts';
import type { PdfPool } from '#activities/pdf/reading/threads.ts';
import { makeLanguageFolder, type LanguageFolder } from './languages.ts';
import type { RecognisedPage } from './recognised-page.ts';

/** Time limit per page. A page takes a few seconds, or up to a minute in all orientations on a busy machine. */
const pageLimitDefaultMs = 120_000;
/** Time limit per file; the remaining pages stay unread. */
const fileLimitMs = 20 * 60_000;

type Options = { fileName: string; signal?: AbortSignal };

/** The pages that could be recognised, and whether others took too long. */
export type Recognised = { pages: RecognisedPage[]; tookTooLong: boolean };

export type ScanReader = {
  read: (bytes: Uint8Array, pageNumbers: readonly number[], options: Options) => Promise<Recognised>;
  close: () => Promise<void>;
};

/** The thread and the languages that it reads. */
type Resources = { pool: PdfPool; languages: LanguageFolder };
type ReadOptions = Options & { pageLimitMs: number };

/** Reads pages. Those that take too long, are broken, crash the recogniser or show no print are left out. */
async function readPages(
  { pool, languages }: Resources,
  bytes: Uint8Array,
  pageNumbers: readonly number[],
  { pageLimitMs, ...options }: ReadOptions,
): Promise<Recognised> {
  const endsAtMs = performance.now() + fileLimitMs;
  const pages: RecognisedPage[] = [];
  let tookTooLong = false;
  let crash: Error | undefined;
  for (const pageNumber of pageNumbers.slice(0, limits.ocrPagesMax)) {
    const timeLimitMs = Math.min(pageLimitMs, endsAtMs - performance.now());
    if (timeLimitMs <= 0) {
      tookTooLong = true;
      break;
    }
    const scan = { pageNumber, languageFolder: languages.folder };
    try {
      const answer = await pool.recognise(bytes, { ...options, scan, timeLimitMs });
      if (answer.kind === 'problem') {
        tookTooLong ||= answer.code === 'TOO_SLOW';
        continue;
      }
      const { kind: _, ...page } = answer;
      pages.push(page);
    } catch (error) {
      options.signal?.throwIfAborted();
      crash = error instanceof Error ? error : new Error('The recogniser failed.', { cause: error });
    }
  }
  // A single page may crash the recogniser; if no page could be read, the recogniser itself is at fault.
  if (pages.length === 0 && crash !== undefined) throw crash;
  return { pages, tookTooLong };
}

/**
 * Creates the reader. `startPool` must return a pool with one thread, because a recogniser takes hundreds of
 * megabytes.
 */
export function createScanReader(startPool: () => PdfPool, pageLimitMs = pageLimitDefaultMs): ScanReader {
  let resources: Promise<Resources> | undefined;
  let requests = 0;

  const start = async (): Promise<Resources> => ({
    pool: startPool(),
    languages: await makeLanguageFolder(),
  });

  const close = async (): Promise<void> => {
    const closing = resources;
    resources = undefined;
    if (!closing) return;
    const { pool, languages } = await closing;
    await pool.close();
    await languages.remove();
  };

  return {
    read: async (bytes, pageNumbers, options) => {
      requests += 1;
      try {
        resources ??= start();
        return await readPages(await resources, bytes, pageNumbers, { ...options, pageLimitMs });
      } finally {
        requests -= 1;
        if (requests === 0) await close();
      }
    },
    close,
  };
}
