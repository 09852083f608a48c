/** Everything that was found in one PDF as JSON: the tables page by page, and joined over the pages. */
import type { Extraction } from './extract.ts';
import { tableName, type Grid } from './table.ts';

const gridOf = ({ rows, merges }: Grid) => ({
  rows,
  /** Row, column, rows and columns that are covered; counted from 0. */
  merges: merges.map(({ row, column, rowSpan, columnSpan }) => [row, column, rowSpan, columnSpan]),
});

export function jsonOf(file: string, { pageTables, tables, warnings }: Extraction): string {
  return JSON.stringify({
    file,
    tables: pageTables.map((table) => ({ page: table.page, ...gridOf(table) })),
    joined: tables.map((table) => ({
      name: tableName(table),
      pages: [table.firstPage, table.lastPage],
      confidence: table.confidence,
      ...gridOf(table),
    })),
    warnings,
  });
}
