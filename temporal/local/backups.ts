/**
 * Backs up a data directory whose PostgreSQL runs on this machine: copies of the running database; its log of changes,
 * with which it can be restored to any moment after a copy; and the files.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { commandOf } from './end-process.ts';

/** If the disk is lost, at most this much of the log is lost with it. */
const ARCHIVE_SECONDS = '60';
/** Contents that PostgreSQL recreates by itself, or that must not be copied from a running server. */
const emptied = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const leftOut = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init']);
const ARCHIVED_TIMEOUT_MS = 60_000;
const ARCHIVED_LOOK_MS = 200;
const REMOVE_TRIES_MAX = 5;
/** The name of each file of the log begins with the number of its timeline: each restore begins a new one. */
const TIMELINE_DIGITS = 8;
const BASE = 'base-';
const DRAFT = 'draft-';
const ABANDONED = 'abandoned-';
const MANIFEST = 'manifest.json';
/** Ends the name of the file by which PostgreSQL notes that a segment waits to be archived. */
const READY = '.ready';
/** Only the owner may enter a folder with it. */
const PRIVATE_MODE = 0o700;

type Manifest = { endedAt: string };
type Base = { place: string; endedAt: Date };

/** Returns the folder of the backups; null without BACKUP_DIR. */
export function backupDirectory(): string | null {
  const given = process.env['BACKUP_DIR'];
  if (!given) return null;
  if (/["'\\%\n]/.test(given))
    throw new Error('BACKUP_DIR must have no quotes, backslashes and percent signs.');
  return path.resolve(given);
}

const logDirectory = (backups: string): string => path.join(backups, 'log');

/** Returns the settings with which PostgreSQL archives its log of changes in the backups; none without a place for them. */
export function archiveSettings(backups: string | null): Record<string, string> {
  if (backups === null) return {};
  const log = logDirectory(backups);
  mkdirSync(log, { recursive: true });
  ownedByServer(log);
  return {
    archive_mode: 'on',
    archive_timeout: ARCHIVE_SECONDS,
    // A segment that is there already is either the same one, if only the confirmation of its archiving was lost, or that
    // of another database, in whose place nothing is put: its backups need it, and PostgreSQL keeps ours.
    archive_command: `if test -f "${log}/%f"; then cmp -s "%p" "${log}/%f"; else cp "%p" "${log}/%f.part" && mv "${log}/%f.part" "${log}/%f"; fi`,
  };
}

/** PostgreSQL runs as a separate user if we run as root. */
function ownedByServer(place: string): void {
  if (userInfo().uid === 0) execFileSync('chown', ['-R', 'postgres', place]);
}

/** Copies the database of a running server. Returns the place of the copy. */
export async function copyDatabase(options: {
  databaseUrl: string;
  data: string;
  backups: string;
}): Promise<string> {
  const { databaseUrl, data, backups } = options;
  const draft = takeDraft(backups);
  // The copy is as confidential as the database.
  chmodSync(draft, PRIVATE_MODE);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('chalan', fast => true)`);
    copyRunning(data, path.join(draft, 'data'));
    const { rows } = await client.query<Stop>(
      `SELECT labelfile, spcmapfile, pg_walfile_name(lsn) AS segment, clock_timestamp() AS now
      FROM pg_backup_stop(wait_for_archive => false)`,
    );
    const [{ labelfile, spcmapfile, segment, now }] = rows as [Stop];
    await untilArchived(client, segment);
    writeFileSync(path.join(draft, 'data', 'backup_label'), labelfile);
    if (spcmapfile) writeFileSync(path.join(draft, 'data', 'tablespace_map'), spcmapfile);
    writeFileSync(
      path.join(draft, MANIFEST),
      JSON.stringify({ endedAt: now.toISOString() } satisfies Manifest),
    );
    const place = path.join(backups, `${BASE}${now.toISOString().replaceAll(':', '-')}`);
    renameSync(draft, place);
    return place;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    await client.end();
  }
}

/**
 * Makes the folder of a copy that is being made. Removes what a killed backup left, which is as large as the database.
 * @throws Error while another backup is being made: both would copy the same files
 */
export function takeDraft(backups: string): string {
  mkdirSync(backups, { recursive: true });
  for (const name of readdirSync(backups).filter((each) => each.startsWith(DRAFT))) {
    const pid = Number(name.slice(DRAFT.length));
    if (pid !== process.pid && commandOf(pid).includes('backup'))
      throw new Error(`Another backup is being made in ${backups} (process ${pid}).`);
    rmSync(path.join(backups, name), { recursive: true, force: true });
  }
  const draft = path.join(backups, `${DRAFT}${process.pid}`);
  mkdirSync(draft);
  return draft;
}

type Stop = { labelfile: string; spcmapfile: string; segment: string; now: Date };

/** Waits until the log is archived up to a segment, because the copy is of no use without it. */
async function untilArchived(client: pg.Client, segment: string): Promise<void> {
  const deadline = Date.now() + ARCHIVED_TIMEOUT_MS;
  for (;;) {
    const { rows } = await client.query<{ last: string | null; failed: boolean }>(
      `SELECT last_archived_wal AS last, coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
      AS failed FROM pg_stat_archiver`,
    );
    const [{ last, failed }] = rows as [(typeof rows)[0]];
    if (last !== null && last >= segment) return;
    if (Date.now() > deadline) {
      const why = failed
        ? 'cannot write it, or BACKUP_DIR has the log of another database'
        : 'is not set up to keep it; was it started with BACKUP_DIR?';
      throw new Error(`The log of changes is not in the backups: PostgreSQL ${why} (see postgres.log).`);
    }
    await delay(ARCHIVED_LOOK_MS);
  }
}

/** Files may disappear while they are copied; the log of changes contains what the copy lacks. */
function copyRunning(from: string, to: string, withoutContents: readonly string[] = emptied): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (leftOut.has(name)) continue;
    const [source, target] = [path.join(from, name), path.join(to, name)];
    if (withoutContents.includes(name)) mkdirSync(target);
    else if (lstatSync(source, { throwIfNoEntry: false })?.isDirectory()) copyRunning(source, target, []);
    else copyIfThere(source, target);
  }
}

function copyIfThere(source: string, target: string): void {
  try {
    cpSync(source, target, { preserveTimestamps: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

/** Returns the copies from which a restore may start, the newest last. */
function listBases(backups: string): Base[] {
  if (!existsSync(backups)) return [];
  return readdirSync(backups)
    .filter((name) => name.startsWith(BASE))
    .map((name) => {
      const place = path.join(backups, name);
      const { endedAt } = JSON.parse(readFileSync(path.join(place, MANIFEST), 'utf8')) as Manifest;
      return { place, endedAt: new Date(endedAt) };
    })
    .toSorted((one, other) => one.endedAt.getTime() - other.endedAt.getTime());
}

/** A moment, or the end of the log. */
export type RestoreTo = Date | 'latest';

export type PutBack = {
  /** Settings with which PostgreSQL replays its log up to the moment, and continues to archive it. */
  settings: Record<string, string>;
  /** When the copy was made that is put in place. */
  copiedAt: Date;
  /** The place of the former state; null if there was none. */
  aside: string | null;
  /** Undoes the restore if the log cannot be replayed. No server may run on the database. */
  undo: () => void;
  /** Says how a person does that once the server has ended. */
  undoByHand: () => string;
  /** Sets aside copies from after the moment, which do not belong to the restored database. */
  keep: () => void;
};

/** Puts the newest copy from before the moment in the place of the database, whose present state is moved aside. */
export function putBack(options: { data: string; backups: string; to: RestoreTo }): PutBack {
  const { data, backups, to } = options;
  const bases = listBases(backups);
  const base = bases.findLast(({ endedAt }) => to === 'latest' || endedAt <= to);
  if (!base) {
    const first = bases[0] ? `The first one is of ${bases[0].endedAt.toISOString()}.` : 'There is none.';
    const wanted = to === 'latest' ? 'any time' : `before ${to.toISOString()}`;
    throw new Error(`No backup in ${backups} is from ${wanted}. ${first}`);
  }
  const log = logDirectory(backups);
  mkdirSync(log, { recursive: true });
  const archived = new Set(readdirSync(log));
  const aside = `${data}.before-${new Date().toISOString().replaceAll(':', '-')}`;
  const hasFormer = existsSync(data);
  const archivedSince = (): string[] => readdirSync(log).filter((name) => !archived.has(name));
  const undo = (): void => {
    const undone = `${data}.undone`;
    if (existsSync(data)) renameSync(data, undone);
    if (hasFormer) renameSync(aside, data);
    // The log of what was taken back would be followed by the next restore.
    for (const name of archivedSince()) rmSync(path.join(log, name));
    // Deleted last: it takes time, and fails where something is still being written.
    rmSync(undone, { recursive: true, force: true, maxRetries: REMOVE_TRIES_MAX });
  };
  if (hasFormer) renameSync(data, aside);
  try {
    cpSync(path.join(base.place, 'data'), data, { recursive: true, preserveTimestamps: true });
    chmodSync(data, PRIVATE_MODE);
    writeFileSync(path.join(data, 'recovery.signal'), '');
    ownedByServer(data);
  } catch (error) {
    undo();
    throw error;
  }
  // PostgreSQL does not accept the Z of ISO 8601 here.
  const target = to === 'latest' ? null : to.toISOString().replace('T', ' ').replace('Z', '+00');
  return {
    copiedAt: base.endedAt,
    settings: {
      // The restored database has a log of its own from the first change on.
      ...archiveSettings(backups),
      // The end of the log is not in the archive yet.
      restore_command: `cp "${log}/%f" "%p" || cp "${aside}/pg_wal/%f" "%p"`,
      ...(target === null ? {} : { recovery_target_time: target }),
      recovery_target_action: 'promote',
      // Sessions are admitted only after the replay.
      hot_standby: 'off',
    },
    aside: hasFormer ? aside : null,
    undo,
    undoByHand: () => {
      const timelines = [...new Set(archivedSince().map((name) => name.slice(0, TIMELINE_DIGITS)))];
      const steps = [
        `remove ${data}`,
        ...(hasFormer ? [`rename ${aside} to it`] : []),
        ...timelines.map((timeline) => `remove what begins with ${timeline} from ${log}`),
      ];
      return `${steps.join(', ')}.`;
    },
    keep: () => {
      for (const { place, endedAt } of bases)
        if (to !== 'latest' && endedAt > to)
          renameSync(place, path.join(backups, `${ABANDONED}${path.basename(place)}`));
      if (hasFormer) archiveRest(path.join(aside, 'pg_wal'), log);
    },
  };
}

/** Archives the segments that the former server had completed and not archived, on which the restored one builds. */
function archiveRest(segments: string, log: string): void {
  const waiting = readdirSync(path.join(segments, 'archive_status')).filter((name) => name.endsWith(READY));
  for (const name of waiting.map((file) => file.slice(0, -READY.length)))
    if (!existsSync(path.join(log, name))) copyWhole(path.join(segments, name), path.join(log, name));
  ownedByServer(log);
}

/** Copies files that are missing in `to`, and deletes none. Returns how many. */
export function copyMissing(from: string, to: string): number {
  if (!existsSync(from)) return 0;
  // Customers' documents are no more readable here than where they come from.
  mkdirSync(to, { recursive: true, mode: PRIVATE_MODE });
  let copied = 0;
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copied += copyMissing(source, target);
    else if (entry.isFile() && !existsSync(target)) {
      copyWhole(source, target);
      copied += 1;
    }
  }
  return copied;
}

/** Copies a file, if it is there, so that nobody sees a part of it under its name. */
function copyWhole(source: string, target: string): void {
  copyIfThere(source, `${target}.part`);
  if (existsSync(`${target}.part`)) renameSync(`${target}.part`, target);
}
