/**
 * A separate database for a test file: a clone of a migrated template on the run's PostgreSQL. Use: `const { db, url }
 * = await createTestDatabase()`; it is dropped when the file ends.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { openDatabase, type Database } from '#prisma/client.ts';

export async function createTestDatabase(): Promise<{ db: Database; url: string }> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE chalan_template`);
  const url = server.replace(/\/[^/]*$/, `/${name}`);
  const db = openDatabase(url);
  afterAll(async () => {
    await db.$disconnect();
    await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  return { db, url };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
