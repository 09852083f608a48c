/** Starts a Temporal development server: one process with its data in a SQLite file or in memory. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { openSync } from 'node:fs';
import { Connection } from '@temporalio/client';
import { withoutSecrets } from '#api/env-parts.ts';
import { searchAttributes } from '#workflows/ids.ts';
import { findTemporal } from './find-server.mjs';
import { endProcess, hasEnded } from './local/end-process.ts';
import { EndedWhileStarting } from './local/ports.ts';

const READY_TIMEOUT_MS = 30_000;
const CALL_TIMEOUT_MS = 2_000;
const POLL_MS = 100;

/**
 * Without these settings the server needs 100 ms per activity after a burst, and ignores fairness keys (practice.md
 * 0.1, 0.2).
 */
const dynamicConfig: Record<string, string> = {
  'history.transferProcessorMaxPollRPS': '5000',
  'history.timerProcessorMaxPollRPS': '5000',
  'history.visibilityProcessorMaxPollRPS': '5000',
  'matching.useNewMatcher': 'true',
  'matching.enableFairness': 'true',
  'matching.numTaskqueueReadPartitions': '1',
  'matching.numTaskqueueWritePartitions': '1',
  // A worker gets a workflow's database steps together with the answer to its task, which saves a tenth of a job's
  // start.
  'system.enableActivityEagerExecution': 'true',
  'frontend.enableUpdateWorkflowExecution': 'true',
};

export type DevServer = {
  address: string;
  /** The first of `namespaces`. */
  namespace: string;
  process: ChildProcess;
  stop: () => Promise<void>;
};

/**
 * Starts a server and resolves when it responds. Another server on the port is not mistaken for it.
 * @throws EndedWhileStarting if the server ended, as it does when another program has one of its ports
 */
export async function startDevServer(options: {
  port: number;
  uiPort?: number;
  /** Codec endpoint at which the UI decrypts payloads. */
  codecUrl?: string;
  /**
   * Namespaces that are created besides `default`. No other server may have the first one, because it identifies the
   * server.
   */
  namespaces?: readonly [string, ...string[]];
  databaseFile?: string;
  logFile?: string;
  /** Uses a separate process group, so that Ctrl-C in the terminal reaches the parent process only. */
  detached?: boolean;
  /** Dynamic configuration in addition to that of all our servers. */
  dynamicConfig?: Record<string, string>;
  onProgress?: (line: string) => void;
}): Promise<DevServer> {
  const { namespaces = [`chalan-${randomUUID()}`] } = options;
  const place: Place = { port: options.port, uiPort: options.uiPort, namespace: namespaces[0] };
  const program = await findTemporal(options.onProgress ?? (() => undefined));
  const log = options.logFile ? openSync(options.logFile, 'a') : 'ignore';
  const child = spawn(program, serverArguments({ ...options, namespaces }), {
    stdio: ['ignore', log, log],
    detached: options.detached ?? false,
    env: withoutSecrets(process.env),
  });
  const stop = (): Promise<void> => endProcess(child);
  try {
    await waitUntilReady(place, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address: addressOf(place), namespace: place.namespace, process: child, stop };
}

function serverArguments(options: {
  port: number;
  uiPort?: number;
  /** Codec endpoint at which the UI decrypts payloads. */
  codecUrl?: string;
  namespaces: readonly string[];
  databaseFile?: string;
  dynamicConfig?: Record<string, string>;
}): string[] {
  return [
    'server',
    'start-dev',
    '--ip=127.0.0.1',
    `--port=${options.port}`,
    '--log-level=warn',
    ...options.namespaces.flatMap((name) => ['--namespace', name]),
    ...(options.uiPort ? ['--ui-port', String(options.uiPort)] : ['--headless']),
    ...(options.codecUrl ? ['--ui-codec-endpoint', options.codecUrl] : []),
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

type Place = { port: number; uiPort: number | undefined; namespace: string };

const addressOf = ({ port }: Place): string => `127.0.0.1:${port}`;

async function waitUntilReady(place: Place, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (hasEnded(child)) throw new EndedWhileStarting('The Temporal server ended while it was starting.');
    if ((await hasNamespace(place)) && (await uiShowsNamespace(place))) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(
    `The Temporal server was not ready on port ${place.port} within ${READY_TIMEOUT_MS / 1000} s.`,
  );
}

async function hasNamespace(place: Place): Promise<boolean> {
  const { namespace } = place;
  try {
    const connection = await Connection.connect({
      address: addressOf(place),
      connectTimeout: CALL_TIMEOUT_MS,
    });
    try {
      const call = () => connection.workflowService.describeNamespace({ namespace });
      await connection.withDeadline(Date.now() + CALL_TIMEOUT_MS, call);
    } finally {
      await connection.close();
    }
    return true;
  } catch {
    return false;
  }
}

/** The UI is a separate server in the same process, with its own port. */
async function uiShowsNamespace({ uiPort, namespace }: Place): Promise<boolean> {
  if (!uiPort) return true;
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const response = await fetch(`http://127.0.0.1:${uiPort}/api/v1/namespaces/${namespace}`, { signal }).catch(
    () => null,
  );
  await response?.body?.cancel();
  return response?.ok === true;
}
