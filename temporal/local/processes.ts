/** Child processes of the one-machine stack: started, watched, started again when they die, ended in order. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { endProcess } from './end-process.ts';

const READY_TIMEOUT_MS = 60_000;
/** Most of what a request or a row makes is garbage at once: with room for it, it is collected seldom. */
const YOUNG_GENERATION = '--max-semi-space-size=32';
const RESTART_DELAY_MS = 500;
/** A process that dies more often than this within a minute is given up. */
const RESTARTS_PER_MINUTE_MAX = 10;

export type Running = { process: ChildProcess; stop: () => Promise<void> };

export type Supervised = { name: string; stop: () => Promise<void>; pid: () => number | undefined };

/** Keeps `start` running under `name` until stopped; its pid is noted, so that a later start can end a leftover. */
export async function supervise(options: {
  name: string;
  runDirectory: string;
  start: () => Promise<Running>;
  onDeath: (line: string) => void;
}): Promise<Supervised> {
  const { name, runDirectory, start, onDeath } = options;
  let stopping = false;
  let deaths: number[] = [];
  let current = await start();
  const watch = (running: Running): void => {
    notePid(runDirectory, name, running.process.pid);
    running.process.once('exit', (code, signal) => void restart(code, signal));
    if (running.process.exitCode !== null || running.process.signalCode !== null) void restart(null, null);
  };
  const restart = async (code: number | null, signal: NodeJS.Signals | null): Promise<void> => {
    if (stopping) return;
    deaths = [...deaths, Date.now()].filter((at) => at > Date.now() - 60_000);
    if (deaths.length > RESTARTS_PER_MINUTE_MAX) {
      onDeath(`${name} keeps ending; it is not started again. See its log in the data directory.`);
      return;
    }
    onDeath(`${name} ended (${signal ?? code ?? 'unknown'}); starting it again.`);
    await new Promise((resolve) => setTimeout(resolve, RESTART_DELAY_MS));
    if (stopping) return;
    try {
      current = await start();
      watch(current);
    } catch (error) {
      onDeath(`${name} did not start: ${error instanceof Error ? error.message : String(error)}`);
      void restart(null, null);
    }
  };
  watch(current);
  return {
    name,
    pid: () => current.process.pid,
    stop: async () => {
      stopping = true;
      await current.stop();
      rmSync(pidFile(runDirectory, name), { force: true });
    },
  };
}

/** A TypeScript entry of ours as a process; it says `ready` over its channel and ends when the channel closes. */
export async function startNode(options: {
  entry: string;
  env: Record<string, string | undefined>;
  logFile: string;
}): Promise<Running> {
  const log = openSync(options.logFile, 'a');
  const child = spawn(process.execPath, [YOUNG_GENERATION, '--import', 'tsx', options.entry], {
    env: options.env,
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
  });
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${options.entry} was not ready in time; see ${options.logFile}.`)),
      READY_TIMEOUT_MS,
    );
    child.once('message', () => {
      clearTimeout(timer);
      resolve();
    });
    child.once('exit', () => {
      clearTimeout(timer);
      reject(new Error(`${options.entry} ended while starting; see ${options.logFile}.`));
    });
  });
  return { process: child, stop: () => endProcess(child) };
}

function pidFile(runDirectory: string, name: string): string {
  return path.join(runDirectory, `${name}.pid`);
}

function notePid(runDirectory: string, name: string, pid: number | undefined): void {
  mkdirSync(runDirectory, { recursive: true });
  writeFileSync(pidFile(runDirectory, name), String(pid ?? ''));
}

/** PostgreSQL ends its own leftover (prisma/embedded.ts); the supervisor is the caller. */
const notLeftovers = new Set(['postgres.pid', 'supervisor.pid']);

/** Ends what an earlier start left behind when it was killed. */
export function endLeftovers(runDirectory: string, belongsToUs: (command: string) => boolean): void {
  mkdirSync(runDirectory, { recursive: true });
  for (const file of readdirSync(runDirectory).filter(
    (name) => name.endsWith('.pid') && !notLeftovers.has(name),
  )) {
    const pid = Number(readFileSync(path.join(runDirectory, file), 'utf8'));
    if (pid > 0 && belongsToUs(commandOf(pid))) killQuietly(pid);
    rmSync(path.join(runDirectory, file), { force: true });
  }
}

/** The command line of a process; empty when there is none. */
export function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
