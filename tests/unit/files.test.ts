/** The file store returns exactly the bytes that were stored, and nothing else of the process's memory. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openFileStore } from '#api/adapters/files.ts';
import type { Env } from '#api/env.ts';

const directory = await mkdtemp(path.join(tmpdir(), 'chalan-files-'));
const files = await openFileStore({ FILES_DIR: directory } as Env);
afterAll(() => rm(directory, { recursive: true, force: true }));

const sizesBytes = [0, 1, 100, 4_095, 4_096, 65_535, 65_536, 65_537, 600_000];

describe('a stored file', () => {
  test.each(sizesBytes)('a stored file of %i bytes is read as it was stored', async (sizeBytes) => {
    const bytes = Buffer.alloc(sizeBytes, 'chalan');
    await files.put(`sizes/${sizeBytes}`, bytes, 'text/plain');
    expect(Buffer.compare(bytes, await files.get(`sizes/${sizeBytes}`))).toBe(0);
  });

  test('a file that does not exist is refused', async () => {
    await expect(files.get('sizes/none')).rejects.toThrow();
    expect(await files.has('sizes/none')).toBe(false);
  });
});
