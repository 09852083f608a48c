/** PDF to Excel Converter: turns the tables of PDFs into workbooks and CSV files. */
import type { AvailableService } from '../contract.ts';

export const pdfExcelConverterService = {
  id: 'pdf-excel-converter',
  name: 'PDF to Excel Converter',
  description:
    'Upload a PDF, or a ZIP with many PDFs. Every table in them is read, with or without lines, also when it goes on over several pages. You get one Excel workbook for each PDF, with a sheet for every table, and each table as CSV.',
  category: 'PDF Extractor',
  icon: 'file-spreadsheet',
  features: [
    'Invoices, packing lists, bank statements and price lists, with or without lines',
    'A table over several pages becomes one sheet, with its header once',
    'Numbers you can add up; codes such as 0001 stay as they are',
    'Bangla text and rotated pages',
    'A scanned, locked or empty PDF is named and costs nothing',
  ],
  defaultCostHundredths: 100,
  acceptedExtensions: ['.pdf', '.zip'],
  availability: 'available',
  input: { kind: 'pdf' },
  portal: null,
  credentials: null,
  effect: 'read',
} as const satisfies AvailableService;
