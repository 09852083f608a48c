/**
 * Actions of a customer who checks the tables of a converted PDF: view, change, export again. None of them costs
 * credits.
 */
import { z } from 'zod';
import { withinMs } from '#api/adapters/within-ms.ts';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import { succeededOutcomes, type RowOutcome } from '#contracts/jobs/jobs.ts';
import {
  checkedTable,
  tableGrid,
  tablesLayout,
  unchangedLayout,
  type CheckedTable,
  type DrawnTable,
  type TableGrid,
  type TablesExport,
  type TablesLayout,
  type TablesPage,
} from '#contracts/jobs/pdf-tables.ts';
import { foundTableName } from '#contracts/jobs/table-names.ts';
import { findService } from '#services/catalogue.ts';
import type { PdfTablesEnd, PdfTablesTask } from '#workflows/table-messages.ts';
import type { Customer } from '#api/domain/accounts/customers.ts';
import type { StartedTables } from '#api/domain/workflows-port.ts';
import { ownJob } from './own-jobs.ts';
import { isKept } from './uploads.ts';
import { digestOf, digestOfArea, tableFilesOf } from './pdf-table-files.ts';

type TableDeps = Pick<Deps, 'db' | 'files' | 'workflows' | 'clock'>;
type RowOfJob = { jobId: string; rowNumber: number };

/** Maximum time a request waits for a worker; the work itself continues. */
const ANSWER_WAIT_MS = 25_000;
/** An export may have to wait for others of the same job. */
const EXPORT_TURNS_MAX = 4;

/** The layout may be changed by another request while its tables are made. */
const CHECK_TURNS_MAX = 3;

/** A row's tables, after checking that they belong to the customer and that the PDF still exists. */
export type OpenTables = RowOfJob & { userId: string; keys: ReturnType<typeof tableFilesOf> };

/**
 * Checks that the tables of a row can be reviewed.
 *
 * @throws DomainError NOT_FOUND, FILE_EXPIRED or UPLOAD_EXPIRED if a file was deleted, TABLES_CLOSED unless the job
 * has ended and the row succeeded
 */
export async function openTables(deps: TableDeps, customer: Customer, of: RowOfJob): Promise<OpenTables> {
  const { jobId, rowNumber } = of;
  const job = await ownJob(deps, customer, jobId);
  if (findService(job.serviceId)?.input.kind !== 'pdf') throw new DomainError('NOT_FOUND');
  const row = await deps.db.jobRow.findUnique({
    where: { jobId_rowNumber: { jobId, rowNumber } },
    include: { job: { include: { upload: true } } },
  });
  if (job.filesDeletedAt || (job.expiresAt && job.expiresAt <= deps.clock()))
    throw new DomainError('FILE_EXPIRED');
  if (!row) throw new DomainError('NOT_FOUND');
  if (!isKept(row.job.upload)) throw new DomainError('UPLOAD_EXPIRED');
  if (!job.finishedAt || !succeededOutcomes.has(row.outcome as RowOutcome))
    throw new DomainError('TABLES_CLOSED');
  return { jobId, rowNumber, userId: customer.id, keys: tableFilesOf(jobId, rowNumber) };
}

const overviewFile = z.object({
  pageCount: z.number(),
  pages: z.array(z.object({ number: z.number(), tables: z.number() })),
});
const gutters = z.array(z.object({ from: z.number(), to: z.number() }));
const tableFile = tableGrid.omit({ columns: true }).extend({ gutters });
const checkedFile = z.object({
  digest: z.string(),
  tables: z.array(
    checkedTable
      .omit({ parts: true, startRow: true })
      .extend({ places: z.array(z.object({ key: z.string(), page: z.number(), startRow: z.number() })) }),
  ),
});
const pageFile = z.object({ width: z.number(), height: z.number(), tables: z.array(tableFile) });

/** Returns the grid with each column border as one line, in the middle of the range where it may lie. */
function gridOf({ gutters, ...table }: z.infer<typeof tableFile>): TableGrid {
  return { ...table, columns: gutters.map(({ from, to }) => (from + to) / 2) };
}

