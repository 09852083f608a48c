/**
 * Detects the tables of a converted PDF for the customer who checks them, and exports those that the customer keeps
 * or draws.
 */
import { Context } from '@temporalio/activity';
import type { Deps } from '#api/deps.ts';
import { digestOf, tableFilesOf } from '#api/domain/jobs/pdf-table-files.ts';
import { keepLayout, keptLayoutsOf } from '#api/domain/jobs/kept-layouts.ts';
import { rowWithFile, type RowWithFile } from '#api/domain/jobs/row-records.ts';
import { limits } from '#contracts/limits.ts';
import {
  drawnKey,
  tablesLayout,
  unchangedLayout,
  type DrawnArea,
  type TablesLayout,
} from '#contracts/jobs/pdf-tables.ts';
import { convertedRow } from '#services/pdf-excel-converter/run.ts';
import type { PdfTablesEnd, PdfTablesInput } from '#workflows/table-messages.ts';
import { beating } from './heartbeats.ts';
import type { LayoutRequest, LayoutResult, SeenPage } from './pdf/reading/layout-work.ts';
import type { RecognisedPage } from './pdf/scans/recognised-page.ts';
import { recognisePages, workPdfLayout } from './pdf/reading/pool.ts';
import type { PdfProblem } from './pdf/reading/problems.ts';
import { needsReading } from './pdf/reading/quality.ts';
import type { PageTable } from './pdf/tables/table.ts';
import { replaceRowFiles } from './rows/replaced-files.ts';
import { createRowReader } from './rows/file-reader.ts';

export type PdfTableActivities = ReturnType<typeof pdfTableActivities>;

type TableDeps = Pick<Deps, 'db' | 'files' | 'logger'>;
type Tools = TableDeps & { recognise: typeof recognisePages };
type Overview = {
  pageCount: number;
  broken: number[];
  /** OCR confidence per scanned page; the recognised words themselves are stored with each page. */
  recognised: RecognisedPage[];
  pages: { number: number; tables: number }[];
};
type Look = Extract<LayoutResult, { kind: 'pages' }>;

/** Number of page files read or written concurrently. */
const FILES_AT_ONCE = 16;
const jsonType = 'application/json';

export function pdfTableActivities(deps: TableDeps, recognise = recognisePages) {
  return {
    /** Runs one task on a row's PDF. Results are stored and computed once; an export replaces the row's documents. */
    workPdfTables: (input: PdfTablesInput): Promise<PdfTablesEnd> =>
      beating(() => workRow({ ...deps, recognise }, input)),
  };
}

async function workRow(deps: Tools, input: PdfTablesInput): Promise<PdfTablesEnd> {
  try {
    const row = await rowWithFile(deps.db, input);
    return row ? await new RowTables(deps, row, Context.current().cancellationSignal).work(input) : gone;
  } catch (error) {
    if (error instanceof Refused) return error.end;
    throw error;
  }
}

const gone: PdfTablesEnd = { end: 'refused', code: 'UPLOAD_EXPIRED' };

class Refused extends Error {
  readonly end: PdfTablesEnd;
  constructor(end: PdfTablesEnd) {
    super('refused');
    this.end = end;
  }
}

class RowTables {
  readonly #deps: Tools;
  readonly #row: RowWithFile;
  readonly #signal: AbortSignal;
  readonly #keys: ReturnType<typeof tableFilesOf>;

  constructor(deps: Tools, row: RowWithFile, signal: AbortSignal) {
    this.#deps = deps;
    this.#row = row;
    this.#signal = signal;
    this.#keys = tableFilesOf(row.job.id, row.rowNumber);
  }

  async work({ task }: PdfTablesInput): Promise<PdfTablesEnd> {
    const overview = await this.#overview();
    if (task.kind === 'picture') await this.#makePicture(overview, task.page);
    if (task.kind === 'area') await this.#areaTable(overview, task.area);
    if (task.kind === 'tables') await this.#checkTables(overview);
    return task.kind === 'export' ? this.#export(overview, task) : { end: 'done' };
  }

