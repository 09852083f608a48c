/**
 * Creates a workbook to fill in from a service's sample: all cells are text, and a second sheet explains the columns.
 */
import Papa from 'papaparse';
import writeXlsxFile, { type CellObject, type Sheet, type SheetData } from 'write-excel-file/node';
import { english } from '#contracts/messages/render.ts';
import type { SheetInput } from '#services/contract.ts';

/** The "Text" format, which keeps leading zeros and all typed digits. */
const textFormat = '@';
/** Number of empty rows below the sample that are formatted too. */
const emptyRows = 200;
const columnWidth = 24;
const headingStyle = { fontWeight: 'bold', backgroundColor: '#E2E8F0', borderStyle: 'thin' } as const;

/** Returns the bytes of an XLSX file. The first line of `sampleCsv` holds the headings. */
export async function templateWorkbook(input: SheetInput, sampleCsv: string): Promise<Uint8Array> {
  const [headings = [], ...rows] = Papa.parse<string[]>(sampleCsv, { skipEmptyLines: 'greedy' }).data;
  return writeXlsxFile([dataSheet(headings, rows), columnsSheet(input, headings, rows[0] ?? [])]).toBuffer();
}

function dataSheet(headings: string[], rows: string[][]): Sheet<never> {
  const blank = Array.from({ length: emptyRows }, () => headings.map(() => ''));
  const data: SheetData = [
    headings.map((heading) => textCell(heading, headingStyle)),
    ...[...rows, ...blank].map((row) => row.map((cell) => textCell(cell))),
  ];
  return { sheet: 'Data', data, columns: headings.map(() => ({ width: columnWidth })), stickyRowsCount: 1 };
}

function columnsSheet({ columns }: SheetInput, headings: string[], example: string[]): Sheet<never> {
  const data: SheetData = [
    ['Column', 'Required', 'Rule', 'Example'].map((heading) => textCell(heading, headingStyle)),
    ...columns.map(({ name, required, hint }) => [
      textCell(name),
      textCell(required ? 'yes' : 'no'),
      textCell(english(hint), { wrap: true }),
      textCell(example[headings.indexOf(name)] ?? ''),
    ]),
  ];
  return {
    sheet: 'Columns',
    data,
    columns: [{ width: columnWidth }, { width: 10 }, { width: 80 }, { width: columnWidth }],
  };
}

function textCell(value: string, style: CellObject = {}): CellObject {
  return { value, type: String, format: textFormat, ...style };
}
