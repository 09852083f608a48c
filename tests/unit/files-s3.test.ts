/** The file store on an S3 bucket: what is stored comes back, files are streamed, and failures of the wire are outlived. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { openFileStore } from '#api/adapters/files.ts';
import type { Env } from '#api/env.ts';
import { bucketName, startBucket, type Fault } from '#tests/sandbox/s3/server.ts';

const MIB = 1024 * 1024;
/** The largest upload is 50 MB. */
const LARGE_BYTES = 49 * MIB;
/** Much less than one large file, which a store that buffers it holds whole. */
const HELD_BYTES_MAX = 20 * MIB;
const LOOK_MS = 100;

const keys = { accessKeyId: 'test-key', secretAccessKey: 'not-a-secret', region: 'ap-southeast-1' };
const bucket = await startBucket(keys);
const directory = await mkdtemp(path.join(tmpdir(), 'chalan-s3-'));
const envOf = (given: Partial<Env> = {}): Env =>
  ({
    FILES_DIR: directory,
    S3_BUCKET: bucketName,
    S3_REGION: keys.region,
    S3_ENDPOINT: bucket.endpoint,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    ...given,
  }) as Env;
/** A busy machine is silent for half a second now and then. */
const files = await openFileStore(envOf(), { silenceMs: 2_000 });
afterEach(() => bucket.reset());
afterAll(async () => {
  await bucket.close();
  await rm(directory, { recursive: true, force: true });
});

async function localFile(bytes: Buffer): Promise<string> {
  const place = path.join(directory, 'upload.bin');
  await writeFile(place, bytes);
  return place;
}

describe('a file in a bucket', () => {
  test.each([0, 1, 65_537, 3 * MIB])(
    'a file of %i bytes in a bucket is returned as it was stored',
    async (size) => {
      const bytes = randomBytes(size);
      await files.put('jobs/1/put', bytes, 'text/csv');
      await files.putFile('jobs/1/file', await localFile(bytes), 'application/pdf');
      const stored = ['jobs/1/put', 'jobs/1/file'].map((key) => bucket.get(key));
      expect(stored.map((each) => each?.contentType)).toEqual(['text/csv', 'application/pdf']);
      const copies = [
        ...stored.map((each) => each?.bytes),
        await files.get('jobs/1/put'),
        await buffer(await files.stream('jobs/1/file')),
        await readFile(await files.local('jobs/1/file', directory)),
      ];
      expect(copies.map((copy) => copy !== undefined && bytes.equals(copy))).toEqual(copies.map(() => true));
    },
  );

  test('a file in a bucket can have a name that must be encoded in a URL', async () => {
    const key = 'jobs/1/packing list 12!.pdf';
    await files.put(key, Buffer.from('x'), 'application/pdf');
    expect(bucket.keys()).toEqual([key]);
    expect(await files.has(key)).toBe(true);
  });

  test('a missing file is refused, and so is every request with another secret', async () => {
    expect(await files.has('none')).toBe(false);
    await expect(files.get('none')).rejects.toThrow();
    const stranger = await openFileStore(envOf({ S3_SECRET_ACCESS_KEY: 'another' }));
    await expect(stranger.put('a', Buffer.from('x'), 'text/plain')).rejects.toThrow();
    await expect(stranger.ready()).rejects.toThrow();
    expect(bucket.keys()).toEqual([]);
    await files.ready();
  });
});

