/** Opens ZIP files from strangers: nothing is unpacked before the archive's own figures are believable. */
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { limits } from '#contracts/limits.ts';
import { say } from '#contracts/say.ts';
import { unreadable } from './unreadable.ts';

const inflate = promisify(inflateRaw) as (data: Uint8Array, options: object) => Promise<Buffer>;
const INFLATE_CHUNK_BYTES = 256 * 1024;
const STORED = 0;
const DEFLATED = 8;
const UNIX = 3;
const FILE_TYPE_BITS = 0o170000;
const SYMLINK_BITS = 0o120000;

export type ArchiveEntry = { name: string; packedBytes: number; unpackedBytes: number; zipEntry: Entry };
export type Archive = { bytes: Buffer; zip: ZipFile; entries: ArchiveEntry[] };

/** The entries that are files, after every check that needs no unpacking. */
export async function openArchive(bytes: Uint8Array, unpackedBytesMax: number): Promise<Archive> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await open(buffer);
  if (zip.entryCount > limits.zipEntriesMax) throw tooManyEntries();
  const entries: ArchiveEntry[] = [];
  for (const zipEntry of await listEntries(zip)) {
    refuseDangerous(zipEntry);
    if (isFile(zipEntry)) entries.push(describe(zipEntry));
  }
  refuseBomb(entries, buffer.byteLength, unpackedBytesMax);
  return { bytes: buffer, zip, entries };
}

async function open(buffer: Buffer): Promise<ZipFile> {
  try {
    return await yauzl.fromBufferPromise(buffer, {
      lazyEntries: true,
      autoClose: false,
      decodeStrings: true,
    });
  } catch (error) {
    throw unreadable(
      say('The file is damaged: it is no complete ZIP file or workbook. Save or download it again.'),
      error,
    );
  }
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push(entry);
      if (entries.length > limits.zipEntriesMax) break;
    }
  } catch (error) {
    throw listingError(error);
  }
  if (entries.length > limits.zipEntriesMax) throw tooManyEntries();
  return entries;
}

function listingError(error: unknown): Error {
  const message = error instanceof Error ? error.message : '';
  if (/relative path|absolute path|characters in fileName/i.test(message)) return unsafePath();
  if (/encryption/i.test(message)) return protectedArchive();
  return unreadable(
    say('The file is damaged: its list of contents cannot be read. Save or download it again.'),
    error,
  );
}

function refuseDangerous(entry: Entry): void {
  if (entry.isEncrypted()) throw protectedArchive();
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001F\u007F]/.test(entry.fileName)) throw unsafePath();
  const isFromUnix = entry.versionMadeBy >>> 8 === UNIX;
  const mode = entry.externalFileAttributes >>> 16;
  if (isFromUnix && (mode & FILE_TYPE_BITS) === SYMLINK_BITS) {
    throw unreadable(
      say('The ZIP file holds a link to another file. Pack the files themselves and upload it again.'),
    );
  }
}

/** Folders and what macOS and Windows add by themselves are no files of the customer. */
function isFile(entry: Entry): boolean {
  const { fileName } = entry;
  return (
    !fileName.endsWith('/') && !/(^|\/)(__MACOSX\/|\.DS_Store$|\._|Thumbs\.db$|desktop\.ini$)/.test(fileName)
  );
}

function describe(zipEntry: Entry): ArchiveEntry {
  const { fileName, compressedSize, uncompressedSize } = zipEntry;
  return { name: fileName, packedBytes: compressedSize, unpackedBytes: uncompressedSize, zipEntry };
}

function refuseBomb(entries: readonly ArchiveEntry[], archiveBytes: number, unpackedBytesMax: number): void {
  const total = (pick: (entry: ArchiveEntry) => number): number =>
    entries.reduce((sum, entry) => sum + pick(entry), 0);
  // More packed bytes than the file has: entries share their data, as in a bomb that needs no nesting.
  if (total((entry) => entry.packedBytes) > archiveBytes) throw bomb();
  if (total((entry) => entry.unpackedBytes) > unpackedBytesMax) throw bomb();
  if (entries.some(isPackedTooWell)) throw bomb();
}

function isPackedTooWell({ packedBytes, unpackedBytes }: ArchiveEntry): boolean {
  return unpackedBytes > limits.zipRatioFreeBytes && unpackedBytes > packedBytes * limits.zipRatioMax;
}

/** The entry's bytes; null when they are damaged or more than the archive says. Never more than it says are unpacked. */
export async function unpack({ bytes, zip }: Archive, entry: ArchiveEntry): Promise<Buffer | null> {
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry.zipEntry, { minimal: true });
    const packed = bytes.subarray(fileDataStart, fileDataStart + entry.packedBytes);
    const unpacked = await decompress(packed, entry);
    return unpacked?.byteLength === entry.unpackedBytes && crc32(unpacked) === entry.zipEntry.crc32
      ? unpacked
      : null;
  } catch {
    return null;
  }
}

async function decompress(packed: Buffer, entry: ArchiveEntry): Promise<Buffer | null> {
  const { compressionMethod } = entry.zipEntry;
  if (compressionMethod === STORED) return packed;
  if (compressionMethod !== DEFLATED) return null;
  return inflate(packed, {
    maxOutputLength: Math.max(1, entry.unpackedBytes),
    chunkSize: INFLATE_CHUNK_BYTES,
  });
}

const tooManyEntries = (): Error =>
  unreadable(
    say('The file holds more than {#most} files. Split it and upload the parts.', {
      most: limits.zipEntriesMax.toLocaleString('en'),
    }),
  );
const protectedArchive = (): Error =>
  unreadable(say('The file is protected by a password. Remove the protection and upload it again.'));
const unsafePath = (): Error =>
  unreadable(
    say(
      'The ZIP file holds a file with an unsafe path. Pack the files again, without folders outside of it.',
    ),
  );
const bomb = (): Error => unreadable(say('The file unpacks to far more than its size, so it is not opened.'));
