/**
 * Creates the database account of the API and the worker: it can read and write rows, but cannot change tables,
 * functions or accounts.
 */
import pg from 'pg';

/** The owner runs this after every migration. A repeated run renews the password and the rights on newer tables. */
export async function admitAppAccount(ownerUrl: string, appUrl: string): Promise<void> {
  const app = new URL(appUrl);
  const name = pg.escapeIdentifier(decodeURIComponent(app.username));
  const password = pg.escapeLiteral(decodeURIComponent(app.password));
  const database = pg.escapeIdentifier(decodeURIComponent(new URL(ownerUrl).pathname.slice(1)));
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const known = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [
      decodeURIComponent(app.username),
    ]);
    if (known.rowCount === 0) await client.query(`CREATE ROLE ${name}`);
    await client.query(`
      BEGIN;
      ALTER ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD ${password};
      GRANT CONNECT ON DATABASE ${database} TO ${name};
      REVOKE CREATE ON SCHEMA public FROM PUBLIC;
      GRANT USAGE ON SCHEMA public TO ${name};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name};
      GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${name};
      REVOKE INSERT, UPDATE, DELETE ON _prisma_migrations FROM ${name};
      COMMIT`);
  } finally {
    await client.end();
  }
}
