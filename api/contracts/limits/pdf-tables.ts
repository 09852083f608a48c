/** Limits of PDFs, and of the changes that customers make to their tables. */
import { MIB } from '#contracts/byte-sizes.ts';
import { DAY_MS } from '#contracts/durations.ts';

export const limitsOfPdfTables = {
  /** Maximum total size of a job's documents that are combined in one PDF; the rest remain single files. */
  combinedPdfBytesMax: 200 * MIB,
  pdfPagesMax: 500,
  /** Maximum number of scanned pages per PDF for OCR; further pages are not read, and are reported. */
  ocrPagesMax: 50,
  /** PDF readers truncate passwords at this many bytes. */
  pdfPasswordLengthMax: 127,
  /** Limits of a customer's changes to the tables of one PDF. */
  tablesDrawnMax: 50,
  tablesDroppedMax: 2_000,
  /** Limits of a customer's corrections of the tables of one PDF; rows beyond `tableRowsShownMax` are not shown. */
  tableCorrectionsMax: 500,
  tableCorrectionsCharactersMax: 100_000,
  tableCellCharactersMax: 2_000,
  tableRowsMax: 100_000,
  tableRowsShownMax: 2_000,
  tableColumnsMax: 200,
  tableHeaderRowsMax: 20,
  tableDoubtsShownMax: 300,
  /** PDF layouts whose corrections a customer keeps; the one unused for the longest time makes room. */
  keptLayoutsMax: 100,
  keptTablesMax: 100,
  keptMarksMax: 40,
  keptTextCharactersMax: 120,
  /** A kept layout is deleted when no PDF has used it for this long. */
  keptLayoutRetentionMs: 365 * DAY_MS,
  columnsDrawnMax: 60,
  rowsDrawnMax: 500,
  tablePicturePixelsMax: 2_200_000,
  /** Pages of a PDF may exceed the standard's limit of 14,400 pt. */
  pagePointsMax: 100_000,
} as const;
