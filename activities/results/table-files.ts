/** Writes all tables of a job: the workbook, the same rows as CSV, and the failed rows. */
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { writeFailedRowsCsv, writeResultCsv } from './csv.ts';
import type { JobResult, ResultRow } from './types.ts';
import { writeResultWorkbook } from './workbook.ts';

/**
 * What the tables say besides the rows. `headers` are those of the customer's sheet; null if the rows are files.
 * `costPerRow` is in hundredths of a credit; 0 if the run is free. `zipFiles` are the names of all files in the job's ZIP;
 * null for services without a ZIP, and once the ZIP is deleted.
 */
export type TablesOf = Omit<JobResult, 'rows' | 'creditsCharged' | 'creditsReturned' | 'unmatchedFiles'> & {
  zipFiles: readonly string[] | null;
  headers: readonly string[] | null;
  costPerRow: number;
};
/** `failedRows` is null if every row succeeded, or if the rows are files. */
export type TableFiles = { workbook: Uint8Array; csv: Uint8Array; failedRows: Uint8Array | null };

export async function tableFiles(
  { headers, costPerRow, zipFiles, ...job }: TablesOf,
  rows: readonly ResultRow[],
): Promise<TableFiles> {
  const unmatchedFiles = zipFiles && unmatchedIn(zipFiles, rows);
  const result = { ...job, rows, unmatchedFiles, ...creditsOf(rows, costPerRow) };
  return {
    workbook: await writeResultWorkbook(result),
    csv: writeResultCsv(result),
    failedRows: headers && writeFailedRowsCsv(headers, rows),
  };
}

function unmatchedIn(zipFiles: readonly string[], rows: readonly ResultRow[]): string[] {
  const matched = new Set(rows.flatMap((row) => row.zipFiles.map((name) => name.toLowerCase())));
  return zipFiles.filter((name) => !matched.has(name.toLowerCase()));
}

function creditsOf(
  rows: readonly ResultRow[],
  costPerRow: number,
): Pick<JobResult, 'creditsCharged' | 'creditsReturned'> {
  const priced = rows.filter(isPriced);
  // A paid row that runs again is free and stays charged, whatever that run ends with.
  const charged = priced.filter((row) => row.charged).length;
  return {
    creditsCharged: creditsFromHundredths(charged * costPerRow),
    creditsReturned: creditsFromHundredths((priced.length - charged) * costPerRow),
  };
}

/** Returns whether the row has a price. A row with the answer of another row was charged only in older jobs. */
const isPriced = ({ data, sameAsRow, charged }: ResultRow): boolean =>
  data !== null && (sameAsRow === null || charged);
