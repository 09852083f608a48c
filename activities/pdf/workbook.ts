/** One workbook for one PDF: a sheet for each table, and a sheet that says what was found. */
import writeXlsxFile, { type CellObject, type Sheet, type SheetData } from 'write-excel-file/node';
import { safeMerges } from './merges.ts';
import { isNumberColumn, typedNumber } from './numbers.ts';
import { columnCount, type LogicalTable } from './table.ts';

export type WorkbookContent = { fileName: string; pages: number; tables: LogicalTable[]; warnings: string[] };

type WorkbookSheet = Sheet<never>;

/** Excel's own limit; a longer text makes the file unreadable. */
const cellCharactersMax = 32_767;
const columnWidthMin = 8;
const columnWidthMax = 60;

export const tableName = (table: LogicalTable): string => `p${table.firstPage}_t${table.numberOnPage}`;

const textCell = (value: string, style: CellObject = {}): CellObject => ({
  value: value.slice(0, cellCharactersMax),
  type: String,
  ...style,
});

function valueCell(text: string, isNumeric: boolean): CellObject | null {
  if (!text) return null;
  const number = isNumeric ? typedNumber(text) : undefined;
  return number ? { ...number, type: Number } : textCell(text, { wrap: text.length > columnWidthMax });
}

const columnTexts = (table: LogicalTable, column: number): string[] =>
  table.rows.map((row) => row[column] ?? '');

function widthOf(texts: readonly string[]): number {
  const longest = Math.max(...texts.map((text) => text.length));
  return Math.min(columnWidthMax, Math.max(columnWidthMin, longest + 2));
}

function tableSheet(table: LogicalTable): WorkbookSheet {
  const columns = Array.from({ length: columnCount(table) }, (_, column) => columnTexts(table, column));
  const areNumeric = columns.map(isNumberColumn);
  const data: SheetData = table.rows.map((row) =>
    row.map((text, column) => valueCell(text, areNumeric[column]!)),
  );
  for (const { row, column, rowSpan, columnSpan } of safeMerges(table)) {
    const cell = (data[row]![column] ?? {}) as CellObject;
    data[row]![column] = { ...cell, rowSpan, columnSpan, alignVertical: 'top' };
  }
  return { sheet: tableName(table), data, columns: columns.map((texts) => ({ width: widthOf(texts) })) };
}

const pagesOf = ({ firstPage, lastPage }: LogicalTable): string =>
  firstPage === lastPage ? `${firstPage}` : `${firstPage}–${lastPage}`;

function infoSheet({ fileName, pages, tables, warnings }: WorkbookContent): WorkbookSheet {
  const bold = { fontWeight: 'bold' } as const;
  const heading = (...titles: string[]): CellObject[] => titles.map((title) => textCell(title, bold));
  const count = (value: number): CellObject => ({ value, type: Number, align: 'left' });
  const data: SheetData = [
    [textCell('File', bold), textCell(fileName)],
    [textCell('Pages', bold), count(pages)],
    [textCell('Tables', bold), count(tables.length)],
    [],
    heading('Sheet', 'Pages', 'Rows', 'Columns'),
    ...tables.map((table) => [
      textCell(tableName(table)),
      textCell(pagesOf(table)),
      count(table.rows.length),
      count(columnCount(table)),
    ]),
  ];
  if (warnings.length > 0)
    data.push([], heading('Warnings'), ...warnings.map((warning) => [textCell(warning)]));
  return { sheet: 'Info', data, columns: [{ width: 12 }, { width: 30 }, { width: 12 }, { width: 12 }] };
}

export async function workbookOf(content: WorkbookContent): Promise<Uint8Array> {
  const sheets = [...content.tables.map(tableSheet), infoSheet(content)];
  return writeXlsxFile(sheets).toBuffer();
}
