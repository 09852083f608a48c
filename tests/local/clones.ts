/** Runs `npm start` as separate processes, for tests that start several at the same moment. */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endProcess } from '#temporal/local/end-process.ts';
import type { StackAddresses } from '#temporal/local/stack.ts';
import { until } from '#tests/harness/until.ts';

/** A first start initialises PostgreSQL and may build the web client, while the machine does other work. */
const RUNNING_TIMEOUT_MS = 240_000;

export type Clone = {
  directory: string;
  addresses: StackAddresses;
  /** The output so far, errors included. */
  output: () => string;
  /** Resolves with its exit code. */
  ended: Promise<number | null>;
  /** Ctrl-C; resolves with its exit code. */
  stop: () => Promise<number | null>;
};

export type ClonePorts = Record<
  'PORT' | 'POSTGRES_PORT' | 'TEMPORAL_PORT' | 'TEMPORAL_UI_PORT' | 'SANDBOX_PORT' | 'SANDBOX_IMAP_PORT',
  string
>;

/** Data directories that exist until `remove` is called. */
export function dataDirectories(count: number): { directories: string[]; remove: () => void } {
  const directories = Array.from({ length: count }, () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'chalan-clone-'));
    // PostgreSQL runs as a separate user where the tests run as root.
    chmodSync(directory, 0o755);
    return directory;
  });
  return {
    directories,
    remove: () => directories.forEach((directory) => rmSync(directory, { recursive: true, force: true })),
  };
}

/** Starts a clone on a data directory; resolves when it has printed its table, rejects if it ends before. */
async function startClone(directory: string, ports: ClonePorts): Promise<Clone> {
  const child = spawn(process.execPath, ['temporal/local/bootstrap.mjs', 'up'], {
    env: {
      ...process.env,
      ...ports,
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      PASSWORD_HASH_LOG2_N: '12',
      CHALAN_DATA: directory,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { output, ended } = watched(child);
  const stop = async (): Promise<number | null> => {
    await endProcess(child, 'SIGINT');
    return ended;
  };
  try {
    await until(
      'a clone to run',
      () => {
        if (hasEnded(child)) throw new Error(`A clone ended while starting:\n${output()}`);
        return output().includes('Chalan is running.');
      },
      RUNNING_TIMEOUT_MS,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  const addresses = JSON.parse(
    readFileSync(path.join(directory, 'run', 'stack.json'), 'utf8'),
  ) as StackAddresses;
  return { directory, addresses, output, ended, stop };
}

/** Starts one clone per data directory at the same moment, all of them requesting the same ports. */
export async function startClones(directories: readonly string[], ports: ClonePorts): Promise<Clone[]> {
  const starts = await Promise.allSettled(directories.map((directory) => startClone(directory, ports)));
  const clones = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const failure = starts.find((start) => start.status === 'rejected');
  if (!failure) return clones;
  await Promise.all(clones.map((clone) => clone.stop()));
  throw failure.reason;
}

function watched(child: ChildProcess): { output: () => string; ended: Promise<number | null> } {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  }
  return {
    output: () => text,
    ended: new Promise((resolve) => child.once('exit', (code) => resolve(code))),
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
