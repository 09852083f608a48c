/**
 * Temporary folders for incoming files. Each belongs to one operation and is deleted with it; the folder of a killed
 * process remains until it is cleaned up.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Env } from '#api/env.ts';

const PRIVATE_FOLDER_MODE = 0o700;

export type IncomingFiles = {
  /** Runs `work` with its own folder, which is deleted afterwards, also if `work` fails. */
  withFolder: <Result>(work: (folder: string) => Promise<Result>) => Promise<Result>;
  /** Deletes the folders that were last modified before `before`, which killed processes left behind. */
  deleteAbandoned: (before: Date) => Promise<void>;
};

/**
 * The folder lies on the same disk as the stored files if these are in a directory, so that storing a file copies
 * nothing.
 */
export function openIncomingFiles({ FILES_DIR }: Pick<Env, 'FILES_DIR'>): IncomingFiles {
  const parent = FILES_DIR ? path.join(FILES_DIR, 'incoming') : path.join(tmpdir(), 'chalan-incoming');
  return {
    withFolder: async (work) => {
      const folder = path.join(parent, randomUUID());
      await makeIn(parent, folder);
      try {
        return await work(folder);
      } finally {
        await remove(folder);
      }
    },
    deleteAbandoned: async (before) => {
      const names = await readdir(parent).catch(() => []);
      for (const name of names) {
        const folder = path.join(parent, name);
        const found = await stat(folder).catch(() => null);
        if (found && found.mtime < before) await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Assumes that the parent folder exists, because looking for each folder above it costs more than the folder itself. */
async function makeIn(parent: string, folder: string): Promise<void> {
  const make = () => mkdir(folder, { mode: PRIVATE_FOLDER_MODE });
  await make().catch(async () => {
    await mkdir(parent, { recursive: true, mode: PRIVATE_FOLDER_MODE });
    await make();
  });
}

/** Nearly every folder has a few files, whose removal by name costs half of a search through a tree. */
async function remove(folder: string): Promise<void> {
  try {
    for (const name of await readdir(folder)) await unlink(path.join(folder, name));
    await rmdir(folder);
  } catch {
    await rm(folder, { recursive: true, force: true });
  }
}
