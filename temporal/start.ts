/** Starts a Temporal development server: one process, its data in a SQLite file or in memory. */
import { spawn, type ChildProcess } from 'node:child_process';
import { openSync } from 'node:fs';
import net from 'node:net';
import { searchAttributes } from '#workflows/ids.ts';
import { findTemporal } from './find-server.mjs';
import { endProcess } from './local/end-process.ts';

const READY_TIMEOUT_MS = 30_000;
const POLL_MS = 100;

/** Without these the server takes 100 ms per activity after a burst, and ignores fairness keys (practice.md 0.1, 0.2). */
const dynamicConfig: Record<string, string> = {
  'history.transferProcessorMaxPollRPS': '5000',
  'history.timerProcessorMaxPollRPS': '5000',
  'history.visibilityProcessorMaxPollRPS': '5000',
  'matching.useNewMatcher': 'true',
  'matching.enableFairness': 'true',
  'matching.numTaskqueueReadPartitions': '1',
  'matching.numTaskqueueWritePartitions': '1',
  'frontend.enableUpdateWorkflowExecution': 'true',
};

export type DevServer = { address: string; process: ChildProcess; stop: () => Promise<void> };

export async function startDevServer(options: {
  port: number;
  uiPort?: number;
  databaseFile?: string;
  logFile?: string;
  /** Own process group: a Ctrl-C in the terminal reaches the starter only. */
  detached?: boolean;
  /** Switches beside the ones that every server of ours has. */
  dynamicConfig?: Record<string, string>;
  onProgress?: (line: string) => void;
}): Promise<DevServer> {
  const program = await findTemporal(options.onProgress ?? (() => undefined));
  const log = options.logFile ? openSync(options.logFile, 'a') : 'ignore';
  const child = spawn(program, serverArguments(options), {
    stdio: ['ignore', log, log],
    detached: options.detached ?? false,
  });
  await waitForServer(options.port, child);
  return { address: `127.0.0.1:${options.port}`, process: child, stop: () => endProcess(child) };
}

function serverArguments(options: {
  port: number;
  uiPort?: number;
  databaseFile?: string;
  dynamicConfig?: Record<string, string>;
}): string[] {
  return [
    'server',
    'start-dev',
    '--ip=127.0.0.1',
    `--port=${options.port}`,
    '--log-level=warn',
    ...(options.uiPort ? ['--ui-port', String(options.uiPort)] : ['--headless']),
    ...(options.databaseFile
      ? [
          '--db-filename',
          options.databaseFile,
          '--sqlite-pragma',
          'journal_mode=WAL',
          '--sqlite-pragma',
          'synchronous=NORMAL',
        ]
      : []),
    ...Object.entries({ ...dynamicConfig, ...options.dynamicConfig }).flatMap(([key, value]) => [
      '--dynamic-config-value',
      `${key}=${value}`,
    ]),
    ...Object.values(searchAttributes).flatMap((name) => ['--search-attribute', `${name}=Keyword`]),
  ];
}

async function waitForServer(port: number, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error('The Temporal server ended while starting; see temporal.log in the data directory.');
    if (await answers(port)) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`The Temporal server did not answer on port ${port} within ${READY_TIMEOUT_MS / 1000} s.`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
