/** Unlocks password-protected PDFs of an upload, so that the stored file has no lock. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import yazl from 'yazl';
import type { PdfLocks } from '#api/adapters/pdf-locks.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { inspect, unpack, withArchive, type Archive, type ArchiveEntry } from './archive.ts';
import { fileIncludes, writeLocal } from './local-file.ts';
import { pdfLockMark } from './pdf-files.ts';
import type { UploadedFile } from './types.ts';

/** Null if none was given. */
type Password = string | null;

/**
 * Returns the file with every PDF unlocked that the password opens. A single PDF that stays locked is refused; in a
 * ZIP file it becomes a row with a problem, since the other rows can be processed without it.
 */
export async function withoutLocks(
  locks: PdfLocks,
  file: UploadedFile,
  password: Password,
): Promise<UploadedFile> {
  if (/\.zip$/i.test(file.name)) return password === null ? file : unlockedZip(locks, file, password);
  if (!/\.pdf$/i.test(file.name) || !(await fileIncludes(file.path, pdfLockMark))) return file;
  const opened = await locks.open(await readFile(file.path), password ?? '');
  if (opened === 'locked')
    throw new DomainError(password === null ? 'PDF_PASSWORD_REQUIRED' : 'PDF_PASSWORD_WRONG');
  return opened === 'not locked' ? file : writeLocal(folderOf(file), file.name, opened.unlocked);
}

/** Derived files are placed beside the original and deleted with it. */
const folderOf = (file: UploadedFile): string => path.dirname(file.path);

function unlockedZip(locks: PdfLocks, file: UploadedFile, password: string): Promise<UploadedFile> {
  return withArchive(file, limits.zipUnpackedBytesMax, async (archive) => {
    const unlocked = new Map<ArchiveEntry, UploadedFile>();
    for (const entry of archive.entries) {
      const bytes = await unlockedEntry(locks, archive, entry, password);
      if (bytes) unlocked.set(entry, await writeLocal(folderOf(file), entry.name, bytes));
    }
    return unlocked.size === 0 ? file : writeLocal(folderOf(file), file.name, repacked(archive, unlocked));
  });
}

async function unlockedEntry(
  locks: PdfLocks,
  archive: Archive,
  entry: ArchiveEntry,
  password: string,
): Promise<Uint8Array | null> {
  if (entry.unpackedBytes > limits.uploadBytesMax) return null;
  const seen = await inspect(archive, entry, { headBytes: 0, mark: pdfLockMark });
  const bytes = seen?.hasMark ? await unpack(archive, entry) : null;
  const opened = bytes ? await locks.open(bytes, password) : 'not locked';
  return typeof opened === 'object' ? opened.unlocked : null;
}

/** Returns the archive with some entries replaced, unpacked one at a time. A damaged entry remains as an empty one. */
function repacked(archive: Archive, replaced: ReadonlyMap<ArchiveEntry, UploadedFile>): Readable {
  const zip = new yazl.ZipFile();
  const contentOf = async (entry: ArchiveEntry): Promise<Readable> => {
    const file = replaced.get(entry);
    if (file) return createReadStream(file.path);
    return Readable.from([(await unpack(archive, entry)) ?? new Uint8Array()]);
  };
  for (const entry of archive.entries) {
    zip.addReadStreamLazy(entry.name, (respond) => {
      // `unpack` returns null instead of throwing.
      void contentOf(entry).then((content) => respond(null, content));
    });
  }
  zip.end();
  return zip.outputStream as Readable;
}
