/** Runs PostgreSQL as a part of a stack, with the platform's database in it. */
import path from 'node:path';
import pg from 'pg';
import { endLeftoverPostgres, startEmbeddedPostgres } from '#prisma/embedded.ts';
import { archiveSettings, backupDirectory } from './backups.ts';
import type { Parts } from './parts.ts';
import { keepPorts } from './ports.ts';
import type { Secrets } from './secrets.ts';

const DATABASE = 'chalan';

type Options = {
  directory: string;
  secrets: Pick<Secrets, 'POSTGRES_PASSWORD'>;
  parts: Parts;
  port: number;
  connectionsMax: number;
};

/** Where the server stores its data. */
export const postgresDirectory = (directory: string): string => path.join(directory, 'postgres');

/** Starts the server and returns the address of the database, which it creates the first time. */
export async function startPostgres(options: Options): Promise<string> {
  const { directory, secrets, parts, port, connectionsMax } = options;
  const databaseDirectory = postgresDirectory(directory);
  await endLeftoverPostgres(databaseDirectory);
  const server = keepPorts({ sql: port }, ({ sql }) =>
    startEmbeddedPostgres({
      directory: databaseDirectory,
      port: sql,
      password: secrets.POSTGRES_PASSWORD,
      settings: { max_connections: String(connectionsMax), ...archiveSettings(backupDirectory()) },
      detached: true,
    }),
  );
  let url = '';
  await parts.add({
    name: 'postgres',
    logFile: path.join(directory, 'postgres.log'),
    start: async () => {
      const running = await server.start();
      url = running.url(DATABASE);
      return running;
    },
  });
  await createDatabase(url);
  return url;
}

async function createDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl.replace(/\/[^/]*$/, '/postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
