/** What a database contains now, as an earlier version would have stored it: `copyAsBefore(url, 'former', '0031_…')`. */
import pg from 'pg';
import { applyMigrations } from '#prisma/apply-migrations.ts';
import { listMigrations } from '#prisma/schema-engine.ts';

type Column = { table: string; column: string };

/**
 * Creates a database beside that of the address, with the migrations before the named one, and copies into it what the
 * tables of that version can hold, as of one moment.
 */
export async function copyAsBefore(databaseUrl: string, name: string, migration: string): Promise<void> {
  const present = new pg.Client({ connectionString: databaseUrl });
  const formerUrl = databaseUrl.replace(/[^/]*$/, name);
  const former = new pg.Client({ connectionString: formerUrl });
  await present.connect();
  try {
    await present.query(`CREATE DATABASE ${name}`);
    const { migrationDirectories, ...list } = listMigrations();
    const before = migrationDirectories.filter(({ path }) => path < migration);
    await applyMigrations(formerUrl, { migrations: { ...list, migrationDirectories: before } });
    await former.connect();
    await copyRows(present, former);
  } finally {
    await Promise.all([present.end(), former.end()]);
  }
}

async function copyRows(present: pg.Client, former: pg.Client): Promise<void> {
  const kept = new Set((await columnsOf(present)).map(({ table, column }) => `${table}.${column}`));
  const columns = (await columnsOf(former)).filter(({ table, column }) => kept.has(`${table}.${column}`));
  const tables = [...new Set(columns.map(({ table }) => table))];
  await present.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  // The rows were checked when they were written.
  await former.query("SET session_replication_role = 'replica'");
  await former.query(`TRUNCATE ${tables.map((table) => `"${table}"`).join(', ')}`);
  for (const table of tables) {
    const own = columns.filter((each) => each.table === table);
    const names = own.map(({ column }) => `"${column}"`).join(', ');
    const { rows } = await present.query<{ all: string }>(
      `SELECT coalesce(json_agg(t), '[]')::text AS all FROM (SELECT ${names} FROM "${table}") t`,
    );
    await former.query(
      `INSERT INTO "${table}" (${names}) SELECT ${names} FROM json_populate_recordset(NULL::"${table}", $1)`,
      [rows[0]?.all],
    );
  }
  await copySequences(present, former);
  await present.query('COMMIT');
}

async function columnsOf(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE table_schema = 'public' AND t.table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations'`,
  );
  return rows;
}

async function copySequences(present: pg.Client, former: pg.Client): Promise<void> {
  const { rows } = await present.query<{ name: string; last: string }>(
    'SELECT sequencename AS name, last_value AS last FROM pg_sequences WHERE last_value IS NOT NULL',
  );
  for (const { name, last } of rows)
    await former.query(
      'SELECT setval(sequence.oid::regclass, $2) FROM pg_class sequence WHERE relkind = $3 AND relname = $1',
      [name, last, 'S'],
    );
}
