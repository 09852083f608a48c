/** Runs the API as a separate process on a test application's database and files, and measures its memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll } from 'vitest';
import type { ApiEnv } from '#api/env.ts';
import { freePort } from '#temporal/local/ports.ts';
import { buildPrograms } from '#temporal/local/programs.ts';

const START_TIMEOUT_MS = 60_000;
const START_LOOK_MS = 100;
const SAMPLE_MS = 25;
const KIB = 1024;
const MIB = 1024 * KIB;

export type ApiProcess = {
  origin: string;
  pid: number;
  /** Current memory of the process and of all processes that it has started. */
  residentMib: () => number;
  /** Starts to watch the memory; `stop` returns the largest value since then. */
  watchMemory: () => { stop: () => number };
  kill: (signal: NodeJS.Signals) => Promise<void>;
};

/**
 * Resolves when the process answers requests; the process ends with the test file. It serves the client that is in
 * `web/dist` of the directory.
 */
export async function startApiProcess(
  env: ApiEnv,
  logLevel: ApiEnv['LOG_LEVEL'] = 'error',
  directory = process.cwd(),
): Promise<ApiProcess> {
  const { api } = await buildPrograms('.cache');
  const port = await freePort();
  const given = Object.entries(env).filter(([, value]) => value !== undefined);
  const started = spawn(process.execPath, ['--enable-source-maps', api], {
    env: {
      PATH: process.env['PATH'],
      ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
      LOG_LEVEL: logLevel,
      PORT: String(port),
    },
    cwd: directory,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(started, 'exit');
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    started.kill(signal);
    await ended;
  };
  running.push(kill);
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswering(origin);
  const pid = started.pid ?? 0;
  return {
    origin,
    pid,
    residentMib: () => residentMib(pid),
    watchMemory: () => {
      let highest = residentMib(pid);
      const timer = setInterval(() => (highest = Math.max(highest, residentMib(pid))), SAMPLE_MS);
      return {
        stop: () => {
          clearInterval(timer);
          return highest;
        },
      };
    },
    kill,
  };
}

const running: ((signal: NodeJS.Signals) => Promise<void>)[] = [];
afterAll(async () => {
  for (const kill of running.splice(0)) await kill('SIGKILL');
});

async function untilAnswering(origin: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(`${origin}/api/settings`).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new Error(`The API at ${origin} did not start.`);
    await delay(START_LOOK_MS);
  }
}

function residentMib(pid: number): number {
  return treeOf(pid).reduce((sum, each) => sum + residentBytes(each), 0) / MIB;
}

/** Process ids of the process and of those it has started; any of them may end at any moment. */
function treeOf(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`)
      .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
      .filter((text) => text.trim() !== '')
      .map(Number);
    return [pid, ...children.flatMap(treeOf)];
  } catch {
    return [];
  }
}

function residentBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * KIB;
  } catch {
    return 0;
  }
}
