/** One PDF from its bytes to the files that the customer gets, or to its text; runs inside a worker thread. */
import { limits } from '#contracts/limits.ts';
import { tableCsv } from './csv.ts';
import { drawFindings } from './debug-picture.ts';
import type { Engine } from './engine.ts';
import { extractTables, type Extraction } from './extract.ts';
import { jsonOf } from './json.ts';
import { pageTables } from './page-tables.ts';
import { pageText, type PageText } from './page-text.ts';
import { readPage } from './page.ts';
import { scaleWithin } from './pdfium-picture.ts';
import { openPdf, type PdfDocument } from './pdfium.ts';
import { pngOf } from './png.ts';
import { problem, type PdfProblem } from './problems.ts';
import type { RawPage } from './raw-page.ts';
import { tableName } from './table.ts';
import { workbookOf } from './workbook.ts';

export type PdfTables = {
  kind: 'tables';
  pages: number;
  tables: { name: string; rows: string[][]; csv: string }[];
  json: string;
  warnings: string[];
  workbook: Uint8Array;
};

export type PdfConversion = PdfTables | PdfProblem;

/** Pages that are broken are left out. */
type PdfText = { kind: 'text'; pages: PageText[] };
export type PdfReading = PdfText | PdfProblem;

type PdfPictures = { kind: 'pictures'; pages: { number: number; png: Uint8Array }[] };
export type PdfDrawing = PdfPictures | PdfProblem;

/** Enough to read small print on the picture. */
const pixelsPerPt = 1.5;

function* pagesOf(document: PdfDocument): Generator<RawPage | undefined> {
  for (let number = 1; number <= document.pageCount; number++) yield document.readPage(number);
}

/** Why an extraction without tables has none. */
function emptyReason({ pages }: Extraction): PdfProblem {
  if (pages.length === 0) return problem('CORRUPT');
  const isScanned = pages.some((page) => page.isScan) && !pages.some((page) => page.hasText);
  return problem(isScanned ? 'SCANNED_PDF' : 'NO_TABLE');
}

/** What `read` makes of the opened document; a problem where it can't be opened. */
function withDocument<T>(
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

export async function convertDocument(
  engine: Engine,
  bytes: Uint8Array,
  fileName: string,
): Promise<PdfConversion> {
  const result = withDocument(engine, bytes, (document) => ({
    pages: document.pageCount,
    extraction: extractTables(pagesOf(document)),
  }));
  if ('kind' in result) return result;
  const { pages, extraction } = result;
  const { tables, warnings } = extraction;
  if (tables.length === 0) return emptyReason(extraction);
  return {
    kind: 'tables',
    pages,
    tables: tables.map((table) => ({ name: tableName(table), rows: table.rows, csv: tableCsv(table) })),
    warnings,
    json: jsonOf(fileName, extraction),
    workbook: await workbookOf({ fileName, pages, tables, warnings }),
  };
}

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

/** A picture of every page with what was found there. */
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
