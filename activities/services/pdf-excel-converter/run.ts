/** Converts one PDF to a workbook with one sheet per table, one CSV per table, and a JSON file with all tables. */
import { convertPdf } from '#activities/pdf/reading/pool.ts';
import type { PdfTables } from '#activities/pdf/reading/document.ts';
import { csvType, workbookType } from '#contracts/content-types.ts';
import { baseName } from '#contracts/jobs/file-names.ts';
import { sequence } from '#contracts/messages/message.ts';
import type { RowDocument, RowResult, ReadRunner } from '#services/runner.ts';
import { pdfExcelConverterMessages } from './messages.ts';

/** Returns the name of the PDF without folders and extension. */
const documentName = (fileName: string): string => baseName(fileName).replace(/\.pdf$/i, '') || 'document';

function documentsOf(name: string, { workbook, tables, json }: PdfTables): RowDocument[] {
  return [
    { name: `${name}.xlsx`, contentType: workbookType, bytes: workbook },
    ...tables.map((table) => ({
      name: `${name}_${table.name}.csv`,
      contentType: csvType,
      bytes: new TextEncoder().encode(table.csv),
    })),
    { name: `${name}.json`, contentType: 'application/json', bytes: new TextEncoder().encode(json) },
  ];
}

/** Builds the row's result from a converted PDF. */
export function convertedRow(fileName: string, converted: PdfTables): RowResult {
  const { pages, tables, warnings } = converted;
  const rows = tables.reduce((total, table) => total + table.rows.length, 0);
  const summary = pdfExcelConverterMessages.tablesFound({ tables: tables.length, rows, pages });
  return {
    outcome: 'SUCCESS',
    message: sequence(summary, ...warnings),
    values: { pages, tables: tables.length, rows },
    documents: documentsOf(documentName(fileName), converted),
  };
}

export const pdfExcelConverter: ReadRunner = {
  outputColumns: ['pages', 'tables', 'rows'],
  run: async (row, { readFile, keptLayouts, noteTables, signal }) => {
    if (!readFile) throw new Error('The PDF converter needs a file.');
    const fileName = row['file_name'] ?? 'document.pdf';
    const [kept, bytes] = await Promise.all([keptLayouts(), readFile()]);
    const converted = await convertPdf(bytes, { fileName, signal, kept });
    if (converted.kind === 'problem') return { outcome: 'INPUT_INVALID', message: converted.message };
    const { layout = null, recognisedPages = [] } = converted;
    await noteTables(layout, recognisedPages);
    return convertedRow(fileName, converted);
  },
};
