/**
 * Schemas for corrections that are applied again to a customer's next PDF of the same layout: how the layout is
 * recognised, and what is done to its tables. They contain headings and marks, but no rows.
 */
import { z } from 'zod';
import { limits } from '#contracts/limits.ts';
import { operation } from './table-corrections.ts';

const share = z.number().min(0).max(1);
const label = z.string().max(limits.keptTextCharactersMax);

/** How a table is recognised, whatever its rows contain. */
const tableFingerprint = z.object({
  /** The heading of each column, without figures. */
  headings: z.array(label).max(limits.tableColumnsMax),
  /** Places of the borders between columns, as shares of the table's width. */
  places: z.array(share).max(limits.tableColumnsMax),
});

const tableRule = z.object({
  /** The table's fingerprint, under the name with which rules are stored. */
  print: tableFingerprint,
  /**
   * The number of the table among those with this fingerprint, from 0, if they were treated differently; null for all of
   * them.
   */
  nth: z.number().int().min(0).nullable(),
  isDropped: z.boolean(),
  /** Column lines that were drawn, in points from the left edge of the page; null if they were not changed. */
  columns: z
    .array(z.number())
    .max(limits.columnsDrawnMax - 1)
    .nullable(),
  /** Whether it continues the table before it; null if the customer has not decided. */
  isContinued: z.boolean().nullable(),
  operations: z.array(operation).max(limits.tableCorrectionsMax),
  /** Rows that the customer marked as totals, or as ordinary ones, by the text that they begin with. */
  totals: z.array(z.object({ label, isTotal: z.boolean() })).max(limits.tableCorrectionsMax),
});

export const keptRules = z.object({
  /** Digests of what is printed above the first table, such as the sender's name. */
  marks: z.array(z.string().max(32)).max(limits.keptMarksMax),
  tables: z.array(tableRule).max(limits.keptTablesMax),
});

export type TableFingerprint = z.infer<typeof tableFingerprint>;
export type TableRule = z.infer<typeof tableRule>;
export type KeptRules = z.infer<typeof keptRules>;

/** A kept layout as a worker uses it. */
export type KeptLayout = { id: string; fileName: string; correctedAt: string; rules: KeptRules };

/** A kept layout as its owner sees it. */
export const shownKeptLayout = z.object({
  id: z.uuid(),
  fileName: z.string(),
  /** Headings of the tables that it corrects. */
  headings: z.array(z.string()),
  correctedAt: z.string(),
  usedAt: z.string(),
});
export type ShownKeptLayout = z.infer<typeof shownKeptLayout>;
export const keptLayoutParam = z.object({ layoutId: z.uuid() });
