/** Stores uploads and results in a directory or in an S3-compatible bucket. */
import { copyFile, link, mkdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Env } from '#api/env.ts';
import { limits } from '#contracts/limits.ts';
import { openBucket } from './bucket-files.ts';
import { openIncomingFiles, type IncomingFiles } from './incoming-files.ts';

export type FileStore = {
  put: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>;
  /** Stores the local file at `filePath` by streaming or linking it; the original file stays where it is. */
  putFile: (key: string, filePath: string, contentType: string) => Promise<void>;
  get: (key: string) => Promise<Uint8Array>;
  /**
   * Returns the path of the stored file on this machine: its own path, or that of a copy streamed into `folder`.
   * Callers must only read it.
   */
  local: (key: string, folder: string) => Promise<string>;
  incoming: IncomingFiles;
  has: (key: string) => Promise<boolean>;
  stream: (key: string) => Promise<Readable>;
  delete: (key: string) => Promise<void>;
  /** Deletes every file whose key starts with `prefix/`. */
  deleteAll: (prefix: string) => Promise<void>;
  /** Throws if the store does not respond, or has no room on this disk for one more upload. */
  ready: () => Promise<void>;
};

/**
 * Opens the bucket if S3_BUCKET is set, otherwise FILES_DIR. Throws if neither is set. `silenceMs` replaces the time
 * after which a connection to the bucket is given up.
 */
export async function openFileStore(
  env: Env,
  { silenceMs }: { silenceMs?: number } = {},
): Promise<FileStore> {
  const { disk, ...files } = env.S3_BUCKET
    ? await openBucket(env, env.S3_BUCKET, silenceMs)
    : openDirectory(env.FILES_DIR);
  return {
    ...files,
    incoming: openIncomingFiles(env),
    put: (key, bytes, contentType) => disk.put(key, bytes, { contentType }),
    has: (key) => disk.exists(key),
    stream: (key) => disk.getStream(key),
    delete: (key) => disk.delete(key),
    ready: async () => {
      await disk.exists('ready');
      await requireRoom(env.FILES_DIR ?? tmpdir());
    },
  };
}

/** Uploads are received on this disk, also beside a bucket. */
async function requireRoom(directory: string): Promise<void> {
  // The folder is made by the first upload.
  const disk = await statfs(directory).catch(() => null);
  if (disk && disk.bavail * disk.bsize < limits.requestBytesMax)
    throw new Error(`The disk of ${directory} has no room for an upload.`);
}

/** A store on this disk: files get a second hard link, so that nothing is copied. */
function openDirectory(directory: string | undefined) {
  if (!directory) throw new Error('FILES_DIR or S3_BUCKET must be set.');
  const disk = new Disk(new FSDriver({ location: directory, visibility: 'private' }));
  const pathOf = (key: string): string => path.join(directory, key);
  return {
    disk,
    putFile: async (key: string, filePath: string): Promise<void> => {
      await mkdir(path.dirname(pathOf(key)), { recursive: true });
      await rm(pathOf(key), { force: true });
      // Some network file systems do not support hard links.
      await link(filePath, pathOf(key)).catch(() => copyFile(filePath, pathOf(key)));
    },
    local: (key: string): Promise<string> => Promise.resolve(pathOf(key)),
    // The disk's getBytes is not used: for an empty file it returns 64 KiB of uninitialised memory.
    get: async (key: string): Promise<Uint8Array> => buffer(await disk.getStream(key)),
    deleteAll: (prefix: string): Promise<void> => disk.deleteAll(prefix),
  };
}
