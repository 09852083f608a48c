/** Replaces a row's documents with the files of a new conversion; the row's price does not change. */
import type { Deps } from '#api/deps.ts';
import { addEvent } from '#api/domain/jobs/job-record.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { findService } from '#services/catalogue.ts';
import type { RowResult } from '#services/runner.ts';
import { collect, hasTables } from './collect-results.ts';
import { storeDocuments } from './documents.ts';

type ReplacedRow = {
  job: { id: string; rowsTotal: number };
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
  const jobId = job.id;
  const ofRow = { jobId, kind: 'document', rowNumber };
  const before = await db.jobFile.findMany({ where: ofRow, select: { fileKey: true } });
  const stored = await storeDocuments(deps, { job, rowNumber, documents: result.documents ?? [] });
  await db.$transaction(async (tx) => {
    await tx.jobFile.deleteMany({ where: { ...ofRow, name: { notIn: stored.map(({ name }) => name) } } });
    for (const { name, ...record } of stored) {
      await tx.jobFile.upsert({
        where: { jobId_kind_name: { jobId, kind: 'document', name } },
        create: { ...ofRow, name, ...record },
        update: record,
      });
    }
    const documents = stored.map(({ name }) => ({ name }));
    await tx.jobRow.update({
      where: { jobId_rowNumber: { jobId, rowNumber } },
      data: { documents, message: result.message, ...(result.values ? { values: result.values } : {}) },
    });
    await addEvent(tx, jobId, `tables-${rowNumber}-${digest}`, 'exported', jobMessages.tablesChanged());
  });
  const kept = new Set(stored.map(({ fileKey }) => fileKey));
  for (const { fileKey } of before) if (!kept.has(fileKey)) await files.delete(fileKey);
  await collectAgain(deps, jobId);
}

/** Writes the job's result tables again, because they contain the documents and counts of its rows. */
async function collectAgain(deps: Pick<Deps, 'db' | 'files' | 'logger'>, jobId: string): Promise<void> {
  const job = await deps.db.job.findUniqueOrThrow({ where: { id: jobId } });
  const service = findService(job.serviceId);
  if (!service || !hasTables(service, job)) return;
  await collect(deps, jobId);
}
