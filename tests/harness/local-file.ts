/**
 * Writes contents to a file on disk, as an upload arrives: `await localFile('rows.csv', 'a,b')`. Removed when the
 * process ends.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeLocal } from '#api/domain/jobs/intake/local-file.ts';
import type { UploadedFile } from '#api/domain/jobs/intake/types.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'chalan-local-'));
process.once('exit', () => rmSync(directory, { recursive: true, force: true }));

export const localFile = (name: string, content: Uint8Array | string): Promise<UploadedFile> =>
  writeLocal(directory, name, Buffer.from(content));
