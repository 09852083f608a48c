/** Corrections of a checked sheet before it is paid: single cells, and all cells of a column with the same text. */
import { z } from 'zod';
import { limits } from '#contracts/limits.ts';

const heading = z.string().min(1).max(limits.headingCharactersMax);
const text = z.string().max(limits.cellCharactersMax);

/** The row's cell gets the text; or, without a row, each cell of the column that reads `from`. */
export const sheetEdit = z.union([
  z.object({ heading, text, rowNumber: z.number().int().min(1).max(limits.rowsPerJobMax) }),
  z.object({ heading, text, from: text }),
]);
export type SheetEdit = z.infer<typeof sheetEdit>;

/**
 * All corrections of the sheet in their order. They replace those that were sent before; an empty list restores the
 * file.
 */
const sheetEdits = z.array(sheetEdit).max(limits.sheetEditsMax);

export const editSheetPath = z.object({ uploadId: z.uuid() });
export const editSheetBody = z.object({ serviceId: z.string().min(1).max(60), edits: sheetEdits });