/**
 * Returns the tables found and drawn on a page, counted from 1. `size` is null for a page that was not read. The first
 * view has a worker read the PDF, and throws TABLES_NOT_READY if that takes too long. Throws NOT_FOUND beyond the last
 * page.
 */
export async function viewPage(deps: TableDeps, tables: OpenTables, page: number): Promise<TablesPage> {
  const { jobId, rowNumber, keys } = tables;
  await requireRead(deps, tables);
  const { pageCount, pages } = await readFile(deps, keys.overview, overviewFile);
  if (page > pageCount) throw new DomainError('NOT_FOUND');
  const isRead = pages.some(({ number }) => number === page);
  const seen = isRead ? await readFile(deps, keys.page(page), pageFile) : null;
  const layout = await layoutOf(deps, tables);
  const drawn: (TableGrid | null)[] = [];
  for (const area of isRead ? layout.drawn.filter((one) => one.page === page) : [])
    drawn.push(await drawnGrid(deps, tables, area));
  return {
    page,
    pageCount,
    size: seen && { width: seen.width, height: seen.height },
    pictureUrl: `/api/jobs/${jobId}/rows/${rowNumber}/tables/pages/${page}`,
    found: (seen?.tables ?? []).map((table, index) => ({
      name: foundTableName(page, index),
      ...gridOf(table),
    })),
    drawn,
    layout,
    layoutDigest: digestOf(layout),
    tables: await tablesOn(deps, tables, { page, layout, found: pages }),
    tablesByPage: Object.fromEntries(pages.map(({ number, tables: count }) => [number, count])),
  };
}

type Found = z.infer<typeof overviewFile>['pages'];

/** Returns the exported tables that have a part on the page. */
async function tablesOn(
  deps: TableDeps,
  tables: OpenTables,
  { page, layout, found }: { page: number; layout: TablesLayout; found: Found },
): Promise<CheckedTable[]> {
  const count = found.reduce((total, one) => total + one.tables, 0) + layout.drawn.length;
  const all = count === 0 ? [] : await checkedBy(deps, tables, digestOf(layout));
  return all
    .filter(({ places }) => places.some((part) => part.page === page))
    .map(({ places, ...table }) => ({
      ...table,
      parts: places.map(({ key }) => key),
      startRow: places.find((part) => part.page === page)?.startRow ?? 0,
    }));
}

/** Returns the tables that a layout makes. A worker makes them once; a layout that is changed meanwhile is made again. */
async function checkedBy(deps: TableDeps, tables: OpenTables, digest: string) {
  const { checked } = tables.keys;
  for (let turn = 0; turn <= CHECK_TURNS_MAX; turn += 1) {
    if (await deps.files.has(checked)) {
      const stored = await readFile(deps, checked, checkedFile);
      if (stored.digest === digest) return stored.tables;
    }
    if (turn < CHECK_TURNS_MAX) await look(deps, tables, { kind: 'tables', digest });
  }
  throw new DomainError('TABLES_NOT_READY');
}

async function drawnGrid(
  deps: TableDeps,
  tables: OpenTables,
  { page, box, columns, rowLines }: DrawnTable,
): Promise<TableGrid | null> {
  const area = { page, box, columns, rowLines };
  const key = tables.keys.area(area);
  if (!(await deps.files.has(key))) await look(deps, tables, { kind: 'area', area });
  const table = await readFile(deps, key, tableFile.nullable());
  return table && gridOf(table);
}

/** Returns the customer's changes so far, including those made before a reload. */
async function layoutOf(deps: TableDeps, { keys }: OpenTables): Promise<TablesLayout> {
  return (await deps.files.has(keys.layout)) ? readFile(deps, keys.layout, tablesLayout) : unchangedLayout;
}

/** A layout, and the digest of the stored one that it was made from. */
type Change = { layout: TablesLayout; base: string };

/** Stores the customer's changes and returns the page with them. Throws TABLES_CHANGED as `saveLayout` does. */
export async function changeTables(
  deps: TableDeps,
  tables: OpenTables,
  { page, ...change }: Change & { page: number },
): Promise<TablesPage> {
  await saveLayout(deps, tables, change);
  return viewPage(deps, tables, page);
}

