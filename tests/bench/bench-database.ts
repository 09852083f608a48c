/** A separate PostgreSQL with a migrated database, for benchmarks that need no other part of the stack. */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#prisma/embedded.ts';
import { applyMigrations } from '#prisma/migrate.ts';
import { freePort } from '#temporal/local/ports.ts';

export async function startBenchDatabase(
  settings: Record<string, string> = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  const directory = mkdtempSync(path.join(tmpdir(), 'chalan-bench-'));
  chmodSync(directory, 0o755);
  const server = await startEmbeddedPostgres({
    directory: path.join(directory, 'postgres'),
    port: await freePort(),
    password: randomUUID(),
    settings,
  });
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await runSql(server.url('postgres'), 'CREATE DATABASE bench');
    await applyMigrations(server.url('bench'));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: server.url('bench'), stop };
}

export async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
