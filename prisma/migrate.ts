/**
 * Applies the migrations to DATABASE_URL, or writes the SQL that brings it to the schema: `migrate.ts create NAME`. If
 * APP_DATABASE_URL names an account for the API and the worker, applying also grants that account its rights.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { failInWords } from '#api/adapters/command-failure.ts';
import { admitAppAccount } from './app-account.ts';
import { applyMigrations } from './apply-migrations.ts';
import {
  migrationsPath,
  noFilters,
  schemaFile,
  withSchemaEngine,
  type SchemaEngine,
} from './schema-engine.ts';

/**
 * Writes the SQL that leads from the committed schema, or from an empty database if none is committed, to the schema in
 * the working tree.
 */
async function createMigration(databaseUrl: string, name: string): Promise<string> {
  const [schemaPath, content] = schemaFile();
  const committed = spawnSync('git', ['show', 'HEAD:prisma/schema.prisma'], { encoding: 'utf8' });
  const input: Parameters<SchemaEngine['diff']>[0] = {
    from:
      committed.status === 0
        ? { tag: 'schemaDatamodel', files: [{ path: schemaPath, content: committed.stdout }] }
        : { tag: 'empty' },
    to: { tag: 'schemaDatamodel', files: [{ path: schemaPath, content }] },
    script: true,
    shadowDatabaseUrl: null,
    exitCode: null,
    filters: noFilters,
  };
  const { stdout } = await withSchemaEngine(databaseUrl, (engine) => engine.diff(input));
  const folder = path.join(migrationsPath, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'migration.sql'), stdout ?? '');
  writeFileSync(path.join(migrationsPath, 'migration_lock.toml'), 'provider = "postgresql"\n');
  return folder;
}

async function main([command, name]: string[]): Promise<void> {
  const databaseUrl = process.env['DATABASE_URL'];
  if (!databaseUrl) throw new Error('DATABASE_URL is not set.');
  if (command === 'create' && name) {
    console.log(`Wrote ${await createMigration(databaseUrl, name)}`);
  } else if (command === 'apply') {
    const applied = await applyMigrations(databaseUrl, { say: (line) => console.log(line) });
    console.log(`Applied: ${applied.join(', ') || 'nothing new'}`);
    const appUrl = process.env['APP_DATABASE_URL'];
    if (appUrl) await admitAppAccount(databaseUrl, appUrl);
  } else throw new Error('Usage: migrate.ts apply | create NAME');
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  failInWords();
  await main(process.argv.slice(2));
  process.exit(0);
}
