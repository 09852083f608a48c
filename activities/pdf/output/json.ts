/** Writes everything found in one PDF as JSON: the tables page by page, and joined across pages. */
import { english } from '#contracts/messages/render.ts';
import type { Extraction } from '#activities/pdf/tables/extract.ts';
import { ocrConfidenceOf, type RecognisedPage } from '#activities/pdf/scans/recognised-page.ts';
import { confidenceOf } from '#activities/pdf/tables/confidence.ts';
import { tableName, type Grid } from '#activities/pdf/tables/table.ts';

const gridOf = ({ rows, merges }: Grid) => ({
  rows,
  /** Each merge is row, column, row span and column span; rows and columns count from 0. */
  merges: merges.map(({ row, column, rowSpan, columnSpan }) => [row, column, rowSpan, columnSpan]),
});

/** Returns the OCR confidence, only for tables that were read from a picture. */
function ocrOf(
  pages: { firstPage: number; lastPage: number; isRecognised?: boolean },
  recognised: readonly RecognisedPage[],
) {
  const ocrConfidence = ocrConfidenceOf(pages, recognised);
  return ocrConfidence === undefined ? {} : { ocr: true, ocrConfidence };
}

/**
 * Returns the JSON of an extraction. Tables that OCR has read also have its confidence.
 *
 * @param file the name of the PDF
 */
export function jsonOf(
  file: string,
  { pageTables, tables, pages, recognised, warnings }: Extraction,
): string {
  const factsOf = new Map(pages.map((page) => [page.number, page]));
  return JSON.stringify({
    file,
    tables: pageTables.map((table) => ({
      page: table.page,
      confidence: confidenceOf(table, factsOf.get(table.page)),
      ...ocrOf({ ...table, firstPage: table.page, lastPage: table.page }, recognised),
      ...gridOf(table),
    })),
    joined: tables.map((table) => ({
      name: tableName(table),
      pages: [table.firstPage, table.lastPage],
      confidence: table.confidence,
      /** Whether the customer corrected it; `tables` has its parts as they were read. */
      ...(table.before ? { corrected: true } : {}),
      ...(table.totals ? { totals: table.totals.flatMap(({ row, isTotal }) => (isTotal ? [row] : [])) } : {}),
      /** Cells that may be wrong; rows and columns count from 0. */
      doubts: table.doubts,
      ...ocrOf(table, recognised),
      ...gridOf(table),
    })),
    warnings: warnings.map(english),
  });
}
