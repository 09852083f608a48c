/** Replaces a row's documents with the files of a new conversion; the row's price does not change. */
import type { Deps } from '#api/deps.ts';
import { replaceRowDocuments } from '#api/domain/jobs/job-files.ts';
import type { RowResult } from '#services/runner.ts';
import { collect } from '#activities/collect-results.ts';
import { storeDocuments } from './stored-documents.ts';

type ReplacedRow = {
  job: { id: string; rowsTotal: number; isPractice: boolean };
  rowNumber: number;
  result: RowResult;
  /** Digest of the request, so that the same export adds only one timeline entry. */
  digest: string;
  /** When the attempt of the export was scheduled, in milliseconds. */
  turn: number;
};

/**
 * Replaces the files; the earlier ones are deleted. Idempotent: files with the same name keep their address. Returns
 * false if a later export has replaced them meanwhile, whose files stay.
 */
export async function replaceRowFiles(
  deps: Pick<Deps, 'db' | 'files' | 'logger'>,
  { job, rowNumber, result, digest, turn }: ReplacedRow,
): Promise<boolean> {
  const { db, files } = deps;
  const documents = result.documents ?? [];
  const stored = await storeDocuments(deps, { job, rowNumber, documents, origin: { turn } });
  const row = { jobId: job.id, rowNumber, turn };
  const replaced = await replaceRowDocuments(db, row, { stored, result, digest });
  const own = new Set(stored.map(({ fileKey }) => fileKey));
  const superseded = replaced?.filter((fileKey) => !own.has(fileKey)) ?? own;
  for (const fileKey of superseded) await files.delete(fileKey);
  if (replaced === null) return false;
  // The job's result tables contain the documents and counts of its rows. The reconciler writes those of a large job.
  await collect(deps, job.id, { leavesLarge: true });
  return true;
}
