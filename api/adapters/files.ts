/** Stores uploads and results in a directory or in an S3-compatible bucket. */
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { PRIVATE_FILE_MODE } from '#api/domain/jobs/intake/local-file.ts';
import type { Env } from '#api/env.ts';
import { openIncomingFiles, type IncomingFiles } from './incoming-files.ts';

export type FileStore = {
  put: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>;
  /** Stores the local file at `place` by streaming or linking it; the original file stays in place. */
  putFile: (key: string, place: string, contentType: string) => Promise<void>;
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
  /** Throws if the store does not respond. */
  ready: () => Promise<void>;
};

/** Opens the bucket if S3_BUCKET is set, otherwise FILES_DIR. Throws if neither is set. */
export async function openFileStore(env: Env): Promise<FileStore> {
  const disk = new Disk(env.S3_BUCKET ? await s3Driver(env, env.S3_BUCKET) : directoryDriver(env.FILES_DIR));
  const files = env.S3_BUCKET || !env.FILES_DIR ? streamed(disk) : linked(env.FILES_DIR);
  return {
    ...files,
    incoming: openIncomingFiles(env),
    put: (key, bytes, contentType) => disk.put(key, bytes, { contentType }),
    // The disk's getBytes is not used: for an empty file it returns 64 KiB of uninitialised memory.
    get: async (key) => buffer(await disk.getStream(key)),
    has: (key) => disk.exists(key),
    stream: (key) => disk.getStream(key),
    delete: (key) => disk.delete(key),
    deleteAll: (prefix) => disk.deleteAll(prefix),
    ready: async () => void (await disk.exists('ready')),
  };
}

type LocalFiles = Pick<FileStore, 'putFile' | 'local'>;

/** A remote store: files are streamed to and from it. */
function streamed(disk: Disk): LocalFiles {
  return {
    putFile: async (key, place, contentType) => {
      const { size: contentLength } = await stat(place);
      await disk.putStream(key, createReadStream(place), { contentType, contentLength });
    },
    local: async (key, folder) => {
      const place = path.join(folder, path.basename(key));
      await pipeline(await disk.getStream(key), createWriteStream(place, { mode: PRIVATE_FILE_MODE }));
      return place;
    },
  };
}

/** A store on this disk: files get a second hard link, so that nothing is copied. */
function linked(directory: string): LocalFiles {
  const placeOf = (key: string): string => path.join(directory, key);
  return {
    putFile: async (key, place) => {
      await mkdir(path.dirname(placeOf(key)), { recursive: true });
      await rm(placeOf(key), { force: true });
      // Some network file systems do not support hard links.
      await link(place, placeOf(key)).catch(() => copyFile(place, placeOf(key)));
    },
    local: (key) => Promise.resolve(placeOf(key)),
  };
}

function directoryDriver(directory: string | undefined): FSDriver {
  if (!directory) throw new Error('FILES_DIR or S3_BUCKET must be set.');
  return new FSDriver({ location: directory, visibility: 'private' });
}

async function s3Driver(env: Env, bucket: string) {
  // The S3 client is large, so it is loaded only if a bucket is configured.
  const { S3Driver } = await import('flydrive/drivers/s3');
  const credentials =
    env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
      ? { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY }
      : undefined;
  return new S3Driver({
    bucket,
    region: env.S3_REGION,
    visibility: 'private',
    ...(env.S3_ENDPOINT ? { endpoint: env.S3_ENDPOINT, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
  });
}
