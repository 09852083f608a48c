/**
 * Runs Temporal's production server on PostgreSQL, for a cluster on one machine. Its two programs, the server and the
 * tool that creates its databases, are found in the cache or built with Go.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { HOUR_MS } from '#contracts/durations.ts';
import { withoutSecrets } from '#api/env-parts.ts';
import { buildOnce } from '#temporal/build-once.ts';
import { endProcess, hasEnded } from './end-process.ts';
import { EndedWhileStarting } from './ports.ts';
import type { Running } from './processes.ts';

const run = promisify(execFile);

/** Versions from 1.31.3 on need a newer Go than most machines have. */
const SERVER_VERSION = 'v1.31.2';
const sources = ['go.temporal.io/server/cmd/server', 'go.temporal.io/server/cmd/tools/sql'];
/** On two cores that others use too, the build has taken more than 20 minutes. */
const BUILD_WAIT_MAX_MS = HOUR_MS;
const BUILD_OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const READY_TIMEOUT_MS = 60_000;
const CALL_TIMEOUT_MS = 2_000;
const POLL_MS = 200;
const HISTORY_SHARDS = 16;

type Programs = { server: string; sql: string };

const directoryOf = (): string =>
  path.join(
    process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'),
    'chalan',
    'bin',
    `temporal-server-${SERVER_VERSION}`,
  );

/** Returns whether the server needs no building. */
export const hasTemporalServer = (): boolean => existsSync(directoryOf());

/** Returns the programs; builds them with Go the first time, which takes some minutes. */
export async function findTemporalServer(say: (line: string) => void): Promise<Programs> {
  const directory = directoryOf();
  await buildOnce({
    lock: `${directory}.lock`,
    isBuilt: hasTemporalServer,
    waitMaxMs: BUILD_WAIT_MAX_MS,
    build: async () => {
      say(`Building the Temporal server ${SERVER_VERSION} with Go: once, 3 to 5 minutes …`);
      const draft = `${directory}-${process.pid}`;
      mkdirSync(draft, { recursive: true });
      try {
        await run('go', ['install', ...sources.map((source) => `${source}@${SERVER_VERSION}`)], {
          env: { ...withoutSecrets(process.env), GOBIN: draft },
          maxBuffer: BUILD_OUTPUT_BYTES_MAX,
        });
        renameSync(draft, directory);
      } finally {
        rmSync(draft, { recursive: true, force: true });
      }
    },
  });
  return { server: path.join(directory, 'server'), sql: path.join(directory, 'sql') };
}

/** The account and address of PostgreSQL. */
export type Sql = { host: string; port: number; user: string; password: string };
/** `inner` are the ports on which the server's parts reach each other. */
export type ServerPorts = { grpc: number; inner: readonly number[] };
/** Number of ports that the server needs beside its own. */
export const INNER_PORTS = 8;

const databases = { temporal: 'temporal', temporal_visibility: 'visibility' };

/** Creates the server's databases, and migrates them to its version. */
export async function prepareTemporalDatabases(programs: Programs, sql: Sql): Promise<void> {
  const env = {
    ...withoutSecrets(process.env),
    SQL_PLUGIN: 'postgres12',
    SQL_HOST: sql.host,
    SQL_PORT: String(sql.port),
    SQL_USER: sql.user,
    SQL_PASSWORD: sql.password,
  };
  for (const [database, schema] of Object.entries(databases)) {
    const tool = (...words: string[]) => run(programs.sql, ['--db', database, ...words], { env });
    // Both steps fail if they were done before. If one fails for another reason, the last step fails as well.
    await tool('create-database').catch(() => undefined);
    await tool('setup-schema', '-v', '0.0').catch(() => undefined);
    await tool('update-schema', '--schema-name', `postgresql/v12/${schema}`);
  }
}

/** Starts the server, and creates the namespace the first time. Resolves when it answers. */
export async function startTemporalServer(options: {
  programs: Programs;
  directory: string;
  sql: Sql;
  ports: ServerPorts;
  namespace: string;
  logFile: string;
}): Promise<Running> {
  const { programs, directory, ports, namespace, logFile } = options;
  writeConfiguration(options);
  const log = openSync(logFile, 'a');
  const child = spawn(
    programs.server,
    ['--root', directory, '--config', '.', '--env', 'development', '--allow-no-auth', 'start'],
    { stdio: ['ignore', log, log], detached: true, env: withoutSecrets(process.env) },
  );
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await hasNamespace(ports, namespace))) {
    if (hasEnded(child)) throw new EndedWhileStarting('The Temporal server ended while it was starting.');
    if (Date.now() > deadline) {
      await endProcess(child);
      throw new Error(`The Temporal server was not ready within ${READY_TIMEOUT_MS / 1000} s.`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return { process: child, stop: () => endProcess(child) };
}

/** Creates the namespace unless it exists, and returns whether the server can use it. */
async function hasNamespace({ grpc }: ServerPorts, namespace: string): Promise<boolean> {
  const address = `127.0.0.1:${grpc}`;
  const connection = await Connection.connect({ address, connectTimeout: CALL_TIMEOUT_MS }).catch(() => null);
  if (!connection) return false;
  const { workflowService } = connection;
  const soon = <Answer>(call: () => Promise<Answer>) =>
    connection.withDeadline(Date.now() + CALL_TIMEOUT_MS, call);
  try {
    const created = { namespace, workflowExecutionRetentionPeriod: msToTs('3 days') };
    await soon(() => workflowService.registerNamespace(created)).catch(() => undefined);
    // Reads a task queue, because all parts of the server know a new namespace only after some seconds.
    const taskQueue = { name: 'ready' };
    await soon(() => workflowService.describeTaskQueue({ namespace, taskQueue, taskQueueType: 1 }));
    return true;
  } catch {
    return false;
  } finally {
    await connection.close();
  }
}

/** Writes JSON, which is valid YAML. The file contains the database's password. */
function writeConfiguration({
  directory,
  sql,
  ports: { grpc, inner },
}: {
  directory: string;
  sql: Sql;
  ports: ServerPorts;
}): void {
  const host = '127.0.0.1';
  const store = (databaseName: string, connections: number) => ({
    sql: {
      pluginName: 'postgres12',
      databaseName,
      connectAddr: `${sql.host}:${sql.port}`,
      connectProtocol: 'tcp',
      user: sql.user,
      password: sql.password,
      maxConns: connections,
      maxIdleConns: connections,
    },
  });
  const service = (grpcPort: number | undefined, membershipPort: number | undefined) => ({
    rpc: { grpcPort, membershipPort, bindOnLocalHost: true },
  });
  const configuration = {
    log: { stdout: true, level: 'warn' },
    persistence: {
      defaultStore: 'default',
      visibilityStore: 'visibility',
      numHistoryShards: HISTORY_SHARDS,
      datastores: { default: store('temporal', 20), visibility: store('temporal_visibility', 5) },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: host } },
    services: {
      frontend: service(grpc, inner[0]),
      history: service(inner[1], inner[2]),
      matching: service(inner[3], inner[4]),
      worker: service(inner[5], inner[6]),
    },
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: { enabled: true, initialFailoverVersion: 1, rpcAddress: `${host}:${grpc}` },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
    dynamicConfigClient: { filepath: path.resolve('temporal/dynamic-config.yaml'), pollInterval: '60s' },
  };
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, 'development.yaml'), JSON.stringify(configuration), { mode: 0o600 });
}
