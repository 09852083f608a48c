/**
 * Starts the one-machine stack's child processes and stores their process ids, by which a later start finds leftovers.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandOf, endProcess } from './end-process.ts';
import type { HeldPort } from './ports.ts';

const READY_TIMEOUT_MS = 60_000;
/** Most objects of a request or a row are short-lived: a larger young generation is collected less often. */
const YOUNG_GENERATION = '--max-semi-space-size=32';

export type Running = { process: ChildProcess; stop: () => Promise<void> };

/**
 * Starts one of our programs, built or as a TypeScript file, as a process. It reports `ready` over its channel and ends
 * when the channel closes. It receives the listening sockets of `sockets` by their names.
 */
export async function startNode(options: {
  entry: string;
  runDirectory: string;
  env: Record<string, string | undefined>;
  logFile: string;
  sockets?: Record<string, HeldPort>;
}): Promise<Running> {
  const { entry, runDirectory, env, logFile, sockets = {} } = options;
  const log = openSync(logFile, 'a');
  const loader = entry.endsWith('.ts') ? ['--import', 'tsx'] : ['--enable-source-maps'];
  // The last argument is for `endLeftovers`, which uses the command line to recognise whose process it is.
  const child = spawn(process.execPath, [YOUNG_GENERATION, ...loader, entry, runDirectory], {
    env: { ...env, CHALAN_SOCKETS: Object.keys(sockets).join(',') },
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
  });
  closeSync(log);
  try {
    await Promise.all([
      ready(child, entry),
      ...Object.entries(sockets).map(([name, port]) => port.handTo(child, name)),
    ]);
  } catch (error) {
    await endProcess(child, 'SIGKILL');
    throw error;
  }
  return { process: child, stop: () => endProcess(child) };
}

function ready(child: ChildProcess, entry: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${entry} was not ready within ${READY_TIMEOUT_MS / 1000} s.`)),
      READY_TIMEOUT_MS,
    );
    child.on('message', (message) => {
      if (message !== 'ready') return;
      clearTimeout(timer);
      resolve();
    });
    child.once('exit', () => {
      clearTimeout(timer);
      reject(new Error(`${entry} ended while it was starting.`));
    });
  });
}

function pidFile(runDirectory: string, name: string): string {
  return path.join(runDirectory, `${name}.pid`);
}

/** Stores the process id of a child under its name. */
export function notePid(runDirectory: string, name: string, pid: number | undefined): void {
  mkdirSync(runDirectory, { recursive: true });
  writeFileSync(pidFile(runDirectory, name), String(pid ?? ''));
}

/** Removes the stored process id; does nothing if there is none. */
export function forgetPid(runDirectory: string, name: string): void {
  rmSync(pidFile(runDirectory, name), { force: true });
}

/** PostgreSQL's leftover is ended in prisma/embedded.ts; the supervisor is the caller itself. */
const notLeftovers = new Set(['postgres.pid', 'supervisor.pid']);

/** Ends processes that a killed earlier start on the data directory left behind. */
export function endLeftovers(directory: string, runDirectory: string): void {
  mkdirSync(runDirectory, { recursive: true });
  for (const file of readdirSync(runDirectory).filter(
    (name) => name.endsWith('.pid') && !notLeftovers.has(name),
  )) {
    const pid = Number(readFileSync(path.join(runDirectory, file), 'utf8'));
    // The process id may meanwhile belong to another process, even one of another clone.
    if (pid > 0 && commandOf(pid).includes(`${directory}${path.sep}`)) killQuietly(pid);
    rmSync(path.join(runDirectory, file), { force: true });
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended in the meantime.
  }
}