/**
 * Stores the layout. The lock on the row keeps two changes with the same base from both succeeding.
 *
 * @throws DomainError TABLES_CHANGED, with the stored layout, if it is neither the base nor equal to the new one
 */
async function saveLayout(deps: TableDeps, tables: OpenTables, { layout, base }: Change): Promise<void> {
  const { jobId, rowNumber, keys } = tables;
  await deps.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM job_rows WHERE job_id = ${jobId}::uuid AND row_number = ${rowNumber} FOR UPDATE`;
    const stored = await layoutOf(deps, tables);
    const layoutDigest = digestOf(stored);
    if (layoutDigest === digestOf(layout)) return;
    if (layoutDigest !== base)
      throw new DomainError('TABLES_CHANGED', { details: { layout: stored, layoutDigest } });
    await deps.files.put(keys.layout, Buffer.from(JSON.stringify(layout)), 'application/json');
  });
}

/** Returns a page's picture as PNG, which is rendered on first use. */
export async function pagePicture(deps: TableDeps, tables: OpenTables, page: number): Promise<Uint8Array> {
  const key = tables.keys.picture(page);
  if (!(await deps.files.has(key))) await look(deps, tables, { kind: 'picture', page });
  return deps.files.get(key);
}

/**
 * Replaces the row's files with newly exported ones. Throws TABLES_CHANGED as `saveLayout` does. The ledger is not
 * involved, because the row is already paid.
 */
export async function exportTables(
  deps: TableDeps,
  tables: OpenTables,
  change: Change,
): Promise<TablesExport> {
  await saveLayout(deps, tables, change);
  await requireRead(deps, tables);
  const { layout } = change;
  const digest = digestOf([tables.rowNumber, layout]);
  for (let turn = 1; turn <= EXPORT_TURNS_MAX; turn += 1) {
    const ended = await endOf(
      deps.workflows.tables.export({ ...rowOf(tables), task: { kind: 'export', layout, digest } }),
    );
    // A different digest means that the answer is about a concurrent export that started first.
    if ('digest' in ended && ended.digest !== digest) continue;
    if (ended.end === 'exported') return ended.exported;
    throw refusal(ended);
  }
  throw new DomainError('TABLES_NOT_READY');
}

/** Has a worker read the PDF unless one has. Whatever is asked about its pages waits for the same reading. */
async function requireRead(deps: TableDeps, tables: OpenTables): Promise<void> {
  if (!(await deps.files.has(tables.keys.overview))) await look(deps, tables, { kind: 'pages' });
}

async function look(
  deps: TableDeps,
  tables: OpenTables,
  task: Exclude<PdfTablesTask, { kind: 'export' }>,
): Promise<void> {
  if (task.kind !== 'pages') await requireRead(deps, tables);
  const ended = await endOf(deps.workflows.tables.look({ ...rowOf(tables), task }, nameOf(task)));
  if (ended.end !== 'done') throw refusal(ended);
}

function nameOf(task: Exclude<PdfTablesTask, { kind: 'export' }>): string {
  if (task.kind === 'tables') return `tables-${task.digest}`;
  if (task.kind === 'picture') return `picture-${task.page}`;
  return task.kind === 'area' ? `area-${digestOfArea(task.area)}` : 'pages';
}

function refusal(ended: PdfTablesEnd): DomainError {
  return new DomainError(ended.end === 'refused' ? ended.code : 'INTERNAL');
}

const rowOf = ({ userId, jobId, rowNumber }: OpenTables) => ({ userId, jobId, rowNumber });

/** Waits for the end of a task. Throws UNAVAILABLE if it cannot be reached, TABLES_NOT_READY if it takes too long. */
async function endOf(started: Promise<StartedTables>): Promise<PdfTablesEnd> {
  try {
    const { end } = await started;
    return await withinMs(ANSWER_WAIT_MS, end(), () => {
      throw new DomainError('TABLES_NOT_READY');
    });
  } catch (cause) {
    if (cause instanceof DomainError) throw cause;
    throw new DomainError('UNAVAILABLE', { cause });
  }
}

async function readFile<Schema extends z.ZodType>(
  { files }: TableDeps,
  key: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  return schema.parse(JSON.parse(Buffer.from(await files.get(key)).toString()));
}
