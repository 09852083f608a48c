/**
 * The database account that API and worker use in production: the whole product runs with it, and it cannot alter any
 * table.
 */
import { expect, test } from 'vitest';
import { admitAppAccount } from '#prisma/app-account.ts';
import { openDatabase } from '#prisma/client.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { startTestApp } from '#tests/harness/app.ts';

const owner = await createTestDatabase();
const appUrl = new URL(owner.url);
appUrl.username = `app_${new URL(owner.url).pathname.slice(-12)}`;
appUrl.password = "it's%20a:secret";
await admitAppAccount(owner.url, appUrl.href);
const app = await startTestApp({ env: { DATABASE_URL: appUrl.href } });
const { db } = app.deps;

test.each([
  'CREATE TABLE extra (id integer)',
  'ALTER TABLE users ADD COLUMN extra integer',
  'DROP TABLE ledger_entries',
  'TRUNCATE ledger_entries CASCADE',
  'ALTER TABLE ledger_entries DISABLE TRIGGER ALL',
  'SET session_replication_role = replica',
  'CREATE ROLE extra SUPERUSER',
  'CREATE OR REPLACE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
  "UPDATE _prisma_migrations SET migration_name = ''",
  "COPY users TO '/dev/null'",
])("the application's database account is not permitted: %s [unsafe-database-account]", async (statement) => {
  await expect(db.$executeRawUnsafe(statement)).rejects.toThrow(/permission denied|must be owner/);
});

test("accounts, credits and sessions work with the application's database account", async () => {
  const ana = await app.signUpAndVerify();
  const login = await app.post('/api/auth/login', { email: ana.email, password: ana.password });
  expect(login.body['user']).toMatchObject({ credits: 100 });
  expect(await app.get(`/api/users/${ana.id}/credit-history`, ana.cookie)).toMatchObject({ status: 200 });
});

test('an existing database account is renewed with another password', async () => {
  const renewed = new URL(appUrl);
  renewed.password = 'another secret';
  await admitAppAccount(owner.url, renewed.href);
  const again = openDatabase(renewed.href);
  try {
    expect(await again.user.count()).toBe(await owner.db.user.count());
  } finally {
    await again.$disconnect();
  }
});
