/** Reads the file of a row in services whose rows are files: the upload itself, or one entry of its ZIP. */
import type { Deps } from '#api/deps.ts';
import { readEntry } from '#api/domain/jobs/intake/pdf-files.ts';
import { storedKeysOf } from '#api/domain/jobs/uploads.ts';
import type { RowData } from '#services/contract.ts';

/** Creates the reader. It reads the upload from the store once per chunk. */
export function createRowReader(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  uploadId: string,
): (row: RowData) => Promise<Uint8Array> {
  let upload: Promise<Uint8Array> | null = null;
  const load = async (): Promise<Uint8Array> => {
    const { fileKey } = await storedKeysOf(db, uploadId);
    return files.get(fileKey);
  };
  return async (row) => {
    const bytes = await (upload ??= load());
    const { entry } = row;
    return entry === undefined ? bytes : readEntry(bytes, entry);
  };
}
