/** Everything that was found in one PDF as JSON: the tables page by page, and joined over the pages. */
import type { Extraction } from '#activities/pdf/tables/extract.ts';
import { ocrConfidenceOf, type RecognisedPage } from '#activities/pdf/scans/recognised-page.ts';
import { tableName, type Grid } from '#activities/pdf/tables/table.ts';

const gridOf = ({ rows, merges }: Grid) => ({
  rows,
  /** Row, column, rows and columns that are covered; counted from 0. */
  merges: merges.map(({ row, column, rowSpan, columnSpan }) => [row, column, rowSpan, columnSpan]),
});

/** Said of tables that were read from a picture only. */
function ocrOf(pages: { firstPage: number; lastPage: number }, recognised: readonly RecognisedPage[]) {
  const ocrConfidence = ocrConfidenceOf(pages, recognised);
  return ocrConfidence === undefined ? {} : { ocr: true, ocrConfidence };
}

export function jsonOf(file: string, { pageTables, tables, recognised, warnings }: Extraction): string {
  return JSON.stringify({
    file,
    tables: pageTables.map((table) => ({
      page: table.page,
      ...ocrOf({ firstPage: table.page, lastPage: table.page }, recognised),
      ...gridOf(table),
    })),
    joined: tables.map((table) => ({
      name: tableName(table),
      pages: [table.firstPage, table.lastPage],
      confidence: table.confidence,
      ...ocrOf(table, recognised),
      ...gridOf(table),
    })),
    warnings,
  });
}
