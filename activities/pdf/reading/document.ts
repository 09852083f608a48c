/** Converts one PDF to the customer's files or to its text. Runs inside a worker thread. */
import type { KeptLayout } from '#contracts/jobs/kept-layouts.ts';
import type { TablesLayout } from '#contracts/jobs/pdf-tables.ts';
import { limits } from '#contracts/limits.ts';
import { sequence, type Message } from '#contracts/messages/message.ts';
import { tableCsv } from '#activities/pdf/output/csv.ts';
import { drawFindings } from '#activities/pdf/output/debug-picture.ts';
import type { Engine } from './engine.ts';
import { extractTables, type Extraction } from '#activities/pdf/tables/extract.ts';
import { jsonOf } from '#activities/pdf/output/json.ts';
import type { RecognisedPage } from '#activities/pdf/scans/recognised-page.ts';
import { pdfMessages } from '#activities/pdf/messages.ts';
import { pageTables } from '#activities/pdf/tables/page-tables.ts';
import { pageText, type PageText } from './page-text.ts';
import { readPage } from './page.ts';
import { scaleWithin } from './pdfium-picture.ts';
import { openPdf, type PdfDocument } from './pdfium.ts';
import { pngOf } from '#activities/pdf/output/png.ts';
import { problem, type PdfProblem } from './problems.ts';
import { needsReading } from './quality.ts';
import type { RawPage } from './raw-page.ts';
import { tableName } from '#activities/pdf/tables/table.ts';
import { workbookOf } from '#activities/pdf/output/workbook.ts';

export type PdfTables = {
  kind: 'tables';
  pages: number;
  tables: { name: string; rows: string[][]; csv: string }[];
  json: string;
  warnings: Message[];
  workbook: Uint8Array;
  /** Numbers of pages that were not read because they are pictures. */
  scannedPages: number[];
  /** Numbers of the pages that are pictures and were recognised; missing if there are none. */
  recognisedPages?: number[];
  /** The corrections of an earlier PDF that were applied. */
  layout?: TablesLayout;
};

export type PdfConversion = PdfTables | PdfProblem;

/** The text of all pages except broken ones. */
type PdfText = { kind: 'text'; pages: PageText[] };
export type PdfReading = PdfText | PdfProblem;

type PdfPictures = { kind: 'pictures'; pages: { number: number; png: Uint8Array }[] };
export type PdfDrawing = PdfPictures | PdfProblem;

/** Resolution at which small print is legible in the picture. */
const pixelsPerPt = 1.5;

/** Yields the pages in order, with undefined for a broken one. A recognised page takes the place of its scan. */
export function* pagesOf(
  document: PdfDocument,
  recognised: readonly RecognisedPage[] = [],
): Generator<RawPage | undefined> {
  const read = new Map(recognised.map(({ page }) => [page.number, page]));
  for (let number = 1; number <= document.pageCount; number++)
    yield read.get(number) ?? document.readPage(number);
}

const scannedPagesOf = ({ pages }: Extraction): number[] =>
  pages.filter(needsReading).map((page) => page.number);

/** Returns the reason why an extraction has no tables. */
function emptyReason(extraction: Extraction): PdfProblem {
  const { pages } = extraction;
  if (pages.length === 0) return problem('CORRUPT');
  const isScanned = pages.some((page) => page.isScan) && !pages.some((page) => page.hasText);
  const scannedPages = scannedPagesOf(extraction);
  if (isScanned) return { ...problem('SCANNED_PDF'), scannedPages };
  const { message, ...noTable } = problem('NO_TABLE');
  return { ...noTable, message: sequence(message, ...extraction.warnings), scannedPages };
}

/** Opens the document and returns the result of `read`, or a problem if it cannot be opened. Closes it in any case. */
export function withDocument<T>(
  engine: Engine,
  bytes: Uint8Array,
  read: (document: PdfDocument) => T,
): T | PdfProblem {
  const opened = openPdf(engine, bytes);
  if (opened.kind === 'refused') return problem(opened.code);
  const { document } = opened;
  try {
    if (document.pageCount === 0) return problem('CORRUPT');
    if (document.pageCount > limits.pdfPagesMax) return problem('TOO_MANY_PAGES');
    return read(document);
  } finally {
    document.close();
  }
}

/**
 * Converts a PDF to the customer's files. Returns a problem if it cannot be opened or has no tables.
 *
 * @param recognised scanned pages as they were recognised
 * @param kept the customer's corrections of earlier PDFs
 */
export async function convertDocument(
  engine: Engine,
  bytes: Uint8Array,
  fileName: string,
  {
    recognised = [],
    kept = [],
  }: { recognised?: RecognisedPage[] | undefined; kept?: KeptLayout[] | undefined } = {},
): Promise<PdfConversion> {
  const result = withDocument(engine, bytes, (document) => ({
    pages: document.pageCount,
    isXfa: document.isXfa,
    extraction: extractTables(pagesOf(document, recognised), recognised, kept),
  }));
  if ('kind' in result) return result;
  if (result.isXfa && result.extraction.tables.length === 0) return problem('XFA_FORM');
  if (result.isXfa) result.extraction.warnings.push(pdfMessages.xfaForm());
  return conversionOf(fileName, result.pages, result.extraction);
}

/** Builds the customer's files from an extraction. */
export async function conversionOf(
  fileName: string,
  pages: number,
  extraction: Extraction,
): Promise<PdfConversion> {
  const { tables, warnings, recognised } = extraction;
  if (tables.length === 0) return emptyReason(extraction);
  return {
    kind: 'tables',
    pages,
    tables: tables.map((table) => ({ name: tableName(table), rows: table.rows, csv: tableCsv(table) })),
    warnings,
    json: jsonOf(fileName, extraction),
    workbook: await workbookOf({ fileName, pages, tables, recognised, warnings }),
    scannedPages: scannedPagesOf(extraction),
    ...(extraction.layout ? { layout: extraction.layout } : {}),
  };
}

/** Returns the text of every page that can be read, or a problem if the PDF cannot be opened. */
export function readText(engine: Engine, bytes: Uint8Array): PdfReading {
  return withDocument(engine, bytes, (document): PdfText => {
    const pages = [...pagesOf(document)].filter((page) => page !== undefined);
    return { kind: 'text', pages: pages.map(pageText) };
  });
}

function drawPage(document: PdfDocument, number: number): Uint8Array | undefined {
  const raw = document.readPage(number);
  if (!raw) return undefined;
  const page = readPage(raw);
  const { width, height } = page;
  const scale = scaleWithin(width, height, pixelsPerPt);
  const turn = (page.turn - raw.rotation + 4) % 4;
  const bitmap = document.drawPage(number, { width, height, turn, pixelsPerPt: scale });
  if (!bitmap) return undefined;
  drawFindings(bitmap, page, pageTables(page), scale);
  return pngOf(bitmap);
}

/** Renders a picture of every page with the detected tables. */
export function drawDocument(engine: Engine, bytes: Uint8Array): PdfDrawing {
  return withDocument(engine, bytes, (document): PdfDrawing => {
    const pages: PdfPictures['pages'] = [];
    for (let number = 1; number <= document.pageCount; number++) {
      const png = drawPage(document, number);
      if (png) pages.push({ number, png });
    }
    return { kind: 'pictures', pages };
  });
}
