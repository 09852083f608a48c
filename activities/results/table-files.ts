/** Writes all tables of a job: the workbook, the same rows as CSV, and the failed rows. */
import { writeFailedRowsCsv, writeResultCsv } from './csv.ts';
import type { JobResult, ResultRow } from './types.ts';
import { writeResultWorkbook } from './workbook.ts';

/** What the tables say besides the rows. `headers` are those of the customer's sheet; null if the rows are files. */
export type TablesOf = Omit<JobResult, 'rows'> & { headers: readonly string[] | null };
/** `failedRows` is null if every row succeeded, or if the rows are files. */
export type TableFiles = { workbook: Uint8Array; csv: Uint8Array; failedRows: Uint8Array | null };

export async function tableFiles(
  { headers, ...job }: TablesOf,
  rows: readonly ResultRow[],
): Promise<TableFiles> {
  const result = { ...job, rows };
  return {
    workbook: await writeResultWorkbook(result),
    csv: writeResultCsv(result),
    failedRows: headers && writeFailedRowsCsv(headers, rows),
  };
}
