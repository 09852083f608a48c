/** Backs up a data directory, and restores it to a moment. */
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { HOUR_MS } from '#contracts/durations.ts';
import { addressOf } from '#prisma/embedded-session.ts';
import { endLeftoverPostgres, runningPort, startEmbeddedPostgres } from '#prisma/embedded.ts';
import { openDatabase } from '#prisma/client.ts';
import { applyMigrations } from '#prisma/apply-migrations.ts';
import { prepareRestored, type AfterRestore } from '#api/domain/portals/after-restore.ts';
import { DoesNotEnd } from './end-process.ts';
import { copyDatabase, copyMissing, putBack, type RestoreTo } from './backups.ts';
import { freePort } from './ports.ts';
import { postgresDirectory } from './postgres-part.ts';
import { hasSecrets, keptSecrets, renewNamespace } from './secrets.ts';

const DATABASE = 'chalan';
const REPLAY_TIMEOUT_MS = HOUR_MS;
/** Replaying requires at least as many connections as the servers of all stacks allow. */
const CONNECTIONS_MAX = '300';
/** Folders with customers' files, by their name in the backups: of `npm start`, and of a cluster's store. */
export const fileFolders = (directory: string): [string, string][] => [
  ['files', process.env['FILES_DIR'] || path.join(directory, 'files')],
  ['store', path.join(directory, 'store')],
];

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
  const copied = fileFolders(directory).map(([name, folder]) =>
    copyMissing(folder, path.join(backups, name)),
  );
  return { place, files: copied.reduce((sum, each) => sum + each, 0) };
}

export type Restored = AfterRestore & {
  /** The time to which the database was restored. */
  restoredTo: Date;
  /** Where its former state is; null if there was none. */
  aside: string | null;
  /** Migrations that the backup, of an earlier version, did not have. */
  migrations: string[];
  files: number;
};

type Options = { directory: string; backups: string; to: RestoreTo; doubtMs?: number };

/** Restores the directory of a stack that is stopped. If that is not possible, everything stays as it was. */
export async function restore({ directory, backups, to, doubtMs }: Options): Promise<Restored> {
  if (!hasSecrets(directory))
    throw new Error(
      `${directory} has no secrets.json. Put the one that you keep for it there first: without its key, no portal login of the backup can be read.`,
    );
  const data = postgresDirectory(directory);
  await endLeftoverPostgres(data);
  const { POSTGRES_PASSWORD: password } = keptSecrets(directory);
  const { settings, copiedAt, aside, undo, undoByHand, keep } = putBack({ data, backups, to });
  const takeBack = (cause: unknown): void => {
    if (!(cause instanceof DoesNotEnd)) return undo();
    // Nothing may be moved while a server writes there.
    const sentence = `PostgreSQL cannot be stopped: ${cause.message} Nothing was restored. End it, then`;
    throw new Error(`${sentence} ${undoByHand()}`, { cause });
  };
  const server = await startEmbeddedPostgres({
    directory: data,
    port: await freePort(),
    password,
    settings: { ...settings, max_connections: CONNECTIONS_MAX },
    readyTimeoutMs: REPLAY_TIMEOUT_MS,
  }).catch((cause: unknown) => {
    takeBack(cause);
    throw new Error(unreplayed(to), { cause });
  });
  try {
    const restoredTo = to === 'latest' ? await lastChange(server.url(DATABASE), copiedAt) : to;
    const prepared = await prepareDatabase(server.url(DATABASE), restoredTo, doubtMs);
    const files = fileFolders(directory).map(([name, folder]) =>
      copyMissing(path.join(backups, name), folder),
    );
    await server.stop();
    forgetWorkflows(directory);
    keep();
    return { ...prepared, restoredTo, aside, files: files.reduce((sum, each) => sum + each, 0) };
  } catch (error) {
    const stopped = await server.stop().catch((cause: unknown) => cause);
    takeBack(stopped);
    throw error;
  }
}

const unreplayed = (to: RestoreTo): string =>
  to === 'latest'
    ? 'The log of changes cannot be replayed; see postgres.log. Nothing was changed.'
    : `The log of changes does not reach ${to.toISOString()}; see postgres.log. Nothing was changed. With --to latest, it is replayed up to its end.`;

/** Returns when the last change was made that the log had; without one, when the copy was made. */
async function lastChange(databaseUrl: string, copiedAt: Date): Promise<Date> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ at: Date | null }>('SELECT pg_last_xact_replay_timestamp() AS at');
    return rows[0]?.at ?? copiedAt;
  } finally {
    await client.end();
  }
}

/** The backup may be of an earlier version, whose database lacks what the platform now needs. */
async function prepareDatabase(
  databaseUrl: string,
  to: Date,
  doubtMs?: number,
): Promise<AfterRestore & Pick<Restored, 'migrations'>> {
  const migrations = await applyMigrations(databaseUrl);
  const db = openDatabase(databaseUrl);
  try {
    const prepared = await prepareRestored(db, { to, now: new Date(), ...(doubtMs ? { doubtMs } : {}) });
    return { ...prepared, migrations };
  } finally {
    await db.$disconnect();
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