test('a file of 49 MB is stored and fetched in pieces: much less than its size is ever in memory', async () => {
  await writeFile(path.join(directory, 'large.bin'), randomBytes(LARGE_BYTES));
  const script = `
    import { openFileStore } from '#api/adapters/files.ts';
    const files = await openFileStore(JSON.parse(process.env.STORE_ENV));
    let held = 0;
    // What waits for the garbage collector is not held, and how long it waits depends on the release of Node.js. Buffers
    // that the first collection has found are freed beside it; the second one waits for that.
    const look = () => {
      gc();
      gc();
      held = Math.max(held, process.memoryUsage().arrayBuffers);
    };
    const looks = setInterval(look, ${LOOK_MS});
    await files.putFile('large', process.env.LARGE + '/large.bin', 'application/pdf');
    await files.local('large', process.env.LARGE);
    clearInterval(looks);
    process.stdout.write(String(held));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--expose-gc', '--import', 'tsx', '--input-type=module', '-e', script],
    { env: { ...process.env, STORE_ENV: JSON.stringify(envOf()), LARGE: directory } },
  );
  expect(bucket.get('large')?.bytes.length).toBe(LARGE_BYTES);
  const fetched = await readFile(path.join(directory, 'large'));
  expect(bucket.get('large')?.bytes.equals(fetched)).toBe(true);
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).toBeLessThan(HELD_BYTES_MAX);
});

describe('deleting', () => {
  test('deleting a folder deletes all pages of its files and none of a folder with the same prefix', async () => {
    const inside = Array.from({ length: 8 }, (_, index) => `jobs/1/page-${index}`);
    const beside = ['jobs/1.pdf', 'jobs/10/page-0'];
    for (const key of [...inside, ...beside]) await files.put(key, Buffer.from('x'), 'text/plain');
    await files.deleteAll('jobs/1');
    expect(bucket.keys()).toEqual(beside);
    await files.deleteAll('jobs/none');
  });

  test('deleting a folder fails if the bucket keeps one of its files, and succeeds when repeated', async () => {
    for (const key of ['jobs/1/a', 'jobs/1/b']) await files.put(key, Buffer.from('x'), 'text/plain');
    bucket.fail('POST', 'kept');
    await expect(files.deleteAll('jobs/1')).rejects.toThrow(/jobs\/1/);
    await files.deleteAll('jobs/1');
    expect(bucket.keys()).toEqual([]);
  });

  test('deleting a file deletes only that file, and a missing file is not an error', async () => {
    for (const key of ['a', 'ab']) await files.put(key, Buffer.from('x'), 'text/plain');
    await files.delete('a');
    await files.delete('a');
    expect(bucket.keys()).toEqual(['ab']);
  });
});

describe('a bucket that fails for a moment', () => {
  const bytes = randomBytes(2 * MIB);
  const calls: Record<string, { method: string; run: () => Promise<unknown> }> = {
    put: { method: 'PUT', run: () => files.put('a', bytes, 'text/plain') },
    putFile: { method: 'PUT', run: async () => files.putFile('a', await localFile(bytes), 'text/plain') },
    get: { method: 'GET', run: async () => expect(bytes.equals(await files.get('a'))).toBe(true) },
    local: {
      method: 'GET',
      run: async () => expect(bytes.equals(await readFile(await files.local('a', directory)))).toBe(true),
    },
    delete: { method: 'DELETE', run: () => files.delete('b') },
  };
  const faults: [call: string, fault: Fault][] = [
    ...Object.keys(calls).flatMap((call): [string, Fault][] =>
      (['slow-down', 'lost', 'silent'] as const).map((fault) => [call, fault]),
    ),
    ['get', 'cut'],
    ['local', 'cut'],
  ];

  test.each(faults)(
    'a bucket that fails for a moment is asked again: %s after the fault %s',
    async (name, fault) => {
      for (const key of ['a', 'b']) await files.put(key, bytes, 'text/plain');
      const { method, run } = calls[name] ?? { method: '', run: () => Promise.reject(new Error(name)) };
      bucket.fail(method, fault);
      await run();
      expect(bucket.keys()).toEqual(name === 'delete' ? ['a'] : ['a', 'b']);
      expect(bucket.get('a')?.bytes.equals(bytes)).toBe(true);
    },
  );

  test('a bucket that keeps failing is given up after a few tries with its own error code', async () => {
    bucket.fail('PUT', 'slow-down', 100);
    const place = await localFile(bytes);
    const refusal: unknown = await files.putFile('a', place, 'text/plain').catch((error: unknown) => error);
    expect((refusal as { cause?: { name?: string } }).cause?.name).toBe('SlowDown');
    expect(bucket.requests.length).toBeLessThan(10);
  });
});

describe('a bucket on a disk', () => {
  test('objects of a bucket with a directory outlive its process', async () => {
    const place = path.join(directory, 'bucket');
    const first = await startBucket(keys, { directory: place });
    const store = await openFileStore(envOf({ S3_ENDPOINT: first.endpoint }));
    await store.put('jobs/1/a name/that is long', randomBytes(10), 'text/csv');
    await store.put('jobs/1/gone', randomBytes(10), 'text/csv');
    await store.delete('jobs/1/gone');
    const stored = first.get('jobs/1/a name/that is long');
    await first.close();
    const second = await startBucket(keys, { directory: place });
    expect(second.keys()).toEqual(['jobs/1/a name/that is long']);
    expect(second.get('jobs/1/a name/that is long')).toEqual(stored);
    await second.close();
  });

  test('a file that a bucket has no space for is refused, and what it has stays readable', async () => {
    await files.put('jobs/1/here', Buffer.from('here'), 'text/csv');
    bucket.fail('PUT', 'full', Infinity);
    await expect(files.put('jobs/1/more', randomBytes(10), 'text/csv')).rejects.toThrow();
    expect(bucket.keys()).toEqual(['jobs/1/here']);
    bucket.fail('PUT', 'full', 0);
    await files.put('jobs/1/more', randomBytes(10), 'text/csv');
    expect(Buffer.from(await files.get('jobs/1/here')).toString()).toBe('here');
  });
});
