/** A database as an earlier version left it, to which one migration is then applied: `formerDatabase('0026_…', fill)`. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';

const migrations = new URL('../../prisma/migrations/', import.meta.url);
const sqlOf = (name: string): string => readFileSync(new URL(`${name}/migration.sql`, migrations), 'utf8');

/**
 * Creates a database for the tests of a file and returns its client. `fill` inserts rows before the migration runs; they
 * stand for themselves, so that what they belong to need not be stored.
 */
export function formerDatabase(migration: string, fill: (client: pg.Client) => Promise<void>): pg.Client {
  const server = inject('postgresUrl');
  const name = `former_${randomUUID().replaceAll('-', '')}`;
  const administrator = new pg.Client({ connectionString: server });
  const client = new pg.Client({ connectionString: server.replace(/\/[^/]*$/, `/${name}`) });

  beforeAll(async () => {
    await administrator.connect();
    await administrator.query(`CREATE DATABASE ${name}`);
    await client.connect();
    const before = readdirSync(migrations).filter((folder) => /^\d/.test(folder) && folder < migration);
    for (const folder of before.toSorted()) await client.query(sqlOf(folder));
    await client.query("SET session_replication_role = 'replica'");
    await fill(client);
    await client.query("SET session_replication_role = 'origin'");
    await client.query(sqlOf(migration));
  });

  afterAll(async () => {
    await client.end();
    await administrator.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await administrator.end();
  });
  return client;
}
