/** Folders for files on their way in: each belongs to one piece of work and goes with it; a killed process leaves its own. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Env } from '#api/env.ts';

const PRIVATE_FOLDER_MODE = 0o700;

export type IncomingFiles = {
  /** Gives `work` a folder of its own, which is gone when it has ended, however it ends. */
  withFolder: <Result>(work: (folder: string) => Promise<Result>) => Promise<Result>;
  /** Deletes the folders whose work began earlier and whose process has died. */
  deleteAbandoned: (before: Date) => Promise<void>;
};

/** Beside the stored files where these are on a disk, so that keeping one copies nothing. */
export function openIncomingFiles({ FILES_DIR }: Pick<Env, 'FILES_DIR'>): IncomingFiles {
  const place = FILES_DIR ? path.join(FILES_DIR, 'incoming') : path.join(tmpdir(), 'chalan-incoming');
  return {
    withFolder: async (work) => {
      const folder = path.join(place, randomUUID());
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
      try {
        return await work(folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    deleteAbandoned: async (before) => {
      const names = await readdir(place).catch(() => []);
      for (const name of names) {
        const folder = path.join(place, name);
        const found = await stat(folder).catch(() => null);
        if (found && found.mtime < before) await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
