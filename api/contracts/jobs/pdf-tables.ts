/** Schemas for checking the tables of a converted PDF: the tables found, dropped and drawn. */
import { z } from 'zod';
import { limits } from '#contracts/limits.ts';
import { tableCorrections, tableKey } from './table-corrections.ts';

/** Distance in points from the upper left corner of the upright page. */
const place = z.number().min(0).max(limits.pagePointsMax);
const sizeMinPt = 5;
const box = z
  .object({ x0: place, y0: place, x1: place, y1: place })
  .refine(({ x0, y0, x1, y1 }) => x1 - x0 >= sizeMinPt && y1 - y0 >= sizeMinPt, 'The area is too small.');
const pageNumber = z.number().int().min(1).max(limits.pdfPagesMax);

/** Name of a found table: its page and its position from the top. */
const foundTable = z
  .string()
  .max(12)
  .regex(/^\d+-\d+$/);

const drawnTable = z.object({
  page: pageNumber,
  box,
  /** Borders between columns; null to detect them. */
  columns: z
    .array(place)
    .max(limits.columnsDrawnMax - 1)
    .nullable(),
  /** Borders between rows; null to detect them. */
  rowLines: z
    .array(place)
    .max(limits.rowsDrawnMax - 1)
    .nullable()
    .default(null),
  /** The found table that this drawn one replaces with corrected lines. */
  replaces: foundTable.nullable(),
  /** Distinguishes the drawn tables of one PDF; absent in layouts that were stored before corrections existed. */
  id: z
    .number()
    .int()
    .min(1)
    .max(limits.tablesDrawnMax * 100)
    .optional(),
});

/** The customer's decision whether a table continues the one before it. */
const tableJoin = z.object({ part: tableKey, isContinued: z.boolean() });

/** The kept corrections of an earlier PDF that were applied to this one. */
const keptUse = z.object({
  id: z.uuid(),
  /** When the customer made them. */
  correctedAt: z.iso.datetime(),
  /** The file they were made in. */
  fileName: z.string().max(255),
});

/** A customer's changes to the tables of one PDF. */
export const tablesLayout = z.object({
  dropped: z.array(foundTable).max(limits.tablesDroppedMax),
  drawn: z.array(drawnTable).max(limits.tablesDrawnMax),
  joins: z.array(tableJoin).max(limits.tablesDroppedMax).default([]),
  /** Corrections of the tables that remain, in the order in which they were made. */
  corrections: tableCorrections.default([]),
  /** Null if nothing was applied, or if the customer undid it for this PDF. */
  kept: keptUse.nullable().default(null),
  /** Whether the corrections, once exported, also apply to the next PDF of the same layout. */
  isRemembered: z.boolean().default(true),
});

export const pdfRowParam = z.object({
  jobId: z.uuid(),
  rowNumber: z.coerce.number().int().min(1).max(limits.rowsPerJobMax),
});
export const pdfPageParam = pdfRowParam.extend({ page: z.coerce.number().pipe(pageNumber) });
export const tablesPageQuery = z.object({ page: z.coerce.number().pipe(pageNumber).default(1) });
/** Digest of the stored layout that a change starts from; it is refused if another one is stored by now. */
const layoutDigest = z.string().regex(/^[\da-f]{32}$/);
export const tablesChangeBody = z.object({ page: pageNumber, layout: tablesLayout, base: layoutDigest });
export const tablesExportBody = z.object({ layout: tablesLayout, base: layoutDigest });

export type Box = z.infer<typeof box>;
export type DrawnTable = z.infer<typeof drawnTable>;
/**
 * The area that is read for a drawn table. Areas that were stored before row lines could be moved have no row lines.
 */
export type DrawnArea = Pick<DrawnTable, 'page' | 'box' | 'columns'> & Partial<Pick<DrawnTable, 'rowLines'>>;
export type TablesLayout = z.infer<typeof tablesLayout>;
/** A layout as the client sends it: absent fields stay unchanged. */
export type TablesChange = z.input<typeof tablesLayout>;

export const unchangedLayout: TablesLayout = {
  dropped: [],
  drawn: [],
  joins: [],
  corrections: [],
  kept: null,
  isRemembered: true,
};

/** Returns the key of a drawn table: the name of the table that it replaces, or a number of its own. */
export const drawnKey = ({ replaces, id }: Pick<DrawnTable, 'replaces' | 'id'>, index: number): string =>
  replaces ?? `d${id ?? index + 1}`;

const index = z.number().int().min(0);
const merge = z.object({ row: index, column: index, rowSpan: index, columnSpan: index });
export const tableGrid = z.object({
  box,
  /** Start of each row. */
  rowTops: z.array(z.number()),
  /** Borders between columns. */
  columns: z.array(z.number()),
  merges: z.array(merge),
  rows: z.array(z.array(z.string())),
});
export type TableGrid = z.infer<typeof tableGrid>;

const doubtReasons = ['heading', 'kind', 'several', 'sum', 'product', 'balance', 'misread'] as const;
export type DoubtReason = (typeof doubtReasons)[number];
/** A cell that may be wrong, by its place in the corrected table. */
const tableDoubt = z.object({ row: index, column: index, reason: z.enum(doubtReasons) });

/** A table as it is exported, which may continue over several pages. */
export const checkedTable = z.object({
  key: tableKey,
  /** The sheet in the workbook. */
  name: z.string(),
  /** Keys of its parts on pages, in order. */
  parts: z.array(tableKey),
  firstPage: z.number().int(),
  lastPage: z.number().int(),
  /** The first row of this page, counted before corrections. */
  startRow: index,
  /** Number of all rows before corrections; `before` contains only the first ones. */
  rowCount: index,
  /** The table before its corrections. */
  before: z.object({
    rows: z.array(z.array(z.string())),
    merges: z.array(merge),
    headerRows: index,
  }),
  /** Rows of the corrected table that are totals. */
  totals: z.array(index),
  confidence: z.number(),
  /** Confidence of text recognition; null for a table with digital text. */
  ocrConfidence: z.number().nullable(),
  doubts: z.array(tableDoubt),
});
export type CheckedTable = z.infer<typeof checkedTable>;

export const tablesPage = z.object({
  page: z.number().int(),
  pageCount: z.number().int(),
  /** Size in points, which is exactly the area that the picture shows. Null for a damaged page. */
  size: z.object({ width: z.number(), height: z.number() }).nullable(),
  pictureUrl: z.string(),
  /** Tables found on this page, including dropped ones. */
  found: z.array(tableGrid.extend({ name: z.string() })),
  /** Contents of the drawn tables of this page, in the order of the layout; null for a table without text. */
  drawn: z.array(tableGrid.nullable()),
  layout: tablesLayout,
  /** A change of the layout names it as its base. */
  layoutDigest,
  /** The exported tables that have a part on this page, after the layout was applied. */
  tables: z.array(checkedTable),
  /** Tables found in the whole PDF, by page. */
  tablesByPage: z.record(z.string(), z.number().int()),
});
export type TablesPage = z.infer<typeof tablesPage>;

/** Contents of a new export. */
export const tablesExport = z.object({ tables: z.number().int(), rows: z.number().int() });
export type TablesExport = z.infer<typeof tablesExport>;
