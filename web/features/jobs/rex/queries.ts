/** Provides the calls of spec section 7, "REX page". */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Preview, StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import type { RexMatch, RexSubmission, RexZip } from '#contracts/calls/jobs/rex-answers.ts';
import { timings } from '#contracts/client-timings.ts';
import { call } from '#web/lib/client.ts';
import type { ListPage } from '#web/lib/all-pages.ts';
import type { CheckedFile } from '#web/features/jobs/start/use-start-draft.ts';

export const submissionsPageSize = 20;
export const submissionsKey = ['rex-submissions'] as const;

export function uploadZip(input: { file: File; userId: string }): Promise<RexZip> {
  const form = new FormData();
  form.set('zipFile', input.file);
  form.set('userId', input.userId);
  return call('POST /api/rex-soo/upload-zip', { form });
}

/** The result of a CSV's check, and its rows with the documents of each. */
export type MatchedCsv = { preview: Preview; matches: RexMatch[]; invalidRows: readonly number[] };

/**
 * `columns`: the headings that the customer has chosen for columns. Without a file, the CSV that the server keeps is
 * checked again.
 */
export async function uploadCsv(input: {
  file: File | null;
  zip: RexZip;
  columns?: ColumnMapping;
}): Promise<MatchedCsv> {
  const form = new FormData();
  if (input.file) form.set('csvFile', input.file);
  form.set('uploadId', input.zip.uploadId);
  if (input.columns) form.set('columns', JSON.stringify(input.columns));
  const csv = await call('POST /api/rex-soo/upload-csv', { form });
  // A file that cannot be used counts as missing.
  const pdfFiles = input.zip.files.filter(({ problem }) => problem === null);
  const body = { csvRows: csv.rows, pdfFiles };
  const { matches } = await call('POST /api/rex-soo/match-documents', { body });
  return { preview: csv.preview, matches, invalidRows: csv.invalidRows };
}

export function submitRex(
  { preview, key }: CheckedFile,
  { userId, zip, zipFileName }: { userId: string; zip: RexZip; zipFileName: string },
): Promise<StartedJob> {
  const body = {
    userId,
    csvFileName: preview.fileName,
    zipFileName,
    extractPath: zip.extractPath,
    creditCost: preview.totalCredits,
    reading: preview.reading,
  };
  return call('POST /api/rex-soo/submit', { body, key });
}

async function getSubmissions(
  userId: string,
  page: number,
  signal: AbortSignal,
): Promise<ListPage<RexSubmission>> {
  const { submissions, pagination } = await call('GET /api/rex-soo/submissions/:userId', {
    params: { userId },
    query: { page, limit: submissionsPageSize },
    signal,
  });
  return { records: submissions, totalCount: pagination.totalCount };
}

export function submissionsQuery(userId: string, page: number) {
  return queryOptions({
    queryKey: [...submissionsKey, userId, page],
    queryFn: ({ signal }) => getSubmissions(userId, page, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.records.some(({ outcome }) => outcome === 'PENDING' || outcome === 'CONFIRMING')
        ? timings.jobPollMs
        : false,
  });
}
