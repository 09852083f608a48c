/** Locked PDFs of an upload: opened with the customer's password, so that what is kept has no lock. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import type { PdfLocks } from '#api/adapters/pdf-locks.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { openArchive, unpack, type Archive, type ArchiveEntry } from './archive.ts';
import type { UploadedFile } from './types.ts';

/** Null where nobody gave one. */
type Password = string | null;

/**
 * The same file with every PDF unlocked that the password opens. A single PDF that stays locked is refused; in a ZIP file
 * it becomes a row with a problem, since the others can be worked without it.
 */
export async function withoutLocks(
  locks: PdfLocks,
  file: UploadedFile,
  password: Password,
): Promise<UploadedFile> {
  if (/\.zip$/i.test(file.name)) return password === null ? file : unlockedZip(locks, file, password);
  if (!/\.pdf$/i.test(file.name)) return file;
  const opened = await locks.open(file.bytes, password ?? '');
  if (opened === 'locked')
    throw new DomainError(password === null ? 'PDF_PASSWORD_REQUIRED' : 'PDF_PASSWORD_WRONG');
  return opened === 'not locked' ? file : { name: file.name, bytes: opened.unlocked };
}

async function unlockedZip(locks: PdfLocks, file: UploadedFile, password: string): Promise<UploadedFile> {
  const archive = await openArchive(file.bytes, limits.zipUnpackedBytesMax);
  const unlocked = new Map<ArchiveEntry, Uint8Array>();
  for (const entry of archive.entries) {
    const bytes = entry.unpackedBytes <= limits.uploadBytesMax ? await unpack(archive, entry) : null;
    const opened = bytes ? await locks.open(bytes, password) : 'not locked';
    if (typeof opened === 'object') unlocked.set(entry, opened.unlocked);
  }
  return unlocked.size === 0 ? file : { name: file.name, bytes: await repacked(archive, unlocked) };
}

/** The archive with some entries replaced, unpacked one at a time. What is damaged stays in its place, empty. */
async function repacked(
  archive: Archive,
  replaced: ReadonlyMap<ArchiveEntry, Uint8Array>,
): Promise<Uint8Array> {
  const zip = new yazl.ZipFile();
  const bytesOf = async (entry: ArchiveEntry): Promise<Uint8Array> =>
    replaced.get(entry) ?? (await unpack(archive, entry)) ?? new Uint8Array();
  for (const entry of archive.entries) {
    zip.addReadStreamLazy(entry.name, (respond) => {
      // Unpacking answers null instead of failing.
      void bytesOf(entry).then((bytes) => respond(null, Readable.from([bytes])));
    });
  }
  zip.end();
  return buffer(zip.outputStream as Readable);
}
