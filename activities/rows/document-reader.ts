/**
 * Reads the documents that a row names: a file of the ZIP uploaded with the sheet, or a document of the customer's
 * earlier results.
 */
import type { Deps } from '#api/deps.ts';
import { openArchive, unpack, type Archive } from '#api/domain/jobs/intake/archive.ts';
import { earlierPdfs } from '#api/domain/jobs/job-files.ts';
import { storedKeysOf } from '#api/domain/jobs/uploads.ts';
import { baseName } from '#contracts/jobs/file-names.ts';
import { limits } from '#contracts/limits.ts';
import { findService } from '#services/catalogue.ts';
import type { NamedDocument, NamedFile } from '#services/runner.ts';

type AttachmentDeps = Pick<Deps, 'db' | 'files'>;
type Job = { userId: string; uploadId: string; isPractice: boolean };

/**
 * Example: `exp-search:1084-004599-2026`, a service and either the portal's reference of a row or the row's natural
 * key. The name of one of the row's documents may follow, as in
 * `hm-packing-list:364201-58325:PL_364201-58325_OG.pdf`.
 */
const earlierResult = /^([a-z][a-z-]*[a-z]):(.+?)(?::([^:]+\.[pP][dD][fF]))?$/;

/** Creates a reader for the documents of a job's rows. It reads the ZIP from the store once per chunk. */
export function createDocumentReader(
  deps: AttachmentDeps,
  job: Job,
): (reference: string) => Promise<NamedDocument> {
  let archive: Promise<Archive | null> | null = null;
  return async (reference) => {
    const [, serviceId, key, fileName = null] = earlierResult.exec(reference) ?? [];
    if (serviceId && key) return fromEarlierResults(deps, { ...job, serviceId, key, fileName });
    return fromArchive(await (archive ??= openDocuments(deps, job)), reference);
  };
}

async function openDocuments({ db, files }: AttachmentDeps, job: Job): Promise<Archive | null> {
  const { documentsKey } = await storedKeysOf(db, job.uploadId);
  return documentsKey ? openArchive(await files.get(documentsKey), limits.zipUnpackedBytesMax) : null;
}

/** Finds a file of the ZIP, ignoring folders and case. */
async function fromArchive(archive: Archive | null, name: string): Promise<NamedFile | null> {
  const plain = (path: string): string => baseName(path).toLowerCase();
  const entry = archive?.entries.find((candidate) => plain(candidate.name) === plain(name));
  if (!archive || !entry) return null;
  const bytes = await unpack(archive, entry);
  return bytes && { name: baseName(entry.name), bytes };
}

/** Returns the PDF only if no other one fits, because a wrong document cannot be taken back from a portal. */
async function fromEarlierResults(
  { db, files }: AttachmentDeps,
  {
    userId,
    isPractice,
    serviceId,
    key,
    fileName,
  }: Pick<Job, 'userId' | 'isPractice'> & { serviceId: string; key: string; fileName: string | null },
): Promise<NamedDocument> {
  const beginning = findService(serviceId)?.referencesBeginning?.(key) ?? null;
  const [first, ...others] = await earlierPdfs(db, {
    userId,
    isPractice,
    serviceId,
    key,
    beginning,
    fileName,
  });
  if (!first) return null;
  if (others.length > 0) return { several: [first, ...others].map(({ name }) => name) };
  return { name: first.name, bytes: await files.get(first.fileKey) };
}
