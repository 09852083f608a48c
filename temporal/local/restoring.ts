/** Backs up a data directory, and restores it to a moment. */
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { addressOf } from '#prisma/embedded-session.ts';
import { endLeftoverPostgres, runningPort, startEmbeddedPostgres } from '#prisma/embedded.ts';
import { openDatabase } from '#prisma/client.ts';
import { prepareRestored, type AfterRestore } from '#api/domain/portals/after-restore.ts';
import { copyDatabase, copyMissing, putBack } from './backups.ts';
import { freePort } from './ports.ts';
import { postgresDirectory } from './postgres-part.ts';
import { keptSecrets, renewNamespace } from './secrets.ts';

const DATABASE = 'chalan';
const REPLAY_TIMEOUT_MS = 60 * 60_000;
/** Replaying requires at least as many connections as the servers of all stacks allow. */
const CONNECTIONS_MAX = '300';
/** Folders with customers' files: of `npm start`, and of a cluster's store. */
const fileFolders = ['files', 'store'];

export type Backup = { place: string; files: number };

/** Backs up the directory of a running stack. */
export async function backUp(directory: string, backups: string): Promise<Backup> {
  const data = postgresDirectory(directory);
  const port = runningPort(data);
  if (port === null)
    throw new Error(`No PostgreSQL runs on ${data}: start Chalan, with the same BACKUP_DIR.`);
  const databaseUrl = addressOf(port, keptSecrets(directory).POSTGRES_PASSWORD, DATABASE);
  const place = await copyDatabase({ databaseUrl, data, backups });
  // Copied after the database, so that the files of all its rows are included.
  const copied = fileFolders.map((name) => copyMissing(path.join(directory, name), path.join(backups, name)));
  return { place, files: copied.reduce((sum, each) => sum + each, 0) };
}

export type Restored = AfterRestore & { aside: string; files: number };

/** Restores the directory of a stack that is stopped. If that is not possible, everything stays as it was. */
export async function restore(options: {
  directory: string;
  backups: string;
  to: Date;
  doubtMs?: number;
}): Promise<Restored> {
  const { directory, backups, to, doubtMs } = options;
  const data = postgresDirectory(directory);
  await endLeftoverPostgres(data);
  const { POSTGRES_PASSWORD: password } = keptSecrets(directory);
  const { settings, undo, keep } = putBack({ data, backups, to });
  const server = await startEmbeddedPostgres({
    directory: data,
    port: await freePort(),
    password,
    settings: { ...settings, max_connections: CONNECTIONS_MAX },
    readyTimeoutMs: REPLAY_TIMEOUT_MS,
  }).catch((error: unknown) => {
    undo();
    throw new Error(
      `The log of changes does not reach ${to.toISOString()}; see postgres.log. Nothing was changed.`,
      { cause: error },
    );
  });
  try {
    const db = openDatabase(server.url(DATABASE));
    try {
      const prepared = await prepareRestored(db, { to, now: new Date(), ...(doubtMs ? { doubtMs } : {}) });
      const files = fileFolders.map((name) =>
        copyMissing(path.join(backups, name), path.join(directory, name)),
      );
      forgetWorkflows(directory);
      return { ...prepared, aside: keep(), files: files.reduce((sum, each) => sum + each, 0) };
    } finally {
      await db.$disconnect();
    }
  } finally {
    await server.stop();
  }
}

/**
 * Removes the workflows. They know of changes that the restored database has lost, so the reconciliation starts new
 * ones from the database.
 */
function forgetWorkflows(directory: string): void {
  renewNamespace(directory);
  const database = path.join(directory, 'temporal.sqlite');
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(`${database}${suffix}`))
      renameSync(`${database}${suffix}`, `${database}.before-restore${suffix}`);
}
