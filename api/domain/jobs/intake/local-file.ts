/** Files on the local disk, read in pieces so that no file is in memory as a whole. */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { UploadedFile } from './types.ts';

/** Only the owner of this process may read customers' files. */
export const PRIVATE_FILE_MODE = 0o600;
const PIECE_BYTES = 256 * 1024;

/** Returns the file at `filePath` with its size and hash. */
export async function fileAt(name: string, filePath: string): Promise<UploadedFile> {
  const hash = createHash('sha256');
  for await (const piece of piecesOf(filePath)) hash.update(piece);
  return { name, path: filePath, sizeBytes: (await stat(filePath)).size, sha256: hash.digest('hex') };
}

/** Writes a new file into `directory` under a random name, so that `name` cannot influence the path. */
export async function writeLocal(
  directory: string,
  name: string,
  content: Uint8Array | Readable,
): Promise<UploadedFile> {
  const filePath = path.join(directory, randomUUID());
  const source = content instanceof Uint8Array ? Readable.from([content]) : content;
  await pipeline(source, createWriteStream(filePath, { mode: PRIVATE_FILE_MODE, flags: 'wx' }));
  return fileAt(name, filePath);
}

/** Yields the file in pieces that share one buffer: a piece is overwritten when the next one is requested. */
export async function* piecesOf(filePath: string): AsyncGenerator<Buffer> {
  const file = await open(filePath, 'r');
  const memory = Buffer.alloc(PIECE_BYTES);
  try {
    for (;;) {
      const { bytesRead } = await file.read(memory, 0, PIECE_BYTES, null);
      if (bytesRead === 0) return;
      yield memory.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Returns at most `bytesMax` bytes from the beginning of a file. */
export async function headOf(filePath: string, bytesMax: number): Promise<Buffer> {
  const file = await open(filePath, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytesMax), 0, bytesMax, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Returns a function that takes pieces in turn and reports whether `mark` has occurred so far. */
export function markFinder(mark: Buffer): (piece: Buffer) => boolean {
  let tail: Buffer = Buffer.alloc(0);
  let isFound = false;
  return (piece) => {
    if (isFound) return true;
    // The mark may span the boundary of two pieces.
    const border = Buffer.concat([tail, piece.subarray(0, mark.byteLength - 1)]);
    isFound = border.includes(mark) || piece.includes(mark);
    tail = Buffer.concat([tail, piece.subarray(-mark.byteLength)]).subarray(-(mark.byteLength - 1));
    return isFound;
  };
}

/** Returns whether the file contains the bytes of `mark`, even across two pieces. */
export async function fileIncludes(filePath: string, mark: Buffer): Promise<boolean> {
  const isFound = markFinder(mark);
  for await (const piece of piecesOf(filePath)) if (isFound(piece)) return true;
  return false;
}
