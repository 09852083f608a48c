/** The one store for uploads and results: a directory, or an S3-compatible bucket. */
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Env } from '#api/env.ts';

export type FileStore = {
  put: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>;
  get: (key: string) => Promise<Uint8Array>;
  has: (key: string) => Promise<boolean>;
  stream: (key: string) => Promise<Readable>;
  delete: (key: string) => Promise<void>;
  /** Deletes every file whose key starts with `prefix/`. */
  deleteAll: (prefix: string) => Promise<void>;
  /** Throws when the store does not answer. */
  ready: () => Promise<void>;
};

export async function openFileStore(env: Env): Promise<FileStore> {
  const disk = new Disk(env.S3_BUCKET ? await s3Driver(env, env.S3_BUCKET) : directoryDriver(env.FILES_DIR));
  return {
    put: (key, bytes, contentType) => disk.put(key, bytes, { contentType }),
    get: (key) => disk.getBytes(key),
    has: (key) => disk.exists(key),
    stream: (key) => disk.getStream(key),
    delete: (key) => disk.delete(key),
    deleteAll: (prefix) => disk.deleteAll(prefix),
    ready: async () => void (await disk.exists('ready')),
  };
}

function directoryDriver(directory: string | undefined): FSDriver {
  if (!directory) throw new Error('FILES_DIR or S3_BUCKET must be set.');
  return new FSDriver({ location: directory, visibility: 'private' });
}

async function s3Driver(env: Env, bucket: string) {
  // Loaded only where a bucket is configured: the S3 client is large.
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
