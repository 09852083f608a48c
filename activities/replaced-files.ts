/** Replaces a row's documents with the files of a new conversion; the row's price does not change. */
import type { Deps } from '#api/deps.ts';
import { documentKeysOf, replaceRowDocuments } from '#api/domain/jobs/job-files.ts';
import type { RowResult } from '#services/runner.ts';
import { collect } from './collect-results.ts';
import { storeDocuments } from './documents.ts';

type ReplacedRow = {
  job: { id: string; rowsTotal: number; isPractice: boolean };
  rowNumber: number;
  result: RowResult;
  /** Digest of the request, so that the same export adds only one timeline entry. */
  digest: string;
};

/** Replaces the files. Idempotent: files with the same name keep their address, the others are deleted. */
export async function replaceRowFiles(
  deps: Pick<Deps, 'db' | 'files' | 'logger'>,
  { job, rowNumber, result, digest }: ReplacedRow,
): Promise<void> {
  const { db, files } = deps;
  const place = { jobId: job.id, rowNumber };
  const before = await documentKeysOf(db, place);
  const stored = await storeDocuments(deps, { job, rowNumber, documents: result.documents ?? [] });
  await replaceRowDocuments(db, place, { stored, result, digest });
  const kept = new Set(stored.map(({ fileKey }) => fileKey));
  for (const fileKey of before) if (!kept.has(fileKey)) await files.delete(fileKey);
  // The job's result tables contain the documents and counts of its rows.
  await collect(deps, job.id);
}
