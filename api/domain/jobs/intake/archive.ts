/** Opens untrusted ZIP files: nothing is unpacked before the sizes stated in the archive are plausible. */
import { createReadStream } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, createInflateRaw, inflateRaw } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { limits } from '#contracts/limits.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import { markFinder } from './local-file.ts';
import { unreadable } from './unreadable.ts';

const inflate = promisify(inflateRaw) as (data: Uint8Array, options: object) => Promise<Buffer>;
const INFLATE_CHUNK_BYTES = 256 * 1024;
const STORED = 0;
const DEFLATED = 8;
const UNIX = 3;
const FILE_TYPE_BITS = 0o170000;
const SYMLINK_BITS = 0o120000;

export type ArchiveEntry = { name: string; packedBytes: number; unpackedBytes: number; zipEntry: Entry };
export type Archive = { packed: Packed; zip: ZipFile; entries: ArchiveEntry[] };

/** Access to an archive's bytes, in memory or in a file that is read in pieces. */
type Packed = {
  sizeBytes: number;
  open: () => Promise<ZipFile>;
  read: (start: number, bytes: number) => Promise<Buffer>;
  stream: (start: number, bytes: number) => Readable;
};

/** Opens an archive and lists its files, after every check that needs no unpacking. */
export async function openArchive(bytes: Uint8Array, unpackedBytesMax: number): Promise<Archive> {
  return openPacked(inMemory(bytes), unpackedBytesMax);
}

/** Does the same for a file on disk, which is closed after `work` has finished. */
export async function withArchive<Result>(
  { path, sizeBytes }: { path: string; sizeBytes: number },
  unpackedBytesMax: number,
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  const file = await openFile(path, 'r');
  try {
    const packed: Packed = {
      sizeBytes,
      open: () => yauzl.openPromise(path, readOptions),
      read: async (start, bytes) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, start);
        return buffer.subarray(0, bytesRead);
      },
      stream: (start, bytes) => createReadStream(path, { start, end: start + bytes - 1 }),
    };
    const archive = await openPacked(packed, unpackedBytesMax);
    try {
      return await work(archive);
    } finally {
      archive.zip.close();
    }
  } finally {
    await file.close();
  }
}

const readOptions = { lazyEntries: true, autoClose: false, decodeStrings: true } as const;

function inMemory(bytes: Uint8Array): Packed {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const part = (start: number, length: number): Buffer => buffer.subarray(start, start + length);
  return {
    sizeBytes: buffer.byteLength,
    open: () => yauzl.fromBufferPromise(buffer, readOptions),
    read: (start, length) => Promise.resolve(part(start, length)),
    stream: (start, length) => Readable.from([part(start, length)]),
  };
}

async function openPacked(packed: Packed, unpackedBytesMax: number): Promise<Archive> {
  const zip = await open(packed);
  try {
    return { packed, zip, entries: await checkedEntries(zip, packed.sizeBytes, unpackedBytesMax) };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function checkedEntries(
  zip: ZipFile,
  archiveBytes: number,
  unpackedBytesMax: number,
): Promise<ArchiveEntry[]> {
  if (zip.entryCount > limits.zipEntriesMax) throw tooManyEntries();
  const entries: ArchiveEntry[] = [];
  for (const zipEntry of await listEntries(zip)) {
    refuseDangerous(zipEntry);
    if (isFile(zipEntry)) entries.push(describe(zipEntry));
  }
  refuseBomb(entries, archiveBytes, unpackedBytesMax);
  return entries;
}

async function open(packed: Packed): Promise<ZipFile> {
  try {
    return await packed.open();
  } catch (error) {
    throw unreadable(uploadMessages.damagedArchive(), error);
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
  return unreadable(uploadMessages.damagedContents(), error);
}

function refuseDangerous(entry: Entry): void {
  if (entry.isEncrypted()) throw protectedArchive();
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001F\u007F]/.test(entry.fileName)) throw unsafePath();
  const isFromUnix = entry.versionMadeBy >>> 8 === UNIX;
  const mode = entry.externalFileAttributes >>> 16;
  if (isFromUnix && (mode & FILE_TYPE_BITS) === SYMLINK_BITS) {
    throw unreadable(uploadMessages.holdsLink());
  }
}

/** Excludes folders, and files that macOS and Windows add automatically. */
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
  // More packed bytes than the file has means that entries share their data, as in a zip bomb without nesting.
  if (total((entry) => entry.packedBytes) > archiveBytes) throw bomb();
  if (total((entry) => entry.unpackedBytes) > unpackedBytesMax) throw bomb();
  if (entries.some(isPackedTooWell)) throw bomb();
}

function isPackedTooWell({ packedBytes, unpackedBytes }: ArchiveEntry): boolean {
  return unpackedBytes > limits.zipRatioFreeBytes && unpackedBytes > packedBytes * limits.zipRatioMax;
}

/**
 * Returns the entry's bytes; null if they are damaged or their size differs from the archive's. Never unpacks more
 * than the stated size.
 */
export async function unpack({ packed: source, zip }: Archive, entry: ArchiveEntry): Promise<Buffer | null> {
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry.zipEntry, { minimal: true });
    const packed = await source.read(fileDataStart, entry.packedBytes);
    const unpacked = await decompress(packed, entry);
    return unpacked?.byteLength === entry.unpackedBytes && crc32(unpacked) === entry.zipEntry.crc32
      ? unpacked
      : null;
  } catch {
    return null;
  }
}

export type Inspection = { head: Buffer; hasMark: boolean };

/** Reads an entry as a stream. Returns its first bytes and whether it contains `mark`; null if it is damaged. */
export async function inspect(
  { packed, zip }: Archive,
  entry: ArchiveEntry,
  { headBytes, mark }: { headBytes: number; mark: Buffer },
): Promise<Inspection | null> {
  const hasMark = markFinder(mark);
  const inspection = { head: Buffer.alloc(0), hasMark: false };
  let bytes = 0;
  let checksum = 0;
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry.zipEntry, { minimal: true });
    for await (const piece of unpackedPieces(packed, fileDataStart, entry)) {
      bytes += piece.byteLength;
      if (bytes > entry.unpackedBytes) return null;
      checksum = crc32(piece, checksum);
      inspection.hasMark = hasMark(piece);
      const missing = headBytes - inspection.head.byteLength;
      if (missing > 0) inspection.head = Buffer.concat([inspection.head, piece.subarray(0, missing)]);
    }
  } catch {
    return null;
  }
  return bytes === entry.unpackedBytes && checksum === entry.zipEntry.crc32 ? inspection : null;
}

async function* unpackedPieces(packed: Packed, start: number, entry: ArchiveEntry): AsyncGenerator<Buffer> {
  if (entry.packedBytes === 0) return;
  const stream = packed.stream(start, entry.packedBytes);
  const { compressionMethod } = entry.zipEntry;
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    throw new Error('This compression is not read.');
  const inflater = createInflateRaw({ chunkSize: INFLATE_CHUNK_BYTES });
  const unpacked = compressionMethod === STORED ? stream : stream.pipe(inflater);
  stream.once('error', (error) => unpacked.destroy(error));
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) yield piece;
  } finally {
    stream.destroy();
    inflater.destroy();
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
  unreadable(uploadMessages.tooManyFiles({ most: limits.zipEntriesMax.toLocaleString('en') }));
const protectedArchive = (): Error => unreadable(uploadMessages.lockedArchive());
const unsafePath = (): Error => unreadable(uploadMessages.unsafePath());
const bomb = (): Error => unreadable(uploadMessages.unpacksTooLarge());
