/** Files in an S3-compatible bucket. They are streamed to and from it; a transfer that breaks is repeated. */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Disk } from 'flydrive';
import { PRIVATE_FILE_MODE } from '#api/domain/jobs/intake/local-file.ts';
import type { Env } from '#api/env.ts';
import type { FileStore } from './files.ts';

const CONNECT_MS = 5_000;
/** A connection on which nothing moves for this long is given up. */
const SILENCE_MS = 20_000;
/** The S3 client repeats requests whose body it still has, but no streams. */
const TRANSFER_TRIES_MAX = 3;
const TRANSFER_PAUSE_MS = 200;
/** Pages of a listing hold up to 1,000 keys. */
const PAGES_MAX = 10_000;

type BucketFiles = Pick<FileStore, 'putFile' | 'get' | 'local' | 'deleteAll'> & { disk: Disk };

/** `silenceMs` is the time without data after which a transfer counts as broken. */
export async function openBucket(env: Env, bucket: string, silenceMs = SILENCE_MS): Promise<BucketFiles> {
  // The S3 client is large, so it is loaded only if a bucket is configured.
  const [{ S3Driver }, s3] = await Promise.all([import('flydrive/drivers/s3'), import('@aws-sdk/client-s3')]);
  const client = new s3.S3Client({ ...connectionOf(env), requestHandler: requestHandler(silenceMs) });
  // New buckets of Amazon have ACLs disabled and refuse a file that states one.
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }));

  const deletePage = async (keys: string[]): Promise<void> => {
    const Objects = keys.map((Key) => ({ Key }));
    const { Errors = [] } = await client.send(
      new s3.DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    );
    const [first] = Errors;
    if (first) throw new Error(`${Errors.length} files were not deleted: ${first.Key}: ${first.Message}`);
  };
  return {
    disk,
    putFile: (key, filePath, contentType) =>
      repeated(async () => {
        const { size: contentLength } = await stat(filePath);
        // The driver states no length of an empty stream, and S3 takes none without it.
        if (contentLength === 0) return disk.put(key, '', { contentType });
        return disk.putStream(key, createReadStream(filePath), { contentType, contentLength });
      }),
    get: (key) => repeated(async () => buffer(await disk.getStream(key))),
    local: (key, folder) =>
      repeated(async () => {
        const filePath = path.join(folder, path.basename(key));
        await pipeline(await disk.getStream(key), createWriteStream(filePath, { mode: PRIVATE_FILE_MODE }));
        return filePath;
      }),
    // The disk's deleteAll drops the slash, and with it deletes what only begins alike.
    deleteAll: async (prefix) => {
      let token: string | undefined;
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const listed = await client.send(
          new s3.ListObjectsV2Command({ Bucket: bucket, Prefix: `${prefix}/`, ContinuationToken: token }),
        );
        const keys = (listed.Contents ?? []).flatMap(({ Key }) => Key ?? []);
        if (keys.length > 0) await deletePage(keys);
        token = listed.NextContinuationToken;
        if (token === undefined) return;
      }
      throw new Error(`There are too many files in ${prefix}.`);
    },
  };
}

const requestHandler = (silenceMs: number) => ({ connectionTimeout: CONNECT_MS, socketTimeout: silenceMs });

function connectionOf(env: Env) {
  const { S3_REGION: region, S3_ENDPOINT: endpoint } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  return {
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  };
}

/** Repeats a transfer after failures that may pass. Storing or fetching a file again has the same result. */
async function repeated<Result>(transfer: () => Promise<Result>): Promise<Result> {
  for (let triesLeft = TRANSFER_TRIES_MAX - 1; triesLeft > 0; triesLeft -= 1) {
    try {
      return await transfer();
    } catch (error) {
      if (isFinal(error)) throw error;
      await delay(TRANSFER_PAUSE_MS);
    }
  }
  return transfer();
}

/** Returns whether the bucket has refused the request; the disk wraps its answer. A broken connection has no status. */
function isFinal(error: unknown): boolean {
  const { cause = error } = error as { cause?: unknown };
  const status = (cause as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}
