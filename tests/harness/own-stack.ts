/**
 * The whole platform as real processes, started the way `npm start` does, on free ports and with its own data
 * directory.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase, type Database } from '#prisma/client.ts';
import { startCluster, type Cluster, type ClusterOptions } from '#temporal/local/cluster.ts';
import { freePort } from '#temporal/local/ports.ts';
import { startStack, type Stack } from '#temporal/local/stack.ts';

/** Connections of the test or benchmark itself, beside those of the platform. */
const CONNECTIONS_MAX = 3;

export type OwnStack = {
  stack: Stack;
  /** Everything the stack writes: logs, files, Temporal's and PostgreSQL's data. */
  directory: string;
  db: Database;
  stop: () => Promise<void>;
};

/** `whileStopped` stops the stack, does the work, and starts it again on the same directory and ports. */
export type RestartableStack = OwnStack & { whileStopped: (work: () => Promise<void>) => Promise<void> };

/** A cluster for the test itself; otherwise as a stack. */
export type OwnCluster = Omit<OwnStack, 'stack'> & { cluster: Cluster };

export async function startOwnStack(environment: Record<string, string>): Promise<RestartableStack> {
  const directory = await prepareOwn(environment);
  const start = (): Promise<Stack> => startStack(() => undefined);
  const first = await start();
  const own: RestartableStack = {
    stack: first,
    ...belongingTo(first, directory, () => own.stack.stop()),
    whileStopped: async (work) => {
      await own.stack.stop();
      await work();
      own.stack = await start();
    },
  };
  return own;
}

export async function startOwnCluster(
  environment: Record<string, string>,
  options: ClusterOptions,
): Promise<OwnCluster> {
  const directory = await prepareOwn(environment);
  const cluster = await startCluster(() => undefined, options);
  return { cluster, ...belongingTo(cluster, directory, cluster.stop) };
}

async function prepareOwn(environment: Record<string, string>): Promise<string> {
  const directory = mkdtempSync(path.join(tmpdir(), 'chalan-stack-'));
  // PostgreSQL runs as a separate user where the tests run as root.
  chmodSync(directory, 0o755);
  Object.assign(process.env, {
    CHALAN_DATA: directory,
    NODE_ENV: 'development',
    PORT: String(await freePort()),
    POSTGRES_PORT: String(await freePort()),
    TEMPORAL_PORT: String(await freePort()),
    TEMPORAL_UI_PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    SANDBOX_IMAP_PORT: String(await freePort()),
    // Probes would meet the faults that are set for jobs.
    PORTAL_PROBES: 'false',
    ...environment,
  });
  return directory;
}

function belongingTo(
  { failed, databaseUrl }: Stack | Cluster,
  directory: string,
  stop: () => Promise<void>,
): Pick<OwnStack, 'directory' | 'db' | 'stop'> {
  void failed.then((sentence) => process.stderr.write(`${sentence}\n`));
  const db = openDatabase(databaseUrl, CONNECTIONS_MAX);
  return {
    directory,
    db,
    stop: async () => {
      await db.$disconnect();
      await stop();
      if (process.env['KEEP_DATA'] !== '1') rmSync(directory, { recursive: true, force: true });
    },
  };
}
