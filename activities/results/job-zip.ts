/** The files of a job's ZIP, and to which rows they belong: the others are listed, so that nobody takes them for filed (portals.md 6.13). */
import { stat } from 'node:fs/promises';
import type { Deps } from '#api/deps.ts';
import { withArchive } from '#api/domain/jobs/intake/archive.ts';
import { headerOf } from '#api/domain/jobs/intake/headings.ts';
import type { EndedRow } from '#api/domain/jobs/row-records.ts';
import { storedKeysOf } from '#api/domain/jobs/uploads.ts';
import type { ResultJob } from '#api/domain/jobs/worked-jobs.ts';
import { baseName } from '#contracts/jobs/file-names.ts';
import { limits } from '#contracts/limits.ts';
import type { RowData, ServiceDefinition, SheetInput } from '#services/contract.ts';

type Row = Pick<EndedRow, 'data' | 'source'>;
export type JobZip = { files: string[]; filesOf: (row: Row) => readonly string[] };

/** Returns null for a service whose sheets need no ZIP, and if the job's ZIP has been deleted. */
export async function openJobZip(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  job: Pick<ResultJob, 'uploadId' | 'headers' | 'columns'>,
  { input }: ServiceDefinition,
): Promise<JobZip | null> {
  if (input.kind !== 'sheet' || input.documents !== 'required') return null;
  const { documentsKey } = await storedKeysOf(db, job.uploadId);
  if (documentsKey === null || !(await files.has(documentsKey))) return null;
  return {
    files: await namesIn(files, documentsKey),
    filesOf: ({ data, source }) => input.documentNames?.(data ?? validCells(input, job, source)) ?? [],
  };
}

/** Reads the names from the disk: the ZIPs of jobs that end at the same moment may not fit into memory together. */
const namesIn = (files: Deps['files'], documentsKey: string): Promise<string[]> =>
  files.incoming.withFolder(async (folder) => {
    const path = await files.local(documentsKey, folder);
    const { size: sizeBytes } = await stat(path);
    return withArchive({ path, sizeBytes }, limits.zipUnpackedBytesMax, async ({ entries }) =>
      entries.map(({ name }) => baseName(name)),
    );
  });

/** Returns the valid cells of a row that is not valid as a whole: its files still belong to it. */
function validCells(
  { columns }: SheetInput,
  job: Pick<ResultJob, 'headers' | 'columns'>,
  source: Record<string, string>,
): RowData {
  const cells = columns.flatMap((column) => {
    const header = headerOf(column, job.headers, job.columns);
    const read = column.schema.safeParse(header === null ? '' : (source[header] ?? ''));
    return read.success ? [[column.name, read.data]] : [];
  });
  return Object.fromEntries(cells) as RowData;
}
