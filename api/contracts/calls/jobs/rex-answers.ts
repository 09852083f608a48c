/** Response schemas of the calls about REX/SOO submissions. */
import { z } from 'zod';
import { rowStatuses } from '#contracts/jobs/jobs.ts';
import { textOrNullShape, textShape } from '#contracts/messages/shapes.ts';
import { preview } from './jobs-answers.ts';
import { moment } from '../parts.ts';

/** A shipment that was submitted, or waits for it. */
export const rexSubmission = z
  .object({
    id: z.string(),
    jobId: z.uuid(),
    rex_importer_id: z.string(),
    destination_country_id: z.string(),
    bl_no: z.string(),
    invoice_no: z.string(),
    invoice_value: z.string(),
    created_at: moment,
    outcome: z.enum(rowStatuses),
    ...textShape('message'),
    portal_record_id: z.string().nullable(),
    documents: z.array(z.object({ name: z.string(), url: z.string() })),
  })
  .meta({ id: 'RexSubmission' });
export type RexSubmission = z.infer<typeof rexSubmission>;

export const rexZip = z.object({
  files: z.array(z.object({ filename: z.string(), ...textOrNullShape('problem') })),
  uploadId: z.uuid(),
  extractPath: z.string(),
  message: z.string(),
});
export type RexZip = z.infer<typeof rexZip>;

/** Cells by column, or by heading if the heading matches no column. */
const rexRow = z.record(z.string(), z.string());
export type RexRow = z.infer<typeof rexRow>;

export const rexCsv = z.object({
  rows: z.array(rexRow),
  uploadId: z.uuid(),
  preview,
  /** Numbers of the rows, from 1, that are not submitted; the preview lists the first of their problems only. */
  invalidRows: z.array(z.number().int()),
  message: z.string(),
});
export type RexCsv = z.infer<typeof rexCsv>;

export const rexMatch = z.object({
  /** Index of the row, from 0. */
  rowIndex: z.number().int(),
  rowData: rexRow,
  blDocument: z.string().nullable(),
  invoiceDocument: z.string().nullable(),
  hasAllDocuments: z.boolean(),
});
export type RexMatch = z.infer<typeof rexMatch>;
