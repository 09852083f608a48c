/** Schemas for what a customer corrects in the tables of a PDF: a list of operations, applied in order. */
import { z } from 'zod';
import { limits } from '#contracts/limits.ts';

const row = z.number().int().min(0).max(limits.tableRowsMax);
const column = z
  .number()
  .int()
  .min(0)
  .max(limits.tableColumnsMax - 1);
const text = z.string().max(limits.tableCellCharactersMax);
const words = z.number().int().min(1).max(20);

/** Rows and columns count from 0, in the table that the earlier operations have produced. */
export const operation = z.discriminatedUnion('kind', [
  /** Replaces a cell's text; the same text confirms it. Applied only to a cell whose text is `was`. */
  z.object({ kind: z.literal('text'), row, column, was: text, text }),
  z.object({
    kind: z.literal('merge'),
    row,
    column,
    rowSpan: z.number().int().min(1).max(limits.tableRowsMax),
    columnSpan: z.number().int().min(1).max(limits.tableColumnsMax),
  }),
  /** Undoes the merged cell that contains the place. */
  z.object({ kind: z.literal('split'), row, column }),
  /** Joins a column with the next one. */
  z.object({ kind: z.literal('joinColumns'), column }),
  /** Moves the texts after the first words, or the last words, to a new column on the right. */
  z.object({ kind: z.literal('splitColumn'), column, words, from: z.enum(['start', 'end']) }),
  /** Moves one word over the border between a column and the next one, in the rows below the heading. */
  z.object({ kind: z.literal('moveWord'), column, to: z.enum(['left', 'right']) }),
  z.object({ kind: z.literal('addColumn'), column }),
  z.object({ kind: z.literal('removeColumn'), column }),
  /** Joins a row with the next one. */
  z.object({ kind: z.literal('joinRows'), row }),
  z.object({ kind: z.literal('addRow'), row }),
  z.object({ kind: z.literal('removeRow'), row }),
  z.object({ kind: z.literal('header'), rows: z.number().int().min(0).max(limits.tableHeaderRowsMax) }),
  z.object({ kind: z.literal('total'), row, isTotal: z.boolean() }),
]);

/** Identifies a table by its first part: the name of a found table, or `d` and the number of a drawn one. */
export const tableKey = z
  .string()
  .max(12)
  .regex(/^(?:\d+-\d+|d\d+)$/);

const tableCorrection = z.object({ table: tableKey, operation });
export const tableCorrections = z
  .array(tableCorrection)
  .max(limits.tableCorrectionsMax)
  .refine(
    (list) => JSON.stringify(list).length <= limits.tableCorrectionsCharactersMax,
    'The corrections are too long.',
  );

export type TableOperation = z.infer<typeof operation>;
export type TableCorrection = z.infer<typeof tableCorrection>;
