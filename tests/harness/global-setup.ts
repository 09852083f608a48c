/** Starts what a test run shares: one PostgreSQL with a migrated template database, and one Temporal server. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#prisma/embedded.ts';
import { applyMigrations } from '#prisma/apply-migrations.ts';
import { ensureChromium } from '#temporal/local/chromium.ts';
import { freePort, keepPorts } from '#temporal/local/ports.ts';
import { startDevServer } from '#temporal/start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    temporalAddress: string;
  }
}

/** Set by a caller that runs many files one after the other on servers that are already running. */
export const RUNNING_SERVERS = 'CHALAN_TEST_SERVERS';

type Servers = { postgresUrl: string; temporalAddress: string };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeTemporaryFiles = keepTemporaryFiles();
  const running = process.env[RUNNING_SERVERS];
  const { stop, ...servers } = running
    ? { ...(JSON.parse(running) as Servers), stop: () => Promise.resolve() }
    : await startServers();
  project.provide('postgresUrl', servers.postgresUrl);
  project.provide('temporalAddress', servers.temporalAddress);
  return async () => {
    await stop();
    removeTemporaryFiles();
  };
}

/**
 * Keeps the temporary files of all processes of the run in one folder, because tests kill processes before they can
 * remove their own. Browsers and PostgreSQL run as other users, who must reach it too. Returns what removes it.
 */
function keepTemporaryFiles(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'chalan-run-'));
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

export async function startServers(): Promise<Servers & { stop: () => Promise<void> }> {
  const directory = mkdtempSync(path.join(tmpdir(), 'chalan-test-'));
  chmodSync(directory, 0o755);
  const password = randomUUID();
  const database = keepPorts({ sql: await freePort() }, ({ sql }) =>
    startEmbeddedPostgres({
      directory: path.join(directory, 'postgres'),
      port: sql,
      password,
      // Tests may lose their data when the machine fails, and they open many connections at the same time.
      settings: { fsync: 'off', max_connections: '300' },
    }),
  );
  const server = keepPorts({ grpc: await freePort() }, ({ grpc }) => startDevServer({ port: grpc }));
  const [postgres, temporal] = await Promise.all([
    database.start(),
    server.start(),
    ensureChromium((line) => process.stdout.write(`${line}\n`)),
  ]);
  const stop = async (): Promise<void> => {
    await Promise.all([postgres.stop(), temporal.stop()]);
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await createTemplate(postgres.url('postgres'));
    await applyMigrations(postgres.url('chalan_template'));
  } catch (error) {
    await stop();
    throw error;
  }
  return { postgresUrl: postgres.url('postgres'), temporalAddress: temporal.address, stop };
}

async function createTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('CREATE DATABASE chalan_template');
  } finally {
    await client.end();
  }
}
