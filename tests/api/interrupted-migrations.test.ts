/** Migrations that are interrupted, fail or wait for a lock: the next run continues, and nobody else waits long. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyMigrations } from '#prisma/apply-migrations.ts';
import { listMigrations, migrationsPath } from '#prisma/schema-engine.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/until.ts';

const { db, url } = await createTestDatabase();
let other: pg.Client;
beforeEach(async () => {
  other = new pg.Client({ connectionString: url });
  await other.connect();
});
afterEach(() => other.end());

/** All migrations, and one more with this script. */
function withOneMore(name: string, script: string): ReturnType<typeof listMigrations> {
  const list = listMigrations();
  const content = { tag: 'ok' as const, value: script };
  const migration = { path: name, migrationFile: { path: 'migration.sql', content } };
  return { ...list, migrationDirectories: [...list.migrationDirectories, migration] };
}
const states = (name: string) =>
  db.$queryRaw<{ finished: boolean; rolledBack: boolean }[]>`
    SELECT finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS "rolledBack"
    FROM _prisma_migrations WHERE migration_name = ${name} ORDER BY started_at`;

test('a migration that failed is applied again by the next run, without a command in between', async () => {
  const failing = withOneMore('9001_failing', 'CREATE TABLE failing (id integer); SELECT 1/0');
  await expect(applyMigrations(url, { migrations: failing })).rejects.toThrow(/division by zero/);
  const mended = withOneMore('9001_failing', 'CREATE TABLE failing (id integer)');
  expect(await applyMigrations(url, { migrations: mended })).toEqual(['9001_failing']);
  expect(await states('9001_failing')).toEqual([
    { finished: false, rolledBack: true },
    { finished: true, rolledBack: false },
  ]);
  expect(await applyMigrations(url, { migrations: mended })).toEqual([]);
});

test('a migration whose process is killed after its script counts as applied, because both are one transaction', async () => {
  const list = withOneMore(
    '9002_killed',
    "CREATE TABLE killed (id integer); SELECT set_config('a.b', 'c', false)",
  );
  // The engine marks a migration as finished by a statement of its own, which a killed process never sends.
  await other.query(`
    CREATE FUNCTION refuse_steps() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE 'The process was killed.'; END $$;
    CREATE TRIGGER refuse_steps BEFORE UPDATE OF applied_steps_count ON _prisma_migrations
    FOR EACH ROW EXECUTE FUNCTION refuse_steps()`);
  await expect(applyMigrations(url, { migrations: list })).rejects.toThrow(/was killed/);
  await other.query('DROP FUNCTION refuse_steps CASCADE');
  expect(await applyMigrations(url, { migrations: list })).toEqual([]);
  expect(await states('9002_killed')).toEqual([{ finished: true, rolledBack: false }]);
});

describe('locks', () => {
  const list = (name: string) => withOneMore(name, `ALTER TABLE jobs ADD COLUMN "${name}" integer`);
  const quickly = { lockTimeoutMs: 300, pauseMs: 100 };
  const refusals = async (name: string) => (await states(name)).filter(({ rolledBack }) => rolledBack).length;

  test('a migration without its lock gives way to those who wait behind it, and is repeated until it gets the lock', async () => {
    await other.query('BEGIN; LOCK TABLE jobs IN ACCESS SHARE MODE');
    const applied = applyMigrations(url, { migrations: list('9003_waits'), ...quickly, attemptsMax: 1_000 });
    await until('the migration to give way', async () => (await refusals('9003_waits')) > 1);
    expect(await db.job.count()).toBe(0);
    await other.query('COMMIT');
    expect(await applied).toEqual(['9003_waits']);
  });

  test('a migration that never gets its lock is given up after a number of attempts, and applied by the next run', async () => {
    await other.query('BEGIN; LOCK TABLE jobs IN ACCESS SHARE MODE');
    await expect(
      applyMigrations(url, { migrations: list('9004_refused'), ...quickly, attemptsMax: 3 }),
    ).rejects.toThrow(/lock timeout/);
    expect((await states('9004_refused')).length).toBe(3);
    await other.query('COMMIT');
    expect(await applyMigrations(url, { migrations: list('9004_refused') })).toEqual(['9004_refused']);
  });
});

test('two runs at the same time apply each migration once', async () => {
  const migrations = withOneMore('9005_twice', 'ALTER TABLE jobs ADD COLUMN twice integer');
  await other.query('BEGIN; LOCK TABLE jobs IN ACCESS SHARE MODE');
  const runs = [applyMigrations(url, { migrations }), applyMigrations(url, { migrations })];
  await until('one run to wait for the other one', async () => {
    const waiting = await db.$queryRaw<object[]>`
      SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`;
    return waiting.length > 0;
  });
  await other.query('COMMIT');
  expect((await Promise.all(runs)).flat()).toEqual(['9005_twice']);
});

/** A script without its comments, texts and the bodies of functions. */
const statementsOf = (script: string): string =>
  script
    .replace(/--.*/g, '')
    .replace(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replace(/'(?:[^']|'')*'/g, "''");
/** What PostgreSQL does outside of a transaction, or what ends the one that the script is. */
const notUndone =
  /\b(?:COMMIT|ROLLBACK|BEGIN\s*;|START\s+TRANSACTION|CONCURRENTLY|VACUUM|CREATE\s+DATABASE|DROP\s+DATABASE|ALTER\s+SYSTEM|TABLESPACE)\b/i;

test('no migration has a statement that cannot be undone with the rest of its script', () => {
  expect(notUndone.test(statementsOf('CREATE INDEX CONCURRENTLY i ON t (c)'))).toBe(true);
  expect(notUndone.test(statementsOf("SELECT 'COMMIT'; -- COMMIT\nDO $$ BEGIN PERFORM 1; END $$"))).toBe(
    false,
  );
  const names = readdirSync(migrationsPath).filter((name) => /^\d/.test(name));
  expect(names.length).toBeGreaterThan(50);
  const scripts = names.map((name) => ({
    name,
    script: readFileSync(path.join(migrationsPath, name, 'migration.sql'), 'utf8'),
  }));
  expect(
    scripts.filter(({ script }) => notUndone.test(statementsOf(script))).map(({ name }) => name),
  ).toEqual([]);
});
