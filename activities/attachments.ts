/**
 * Reads the documents that a row names: a file of the ZIP uploaded with the sheet, or a document of the customer's
 * earlier results.
 */
import type { Deps } from '#api/deps.ts';
import { openArchive, unpack, type Archive } from '#api/domain/jobs/intake/archive.ts';
import { earlierPdf } from '#api/domain/jobs/job-files.ts';
import { storedKeysOf } from '#api/domain/jobs/uploads.ts';
import { limits } from '#contracts/limits.ts';
import type { NamedFile } from '#services/runner.ts';

type AttachmentDeps = Pick<Deps, 'db' | 'files'>;
type Job = { userId: string; uploadId: string; isPractice: boolean };

/**
 * Example: `exp-search:1084-004599-2026`, a service and either the portal's reference of a row or the row's natural
 * key.
 */
const earlierResult = /^([a-z][a-z-]*[a-z]):(.+)$/;

/** Creates a reader for the documents of a job's rows. It reads the ZIP from the store once per chunk. */
export function createDocumentReader(
  deps: AttachmentDeps,
  job: Job,
): (reference: string) => Promise<NamedFile | null> {
  let archive: Promise<Archive | null> | null = null;
  return async (reference) => {
    const [, serviceId, key] = earlierResult.exec(reference) ?? [];
    if (serviceId && key) return fromEarlierResults(deps, { ...job, serviceId, key });
    return fromArchive(await (archive ??= openDocuments(deps, job)), reference);
  };
}

async function openDocuments({ db, files }: AttachmentDeps, job: Job): Promise<Archive | null> {
  const { documentsKey } = await storedKeysOf(db, job.uploadId);
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

/** Returns the first PDF of the newest matching row. */
async function fromEarlierResults(
  { db, files }: AttachmentDeps,
  {
    userId,
    isPractice,
    serviceId,
    key,
  }: Pick<Job, 'userId' | 'isPractice'> & { serviceId: string; key: string },
): Promise<NamedFile | null> {
  const file = await earlierPdf(db, { userId, isPractice, serviceId, key });
  return file && { name: file.name, bytes: await files.get(file.fileKey) };
}
