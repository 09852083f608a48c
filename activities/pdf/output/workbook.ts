/** Writes the workbook of a PDF: a sheet for each table, and a summary sheet. */
import writeXlsxFile, { type CellObject, type Sheet, type SheetData } from 'write-excel-file/node';
import { cellAddress } from '#contracts/jobs/table-names.ts';
import { workbookText } from '#contracts/jobs/workbook-text.ts';
import type { Message } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';
import { dateReader } from '#activities/pdf/words/dates.ts';
import { headerRowCount } from '#activities/pdf/unruled/header-rows.ts';
import { reasonOf } from '#activities/pdf/tables/doubts.ts';
import { pdfMessages } from '#activities/pdf/messages.ts';
import { placeName } from '#activities/pdf/tables/arithmetic.ts';
import { positionsOf, safeMerges } from '#activities/pdf/tables/merges.ts';
import { isNumberColumn, typedNumber } from '#activities/pdf/words/numbers.ts';
import { ocrConfidenceOf, type RecognisedPage } from '#activities/pdf/scans/recognised-page.ts';
import { columnCount, pageStarts, tableName, type LogicalTable } from '#activities/pdf/tables/table.ts';
import { notesFeature, type CellNote } from './notes.ts';
import { itemAt } from '#activities/pdf/words/lists.ts';

export type WorkbookContent = {
  fileName: string;
  pages: number;
  tables: LogicalTable[];
  recognised: RecognisedPage[];
  warnings: Message[];
};

type WorkbookSheet = Sheet<never>;

const columnWidthMin = 8;
const columnWidthMax = 60;
const columnWidthSpare = 2;

/** Background of cells that may be wrong. */
const doubtColour = '#FFE699';
const doubtsListedMax = 100;

const bold = { fontWeight: 'bold' } as const;

const textCell = (value: string, style: CellObject = {}): CellObject => ({
  value: workbookText(value),
  type: String,
  ...style,
});

/** Converts the texts of one column to cells. */
type ToCell = (text: string) => CellObject;

const toText: ToCell = (text) => textCell(text, { wrap: text.length > columnWidthMax });

/** Returns the conversion for a column with these texts below its heading: to dates, numbers or texts. */
function columnCells(body: readonly string[]): ToCell {
  const readDate = dateReader(body);
  if (readDate) {
    return (text) => {
      const date = readDate(text);
      return date ? { ...date, type: Date } : toText(text);
    };
  }
  if (!isNumberColumn(body)) return toText;
  return (text) => {
    const number = typedNumber(text);
    return number ? { ...number, type: Number } : toText(text);
  };
}

const columnTexts = (table: LogicalTable, column: number): string[] =>
  table.rows.map((row) => row[column] ?? '');

/** Returns the names of the cells that span several columns. */
const wideCells = ({ merges }: LogicalTable): Set<string> =>
  new Set(merges.filter(({ columnSpan }) => columnSpan > 1).map(placeName));

/** Returns a column's width. Cells that span other columns are ignored. */
function widthOf(table: LogicalTable, column: number, wide: Set<string>): number {
  const lengths = columnTexts(table, column).map((text, row) =>
    wide.has(placeName({ row, column })) ? 0 : text.length,
  );
  return Math.min(columnWidthMax, Math.max(columnWidthMin, Math.max(...lengths) + columnWidthSpare));
}

const headingCell = (text: string): CellObject =>
  textCell(text, { ...bold, wrap: true, alignVertical: 'center' });

/** Returns the names of the cells that a merged cell covers, without the merged cells themselves. */
const coveredCells = ({ merges }: LogicalTable): Set<string> =>
  new Set(merges.flatMap((merge) => positionsOf(merge).slice(1).map(placeName)));

/** Returns the cells of all rows, without merges and colours. Blank ones are null. */
function cellsOf(table: LogicalTable, columns: readonly number[], headerRows: number): SheetData {
  const totals = new Set(table.totals?.flatMap(({ row, isTotal }) => (isTotal ? [row] : [])));
  const toCells = columns.map((column) => columnCells(columnTexts(table, column).slice(headerRows)));
  const unproven = new Set(table.unproven?.map(placeName));
  return table.rows.map((row, index) =>
    row.map((text, column) => {
      if (!text) return null;
      if (unproven.has(placeName({ row: index, column }))) return toText(text);
      if (index < headerRows) return headingCell(text);
      const cell = itemAt(toCells, column)(text);
      return totals.has(index) ? { ...cell, ...bold } : cell;
    }),
  );
}

