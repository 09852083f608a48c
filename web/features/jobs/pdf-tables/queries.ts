/** Provides the calls about the tables of a converted PDF. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TablesLayout } from '#contracts/jobs/pdf-tables.ts';
import { ApiError, call } from '#web/lib/client.ts';

export type PdfRow = { jobId: string; rowNumber: number };

/** Each attempt waits for the worker as long as the server does; all of them together take one and a half minutes. */
const notReadyTriesMax = 3;
const retryDelayMs = 1_000;

const isNotReady = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'TABLES_NOT_READY';

const paramsOf = ({ jobId, rowNumber }: PdfRow) => ({ jobId, rowNumber: String(rowNumber) });

export const tablesOf = ({ jobId, rowNumber }: PdfRow) => ['pdf-tables', jobId, rowNumber];
export const tablesKey = (row: PdfRow, page: number) => [...tablesOf(row), page];

export function tablesPageQuery(row: PdfRow, page: number) {
  return queryOptions({
    queryKey: tablesKey(row, page),
    queryFn: ({ signal }) =>
      call('GET /api/jobs/:jobId/rows/:rowNumber/tables', { params: paramsOf(row), query: { page }, signal }),
    placeholderData: keepPreviousData,
    // Detected tables never change; edited ones are part of the answer to the edit.
    staleTime: Infinity,
    retry: (tries, error) => isNotReady(error) && tries < notReadyTriesMax,
    retryDelay: retryDelayMs,
  });
}

/** A layout, and the digest of the stored one that it was made from. */
export type LayoutChange = { layout: TablesLayout; base: string };

export const changeTables = (row: PdfRow, page: number, change: LayoutChange) =>
  call('PUT /api/jobs/:jobId/rows/:rowNumber/tables', { params: paramsOf(row), body: { page, ...change } });

export const exportTables = (row: PdfRow, change: LayoutChange) =>
  call('POST /api/jobs/:jobId/rows/:rowNumber/tables/export', {
    params: paramsOf(row),
    body: change,
  }).then((answer) => answer.exported);

/** Whether a change was refused because other changes were stored meanwhile. */
export const isChangedElsewhere = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'TABLES_CHANGED';

/** Changes of one PDF are sent one after the other. */
export const changesOf = ({ jobId, rowNumber }: PdfRow) => ({ id: `pdf-tables/${jobId}/${rowNumber}` });

export const keptLayoutsKey = ['table-layouts'];

export const keptLayoutsQuery = () =>
  queryOptions({
    queryKey: keptLayoutsKey,
    queryFn: ({ signal }) => call('GET /api/table-layouts', { signal }).then(({ layouts }) => layouts),
  });

export const deleteKeptLayout = (layoutId: string) =>
  call('DELETE /api/table-layouts/:layoutId', { params: { layoutId } });
