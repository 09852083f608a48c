/** Opens sessions on the embedded PostgreSQL and manages the password of each data directory. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

const USER = 'chalan';
/** The password of all data directories before each had its own. */
const FORMER_PASSWORD = 'chalan';
const CONNECT_TIMEOUT_MS = 1_000;
/** PostgreSQL's code for a wrong password. */
const INVALID_PASSWORD = '28P01';

type Place = { directory: string; port: number; password: string };

export function addressOf(port: number, password: string, database: string): string {
  return `postgresql://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

/** Tries to open a session. An open port is not enough, because a recovering server refuses every session. */
export async function openSession({ port, password }: Place): Promise<'opened' | 'refused' | 'not yet'> {
  try {
    await withSession(port, password, (client) => client.query('SELECT 1'));
    return 'opened';
  } catch (error) {
    return isRefusal(error) ? 'refused' : 'not yet';
  }
}

/**
 * Sets an individual password for a data directory that has the former one, and switches the server to SCRAM.
 * @throws Error if the directory does not have the former password either
 */
export async function replaceFormerPassword({ directory, port, password }: Place): Promise<void> {
  const rules = path.join(directory, 'pg_hba.conf');
  try {
    await withSession(port, FORMER_PASSWORD, async (client) => {
      // The new password is set last: while it is refused, the next start repeats all these steps.
      writeFileSync(rules, readFileSync(rules, 'utf8').replaceAll(/\bpassword$/gm, 'scram-sha-256'));
      await client.query('SELECT pg_reload_conf()');
      await client.query(`ALTER ROLE ${USER} PASSWORD ${client.escapeLiteral(password)}`);
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new Error(
      `The PostgreSQL of ${directory} does not take the password that is kept for it: restore the password, or remove the directory to start from scratch.`,
      { cause: error },
    );
  }
}

async function withSession(
  port: number,
  password: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({
    connectionString: addressOf(port, password, 'postgres'),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function isRefusal(error: unknown): boolean {
  return (error as { code?: string }).code === INVALID_PASSWORD;
}