  async #overview(): Promise<Overview> {
    if (await this.#deps.files.has(this.#keys.overview)) return this.#read<Overview>(this.#keys.overview);
    const { look, recognised } = await this.#readAllPages();
    const { pageCount, broken, pages } = look;
    const written = [...pages];
    await this.#atOnce(async () => {
      for (let page = written.shift(); page; page = written.shift()) {
        await this.#write(this.#keys.contents(page.seen.number), page.contents);
        await this.#write(this.#keys.page(page.seen.number), page.seen);
      }
    });
    const counts = pages.map(({ seen }) => ({ number: seen.number, tables: seen.tables.length }));
    const overview = { pageCount, broken, recognised: recognised.map(withoutContents), pages: counts };
    await this.#write(this.#keys.overview, overview);
    return overview;
  }

  /** Reads the PDF again, including OCR of scanned pages, because their words are not stored elsewhere. */
  async #readAllPages(): Promise<{ look: Look; recognised: RecognisedPage[] }> {
    const pdf = await this.#pdf();
    const asItIs = await this.#inThread(pdf, { kind: 'pages' });
    const scanned = asItIs.pages
      .filter(({ seen }) => needsReading(seen.facts))
      .map(({ seen }) => seen.number);
    const options = { fileName: this.#fileName(), signal: this.#signal };
    const { pages: recognised } = await this.#deps.recognise(pdf, scanned, options);
    await this.#requireRecognised(recognised);
    if (recognised.length === 0) return { look: asItIs, recognised };
    return { look: await this.#inThread(pdf, { kind: 'pages', recognised }), recognised };
  }

  /**
   * Fails if the conversion recognised pages that this look did not, as on a busy worker. Exports would otherwise lose
   * their tables; another attempt can recognise them.
   */
  async #requireRecognised(recognised: readonly RecognisedPage[]): Promise<void> {
    const { recognised: key } = this.#keys;
    if (!(await this.#deps.files.has(key))) return;
    const read = new Set(recognised.map(({ page }) => page.number));
    const missing = (await this.#read<number[]>(key)).filter((page) => !read.has(page));
    if (missing.length > 0)
      throw new Error(`Pages that the conversion recognised are missing: ${missing.join(', ')}.`);
  }

  async #makePicture(overview: Overview, page: number): Promise<void> {
    const key = this.#keys.picture(page);
    this.#requirePage(overview, page);
    if (await this.#deps.files.has(key)) return;
    const { number, turn, width, height } = await this.#read<SeenPage>(this.#keys.page(page));
    const { png } = await this.#inThread(await this.#pdf(), {
      kind: 'picture',
      view: { number, turn, width, height },
      pixelsMax: limits.tablePicturePixelsMax,
    });
    await this.#deps.files.put(key, png, 'image/png');
  }

  async #areaTable(overview: Overview, given: DrawnArea): Promise<PageTable | null> {
    const { page, box, columns, rowLines = null } = given;
    const area = { page, box, columns, rowLines };
    const key = this.#keys.area(area);
    this.#requirePage(overview, page);
    if (await this.#deps.files.has(key)) return this.#read<PageTable | null>(key);
    const contents = await this.#deps.files.get(this.#keys.contents(page));
    const { table } = await this.#inThread(contents, { kind: 'area', area });
    await this.#write(key, table);
    return table;
  }

  async #export(
    overview: Overview,
    { layout, digest }: { layout: TablesLayout; digest: string },
  ): Promise<PdfTablesEnd> {
    const { pageCount, broken, recognised } = overview;
    // Inputs that were stored before there were corrections have none.
    const change = await this.#change(overview, tablesLayout.parse(layout));
    const { userId } = this.#row.job;
    const kept = await keptLayoutsOf(this.#deps.db, userId);
    const request = { kind: 'changed', pageCount, broken, recognised, ...change, kept } as const;
    const { converted, learned } = await this.#inThread(await this.#seenPages(overview), request, digest);
    const result = convertedRow(this.#fileName(), converted);
    const turn = Context.current().info.currentAttemptScheduledTimestampMs;
    const isReplaced = await replaceRowFiles(this.#deps, { ...this.#row, result, digest, turn });
    // This happens only to an attempt that was frozen meanwhile, whose answer nothing waits for.
    if (!isReplaced) throw new Error('A later export has replaced the files.');
    const fileName = this.#fileName();
    if (learned) await keepLayout(this.#deps.db, { userId, fileName, ...learned, now: new Date() });
    const rows = converted.tables.reduce((total, table) => total + table.rows.length, 0);
    return { end: 'exported', digest, exported: { tables: converted.tables.length, rows } };
  }

  /** Stores the exported tables as the customer's layout makes them now. */
  async #checkTables(overview: Overview): Promise<void> {
    const hasLayout = await this.#deps.files.has(this.#keys.layout);
    const layout = hasLayout ? tablesLayout.parse(await this.#read(this.#keys.layout)) : unchangedLayout;
    const change = await this.#change(overview, layout);
    const request = { kind: 'checked', recognised: overview.recognised, ...change } as const;
    const { tables } = await this.#inThread(await this.#seenPages(overview), request);
    await this.#write(this.#keys.checked, { digest: digestOf(layout), tables });
  }

  async #change(overview: Overview, layout: TablesLayout) {
    const read: PageTable[] = [];
    for (const [index, area] of layout.drawn.entries()) {
      const table = await this.#areaTable(overview, area);
      if (table) read.push({ ...table, key: drawnKey(area, index) });
    }
    return { layout, drawn: read };
  }

  /** Concatenates the stored pages as one JSON list in page order, as the exporting thread expects it. */
  async #seenPages({ pages }: Overview): Promise<Uint8Array> {
    const texts: string[] = Array.from({ length: pages.length }, () => '');
    const open = [...pages.entries()];
    await this.#atOnce(async () => {
      for (let next = open.shift(); next; next = open.shift()) {
        const [index, { number }] = next;
        texts[index] = Buffer.from(await this.#deps.files.get(this.#keys.page(number))).toString();
      }
    });
    return new TextEncoder().encode(`[${texts.join(',')}]`);
  }

  async #inThread<K extends LayoutRequest['kind']>(
    bytes: Uint8Array,
    request: LayoutRequest & { kind: K },
    digest?: string,
  ): Promise<Extract<LayoutResult, { kind: K }>> {
    const fileName = this.#fileName();
    const answer = await workPdfLayout(bytes, { fileName, signal: this.#signal, layout: request });
    if (answer.kind === 'problem') throw refusalOf(answer, digest);
    if (isAnswerTo(answer.result, request.kind)) return answer.result;
    throw new Error(`The PDF thread answered ${answer.result.kind} where ${request.kind} was asked for.`);
  }

  #requirePage({ pages }: Overview, page: number): void {
    if (!pages.some(({ number }) => number === page))
      throw new Refused({ end: 'refused', code: 'NOT_FOUND' });
  }

  #fileName(): string {
    return this.#row.data['file_name'] ?? 'document.pdf';
  }

  #pdf(): Promise<Uint8Array> {
    return createRowReader(this.#deps, this.#row.job.uploadId)(this.#row.data);
  }

  async #read<T>(key: string): Promise<T> {
    return JSON.parse(Buffer.from(await this.#deps.files.get(key)).toString()) as T;
  }

  async #write(key: string, value: unknown): Promise<void> {
    await this.#deps.files.put(key, Buffer.from(JSON.stringify(value)), jsonType);
  }

  async #atOnce(work: () => Promise<void>): Promise<void> {
    await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));
  }
}

const withoutContents = (recognised: RecognisedPage): RecognisedPage => ({
  ...recognised,
  page: { ...recognised.page, glyphs: [], segments: [], fills: [], slants: [] },
});

function isAnswerTo<K extends LayoutRequest['kind']>(
  result: LayoutResult,
  kind: K,
): result is Extract<LayoutResult, { kind: K }> {
  return result.kind === kind;
}

/**
 * Explains a failure. A PDF that was converted before is readable, so missing tables mean that the customer removed
 * them all.
 */
function refusalOf({ code }: PdfProblem, digest: string | undefined): Refused {
  const isEmpty = code === 'NO_TABLE' || code === 'SCANNED_PDF';
  return new Refused({
    end: 'refused',
    code: isEmpty && digest ? 'TABLES_LEFT_OUT' : 'FILE_UNREADABLE',
    ...(digest ? { digest } : {}),
  });
}
