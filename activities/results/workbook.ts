/** Writes the result workbook: every row with its outcome, and a summary sheet. */
import writeXlsxFile, { type CellObject, type Sheet, type SheetData } from 'write-excel-file/node';
import { workbookText } from '#contracts/jobs/workbook-text.ts';
import { guardCell } from '#api/domain/jobs/intake/cells.ts';
import { practiceNote, resultCells, resultHeadings, sheetTable, type TableCell } from './table.ts';
import type { JobResult } from './types.ts';

/** Excel's limit, with the headings; a sheet with more rows makes the file unreadable. */
const excelRowsMax = 1_048_576;
const columnWidthMin = 10;
const columnWidthMax = 60;
/** Number of rows from which column widths are computed. */
const widthSampleRows = 200;

const headingStyle = { fontWeight: 'bold', backgroundColor: '#E2E8F0' } as const;

/** Returns the bytes of the XLSX file. Additional sheets with more than `sheetRowsMax` rows continue on further ones. */
export async function writeResultWorkbook(
  job: JobResult,
  { sheetRowsMax = excelRowsMax }: { sheetRowsMax?: number } = {},
): Promise<Uint8Array> {
  const rows = job.rows.map((row) => resultCells(job, row));
  const further = Object.entries(job.outputSheets).flatMap(([name, columns]) => {
    const { headings, lines } = sheetTable(job, name, columns);
    return partsOf(lines, sheetRowsMax - 1).map((part, index) =>
      tableSheet(index === 0 ? name : `${name} ${index + 1}`, headings, part),
    );
  });
  if (job.unmatchedFiles) further.push(unmatchedSheet(job.unmatchedFiles));
  const sheets = [tableSheet('Result', resultHeadings(job), rows), ...further, summarySheet(job)];
  return writeXlsxFile(sheets).toBuffer();
}

/** Divides the lines into parts of at most this many; one part if there are no lines. */
function partsOf(lines: TableCell[][], linesMax: number): TableCell[][][] {
  const parts = Math.max(1, Math.ceil(lines.length / linesMax));
  return Array.from({ length: parts }, (_, index) => lines.slice(index * linesMax, (index + 1) * linesMax));
}

function tableSheet(sheet: string, headings: string[], lines: TableCell[][]): Sheet<never> {
  const data: SheetData = [
    headings.map((heading) => textCell(heading, headingStyle)),
    ...lines.map((line) => line.map(plainCell)),
  ];
  return {
    sheet,
    data,
    columns: widths([headings, ...lines.slice(0, widthSampleRows)]),
    stickyRowsCount: 1,
  };
}

const unmatchedSheet = (names: readonly string[]): Sheet<never> =>
  tableSheet(
    'unmatched_files',
    ['file_name'],
    names.map((name) => [guardCell(name)]),
  );

type SummaryLine = [string, string | number];

function summarySheet(job: JobResult): Sheet<never> {
  const counts = new Map<string, number>();
  for (const { outcome } of job.rows) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const lines: SummaryLine[] = [
    ...(job.isPractice ? [['Note', practiceNote] satisfies SummaryLine] : []),
    ['Job', job.jobId],
    ['Service', job.serviceName],
    ['File', guardCell(job.fileName)],
    ...(job.bank === undefined ? [] : [['Bank', guardCell(job.bank)] satisfies SummaryLine]),
    ['Rows', job.rows.length],
    ...counts,
    ['Credits charged', job.creditsCharged],
    ['Credits returned', job.creditsReturned],
    ...job.missingFromCombined.map((words): SummaryLine => ['combined.pdf', guardCell(words)]),
  ];
  const data: SheetData = lines.map(([name, value]) => [
    textCell(name, { fontWeight: 'bold' }),
    { value: typeof value === 'string' ? workbookText(value) : value, align: 'left' },
  ]);
  return { sheet: 'Summary', data, columns: widths(lines) };
}

/**
 * Returns the cell without a style. Text stays text, so that a long number keeps its digits and leading zeros. Large
 * tables have millions of cells, so that an object for each would need much memory.
 */
function plainCell(value: TableCell): TableCell {
  return typeof value === 'string' ? workbookText(value) : value;
}

const textCell = (value: string, style: CellObject): CellObject => ({
  value: workbookText(value),
  type: String,
  ...style,
});

function widths(rows: readonly TableCell[][]): { width: number }[] {
  return (rows[0] ?? []).map((_, column) => {
    const longest = rows.reduce((most, row) => Math.max(most, String(row[column] ?? '').length), 0);
    return { width: Math.min(columnWidthMax, Math.max(columnWidthMin, longest + 2)) };
  });
}
