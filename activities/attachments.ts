/**
 * Reads the documents that a row names: a file of the ZIP uploaded with the sheet, or a document of the customer's
 * earlier results.
 */
import type { Deps } from '#api/deps.ts';
import { openArchive, unpack, type Archive } from '#api/domain/jobs/intake/archive.ts';
import { limits } from '#contracts/limits.ts';
import type { NamedFile } from '#services/runner.ts';

type AttachmentDeps = Pick<Deps, 'db' | 'files'>;
type Job = { userId: string; uploadId: string };

/**
 * Example: `exp-search:1084-004599-2026`, a service and either the portal's reference of a row or the row's natural
 * key.
 */
const earlierResult = /^([a-z][a-z-]*[a-z]):(.+)$/;
/** Number of earlier results examined for one reference. The newest match is used. */
const CANDIDATES_MAX = 20;

/** Creates a reader for the documents of a job's rows. It reads the ZIP from the store once per chunk. */
export function createDocumentReader(
  deps: AttachmentDeps,
  job: Job,
): (reference: string) => Promise<NamedFile | null> {
  let archive: Promise<Archive | null> | null = null;
  return async (reference) => {
    const [, serviceId, key] = earlierResult.exec(reference) ?? [];
    if (serviceId && key) return fromEarlierResults(deps, job, serviceId, key);
    return fromArchive(await (archive ??= openDocuments(deps, job)), reference);
  };
}

async function openDocuments({ db, files }: AttachmentDeps, job: Job): Promise<Archive | null> {
  const { documentsKey } = await db.upload.findUniqueOrThrow({ where: { id: job.uploadId } });
  return documentsKey ? openArchive(await files.get(documentsKey), limits.zipUnpackedBytesMax) : null;
}

/** Finds a file of the ZIP, ignoring folders and case. */
async function fromArchive(archive: Archive | null, name: string): Promise<NamedFile | null> {
  const plain = (path: string): string => path.replace(/^.*[/\\]/, '').toLowerCase();
  const entry = archive?.entries.find((candidate) => plain(candidate.name) === plain(name));
  if (!archive || !entry) return null;
  const bytes = await unpack(archive, entry);
  return bytes && { name: entry.name.replace(/^.*[/\\]/, ''), bytes };
}

/** Returns the first PDF of the newest matching row. Results are kept for 7 days. */
async function fromEarlierResults(
  { db, files }: AttachmentDeps,
  job: Job,
  serviceId: string,
  key: string,
): Promise<NamedFile | null> {
  const rows = await db.jobRow.findMany({
    where: {
      job: { userId: job.userId, serviceId, filesDeletedAt: null },
      outcome: { in: ['SUCCESS', 'ALREADY_DONE'] },
      OR: [{ portalReference: key }, { naturalKey: key }],
    },
    orderBy: { processedAt: 'desc' },
    take: CANDIDATES_MAX,
    select: { jobId: true, rowNumber: true },
  });
  for (const { jobId, rowNumber } of rows) {
    const file = await db.jobFile.findFirst({
      where: { jobId, rowNumber, kind: 'document', contentType: 'application/pdf' },
      orderBy: { name: 'asc' },
    });
    if (file) return { name: file.name, bytes: await files.get(file.fileKey) };
  }
  return null;
}
