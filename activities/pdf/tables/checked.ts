/** Describes complete tables for the page on which a customer checks them. */
import { limits } from '#contracts/limits.ts';
import type { CheckedTable } from '#contracts/jobs/pdf-tables.ts';
import { ocrConfidenceOf, type RecognisedPage } from '#activities/pdf/scans/recognised-page.ts';
import { headerRowCount } from '#activities/pdf/unruled/header-rows.ts';
import { firstOf } from '#activities/pdf/words/lists.ts';
import { totalsOf } from './proof.ts';
import { tableName, type LogicalTable, type TablePart } from './table.ts';

/** A checked table with the places of its parts, of which each page of the document is given its own. */
export type StoredCheck = Omit<CheckedTable, 'parts' | 'startRow'> & { places: TablePart[] };

function checkedTable(table: LogicalTable, recognised: readonly RecognisedPage[]): StoredCheck {
  const { parts: places = [], firstPage, lastPage, confidence } = table;
  const before = table.before ?? { rows: table.rows, merges: table.merges };
  const isTotal = totalsOf(table);
  const headerRows = table.headerRows ?? headerRowCount(table);
  return {
    key: firstOf(places).key,
    name: tableName(table),
    places,
    firstPage,
    lastPage,
    rowCount: before.rows.length,
    before: {
      rows: before.rows.slice(0, limits.tableRowsShownMax),
      merges: before.merges.filter(({ row }) => row < limits.tableRowsShownMax),
      headerRows: headerRowCount(before),
    },
    totals: table.rows
      .slice(0, limits.tableRowsShownMax)
      .flatMap((_, row) => (row >= headerRows && isTotal(row) ? [row] : [])),
    confidence,
    ocrConfidence: ocrConfidenceOf(table, recognised) ?? null,
    doubts: table.doubts.slice(0, limits.tableDoubtsShownMax),
  };
}

/** Returns the tables in the order of the workbook's sheets. */
export const checkedTables = (
  tables: readonly LogicalTable[],
  recognised: readonly RecognisedPage[],
): StoredCheck[] => tables.map((table) => checkedTable(table, recognised));
