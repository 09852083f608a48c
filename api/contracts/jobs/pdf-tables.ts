/** The tables of a converted PDF as a customer checks them: what was found, what is dropped, what is drawn. */
import { z } from 'zod';
import { limits } from '#contracts/limits.ts';

/** In points from the page's upper left corner, as the page is seen upright. */
const place = z.number().min(0).max(limits.pagePointsMax);
const sizeMinPt = 5;
const box = z
  .object({ x0: place, y0: place, x1: place, y1: place })
  .refine(({ x0, y0, x1, y1 }) => x1 - x0 >= sizeMinPt && y1 - y0 >= sizeMinPt, 'The area is too small.');
const pageNumber = z.number().int().min(1).max(limits.pdfPagesMax);

/** The page and the place from the top of a table that was found. */
const foundTable = z
  .string()
  .max(12)
  .regex(/^\d+-\d+$/);

const drawnTable = z.object({
  page: pageNumber,
  box,
  /** Where one column ends and the next begins; null lets the columns be found. */
  columns: z
    .array(place)
    .max(limits.columnsDrawnMax - 1)
    .nullable(),
  /** The found table whose columns were corrected by drawing them. */
  replaces: foundTable.nullable(),
});

/** What a customer changed in the tables of one PDF. */
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
  /** Where each row begins. */
  rowTops: z.array(z.number()),
  /** Where one column ends and the next begins. */
  columns: z.array(z.number()),
  merges: z.array(z.object({ row: index, column: index, rowSpan: index, columnSpan: index })),
  rows: z.array(z.array(z.string())),
});
export type TableGrid = z.infer<typeof tableGrid>;

export const tablesPage = z.object({
  page: z.number().int(),
  pageCount: z.number().int(),
  /** In points; the picture shows exactly this. Null for a page that is damaged. */
  size: z.object({ width: z.number(), height: z.number() }).nullable(),
  pictureUrl: z.string(),
  /** What was found on this page, whether it is dropped or not. */
  found: z.array(tableGrid.extend({ name: z.string() })),
  /** What the drawn tables of this page hold, in the order of the layout; null where there is no text. */
  drawn: z.array(tableGrid.nullable()),
  layout: tablesLayout,
  /** Tables that were found in the whole PDF, by page. */
  tablesByPage: z.record(z.string(), z.number().int()),
});
export type TablesPage = z.infer<typeof tablesPage>;

/** What a new export holds. */
export const tablesExport = z.object({ tables: z.number().int(), rows: z.number().int() });
export type TablesExport = z.infer<typeof tablesExport>;
