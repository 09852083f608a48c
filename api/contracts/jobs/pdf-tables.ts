/** Schemas for checking the tables of a converted PDF: the tables found, dropped and drawn. */
import { z } from 'zod';
import { limits } from '#contracts/limits.ts';

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
  /** The found table that this drawn one replaces with corrected columns. */
  replaces: foundTable.nullable(),
});

/** A customer's changes to the tables of one PDF. */
export const tablesLayout = z.object({
  dropped: z.array(foundTable).max(limits.tablesDroppedMax),
  drawn: z.array(drawnTable).max(limits.tablesDrawnMax),
});

export const pdfRowParam = z.object({
  jobId: z.uuid(),
  rowNumber: z.coerce.number().int().min(1).max(limits.rowsPerJobMax),
});
export const pdfPageParam = pdfRowParam.extend({ page: z.coerce.number().pipe(pageNumber) });
export const tablesPageQuery = z.object({ page: z.coerce.number().pipe(pageNumber).default(1) });
export const tablesChangeBody = z.object({ page: pageNumber, layout: tablesLayout });
export const tablesExportBody = z.object({ layout: tablesLayout });

export type Box = z.infer<typeof box>;
export type DrawnTable = z.infer<typeof drawnTable>;
export type TablesLayout = z.infer<typeof tablesLayout>;

export const unchangedLayout: TablesLayout = { dropped: [], drawn: [] };

const index = z.number().int().min(0);
export const tableGrid = z.object({
  box,
  /** Start of each row. */
  rowTops: z.array(z.number()),
  /** Borders between columns. */
  columns: z.array(z.number()),
  merges: z.array(z.object({ row: index, column: index, rowSpan: index, columnSpan: index })),
  rows: z.array(z.array(z.string())),
});
export type TableGrid = z.infer<typeof tableGrid>;

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
  /** Tables found in the whole PDF, by page. */
  tablesByPage: z.record(z.string(), z.number().int()),
});
export type TablesPage = z.infer<typeof tablesPage>;

/** Contents of a new export. */
export const tablesExport = z.object({ tables: z.number().int(), rows: z.number().int() });
export type TablesExport = z.infer<typeof tablesExport>;
