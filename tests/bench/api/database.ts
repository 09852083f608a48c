/** A separate PostgreSQL with a migrated database, for measurements that need no other part of the stack. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#prisma/embedded.ts';
import { freePort } from '#temporal/local/ports.ts';

/** For millions of rows that are written once and then only read. */
export const bulkSettings = { fsync: 'off', autovacuum: 'off', max_wal_size: '8GB' };

/** Starts the database, fills it with the statements of `seeds`, and stops it after `measure`. */
export async function withDatabase(
  { settings = {}, seeds }: { settings?: Record<string, string>; seeds: readonly string[] },
  measure: (url: string) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'chalan-bench-'));
  chmodSync(directory, 0o755);
  const server = await startEmbeddedPostgres({
    directory: path.join(directory, 'postgres'),
    port: await freePort(),
    password: randomUUID(),
    settings,
  });
  try {
    await runSql(server.url('postgres'), 'CREATE DATABASE bench');
    const url = server.url('bench');
    migrate(url);
    for (const seed of seeds) await runSql(url, seed);
    // Separately, because VACUUM cannot run inside the transaction of a seed.
    for (const upkeep of ['VACUUM ANALYZE', 'CHECKPOINT']) await runSql(url, upkeep);
    await measure(url);
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Migrates in a separate process, because Prisma's engine breaks when it migrates a second database in the same one. */
function migrate(url: string): void {
  execFileSync(process.execPath, ['--import', 'tsx', 'prisma/migrate.ts', 'apply'], {
    env: { ...process.env, DATABASE_URL: url, APP_DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
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