function tableSheet(table: LogicalTable): WorkbookSheet {
  const headerRows = table.headerRows ?? headerRowCount(table);
  const columns = Array.from({ length: columnCount(table) }, (_, column) => column);
  const data = cellsOf(table, columns, headerRows);
  for (const { row, column, rowSpan, columnSpan } of safeMerges(table)) {
    const cells = itemAt(data, row);
    const cell = (cells[column] ?? {}) as CellObject;
    const align = row < headerRows && columnSpan > 1 ? ({ align: 'center' } as const) : {};
    cells[column] = { alignVertical: 'top', ...cell, ...align, rowSpan, columnSpan };
  }
  const covered = coveredCells(table);
  const wide = wideCells(table);
  for (const { row, column } of table.doubts) {
    const cells = itemAt(data, row);
    // The cells that a merged one covers have no colour of their own.
    if (!covered.has(placeName({ row, column })))
      cells[column] = { ...((cells[column] ?? {}) as CellObject), backgroundColor: doubtColour };
  }
  return {
    sheet: tableName(table),
    data,
    columns: columns.map((column) => ({ width: widthOf(table, column, wide) })),
    ...(headerRows > 0 ? { stickyRowsCount: headerRows } : {}),
  };
}

/** Returns notes that name the page, on the first cell of the first row from each page. */
function pageNotes(table: LogicalTable): CellNote[] {
  const covered = coveredCells(table);
  return pageStarts(table).map(({ page, row }) => {
    const first = itemAt(table.rows, row).findIndex((_, column) => !covered.has(placeName({ row, column })));
    return { row, column: Math.max(0, first), text: english(pdfMessages.page({ page })) };
  });
}

const pagesOf = ({ firstPage, lastPage }: LogicalTable): string =>
  firstPage === lastPage ? `${firstPage}` : `${firstPage}–${lastPage}`;

const headingRow = (...titles: string[]): CellObject[] => titles.map((title) => textCell(title, bold));

const countCell = (value: number): CellObject => ({ value, type: Number, align: 'left' });

const shareCell = (value: number): CellObject => ({
  value: Math.floor(value * 100) / 100,
  type: Number,
  format: '0%',
  align: 'left',
});

/** Returns a row for each table; only tables that were read from a picture have the OCR confidence. */
function tableRows({ tables, recognised }: WorkbookContent): SheetData {
  const ocr = recognised.length > 0 ? ['OCR'] : [];
  return [
    headingRow('Sheet', 'Pages', 'Rows', 'Columns', 'Confidence', ...ocr),
    ...tables.map((table) => {
      const ocrConfidence = ocrConfidenceOf(table, recognised);
      return [
        textCell(tableName(table)),
        textCell(pagesOf(table)),
        countCell(table.rows.length),
        countCell(columnCount(table)),
        shareCell(table.confidence),
        ...(ocrConfidence === undefined ? [] : [shareCell(ocrConfidence)]),
      ];
    }),
  ];
}

function doubtRows(tables: readonly LogicalTable[]): SheetData {
  const rows = tables.flatMap((table) =>
    table.doubts.map((doubt) => [
      textCell(`${tableName(table)}!${cellAddress(doubt)}`),
      textCell(english(reasonOf(doubt))),
    ]),
  );
  return rows.length === 0
    ? []
    : [[], headingRow('Cells to check', 'Reason'), ...rows.slice(0, doubtsListedMax)];
}

function warningRows(warnings: readonly Message[]): SheetData {
  const rows = warnings.map((warning) => [textCell(english(warning))]);
  return rows.length === 0 ? [] : [[], headingRow('Warnings'), ...rows];
}

function infoSheet(content: WorkbookContent): WorkbookSheet {
  const { fileName, pages, tables, warnings } = content;
  return {
    sheet: 'Info',
    data: [
      [textCell('File', bold), textCell(fileName)],
      [textCell('Pages', bold), countCell(pages)],
      [textCell('Tables', bold), countCell(tables.length)],
      [],
      ...tableRows(content),
      ...doubtRows(tables),
      ...warningRows(warnings),
    ],
    columns: [{ width: 12 }, { width: 30 }, { width: 12 }, { width: 12 }, { width: 12 }],
  };
}

/** Returns the bytes of the XLSX file. */
export async function workbookOf(content: WorkbookContent): Promise<Uint8Array> {
  const sheets = [...content.tables.map(tableSheet), infoSheet(content)];
  return writeXlsxFile(sheets, { features: [notesFeature(content.tables.map(pageNotes))] }).toBuffer();
}
