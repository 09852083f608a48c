/** One PDF from its bytes to the files that the customer gets, or to its text; runs inside a worker thread. */
import { limits } from '#contracts/limits.ts';
import { tableCsv } from './csv.ts';
import type { Engine } from './engine.ts';
import { extractTables, type Extraction } from './extract.ts';
import { pageText, type PageText } from './page-text.ts';
import { openPdf, type PdfDocument } from './pdfium.ts';
import { problem, type PdfProblem } from './problems.ts';
import type { RawPage } from './raw-page.ts';
import { tableName, workbookOf } from './workbook.ts';

export type PdfTables = {
  kind: 'tables';
  pages: number;
  tables: { name: string; rows: string[][]; csv: string }[];
  warnings: string[];
  workbook: Uint8Array;
};

export type PdfConversion = PdfTables | PdfProblem;

/** Pages that are broken are left out. */
type PdfText = { kind: 'text'; pages: PageText[] };
export type PdfReading = PdfText | PdfProblem;

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
    workbook: await workbookOf({ fileName, pages, tables, warnings }),
  };
}

export function readText(engine: Engine, bytes: Uint8Array): PdfReading {
  return withDocument(engine, bytes, (document): PdfText => {
    const pages = [...pagesOf(document)].filter((page) => page !== undefined);
    return { kind: 'text', pages: pages.map(pageText) };
  });
}
