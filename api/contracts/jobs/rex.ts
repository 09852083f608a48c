/** Schemas of the calls of spec section 7 "REX page", and of the start with both files at once. */
import { z } from 'zod';
import { pageQuery } from '#contracts/envelope.ts';
import { limits } from '#contracts/limits.ts';
import { columnsField } from './column-mapping.ts';
import { seenReading } from './seen-reading.ts';

/** Fields of the multipart forms beside their files. */
export const rexZipForm = z.object({ userId: z.string().max(100).optional() });
/** Without an upload id, the CSV belongs to the customer's newest ZIP. */
export const rexCsvForm = rexZipForm.extend({ uploadId: z.uuid().optional(), columns: columnsField });
export const rexStartForm = rexZipForm.extend({
  /** The price that the customer saw, in credits; it is only compared with the actual price. */
  totalCredits: z.coerce.number().min(0).max(100_000_000),
});

const cell = z.union([z.string(), z.number(), z.null()]).transform((value) => String(value ?? ''));
const pdfFile = z.union([
  z.string(),
  z.object({ filename: z.string() }).transform(({ filename }) => filename),
]);
export const rexMatchBody = z.object({
  csvRows: z.array(z.record(z.string(), cell)).max(limits.rowsPerJobMax),
  pdfFiles: z.array(pdfFile).max(limits.zipEntriesMax),
});

/** The matches and file names in the body are ignored, because the server has the files. */
export const rexSubmitBody = z.object({
  userId: z.string().max(100).optional(),
  /** Name of the upload, as returned by the upload of the ZIP; it is never a path. */
  extractPath: z.string().max(200),
  /** The price that the customer saw, in credits; it is only compared with the actual price. */
  creditCost: z.number().min(0).max(100_000_000),
  reading: seenReading,
  csvFileName: z.string().max(limits.fileNameLengthMax).optional(),
  zipFileName: z.string().max(limits.fileNameLengthMax).optional(),
  matches: z.array(z.unknown()).max(limits.rowsPerJobMax).optional(),
});
export const rexSubmissionsQuery = pageQuery(20, limits.jobRowsPageSizeMax);
