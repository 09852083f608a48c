/** The headings under which a customer's sheet has the columns of a service, as the customer chose them. */
import { z } from 'zod';
import { limits } from '#contracts/limits.ts';

/** Headings by column name. */
const columnMapping = z
  .record(z.string().min(1).max(60), z.string().trim().min(1).max(limits.headingCharactersMax))
  .refine((columns) => Object.keys(columns).length <= limits.mappedColumnsMax);
export type ColumnMapping = z.infer<typeof columnMapping>;

/** The field of a form, which holds the mapping as JSON. */
export const columnsField = z
  .string()
  .max(limits.formFieldBytesMax)
  .transform(parsedJson)
  .pipe(columnMapping)
  .optional()
  .describe('Headings that stand for columns, as JSON: {"exp_serial": "Serial No."}. They are remembered.');

/** Returns undefined for other text, which the schema of the mapping then refuses. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Details of an error about missing columns: the columns, and the headings that may stand for them. */
export const missingColumns = z.object({
  missingColumns: z.array(z.object({ name: z.string(), guess: z.string().nullable() })),
  headings: z.array(z.object({ heading: z.string(), examples: z.array(z.string()) })),
  /** The upload that can be read again; absent if none was stored. */
  uploadId: z.uuid().optional(),
});
export type MissingColumns = z.infer<typeof missingColumns>;
