/** PostgreSQL servers of several data directories on one machine, as real processes. */
import { spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { endLeftoverPostgres, startEmbeddedPostgres, type EmbeddedServer } from '#prisma/embedded.ts';
import { freePort, keepPorts } from '#temporal/local/ports.ts';
import { dataDirectories } from './clones.ts';

const FORMER_PASSWORD = 'chalan';
const INVALID_PASSWORD = '28P01';
const ROUNDS = 3;

const data = dataDirectories(2);
const [first = '', second = ''] = data.directories.map((directory) => path.join(directory, 'postgres'));
const running: EmbeddedServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});
afterAll(data.remove);

async function start(directory: string, port: number, password: string): Promise<EmbeddedServer> {
  // No data here has to survive a failure of the machine.
  const server = await startEmbeddedPostgres({ directory, port, password, settings: { fsync: 'off' } });
  running.push(server);
  return server;
}

const startFrom = (wanted: number, directory: string, password: string): Promise<EmbeddedServer> =>
  keepPorts({ sql: wanted }, ({ sql }) => start(directory, sql, password)).start();

async function query(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

const portOf = (url: string): number => Number(new URL(url).port);
const withPassword = (server: EmbeddedServer, password: string): string => {
  const url = new URL(server.url('postgres'));
  url.password = password;
  return url.href;
};

describe('PostgreSQL servers of two data directories', () => {
  it("two PostgreSQL servers that want the same port at once both start and refuse each other's password", async () => {
    const wanted = await freePort();
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = await Promise.all([
        startFrom(wanted, first, 'of-the-first'),
        startFrom(wanted, second, 'of-the-second'),
      ]);
      expect(await query(one.url('postgres'), 'SHOW data_directory')).toBe(first);
      expect(await query(other.url('postgres'), 'SHOW data_directory')).toBe(second);
      await expect(query(withPassword(other, 'of-the-first'), 'SELECT 1')).rejects.toMatchObject({
        code: INVALID_PASSWORD,
      });
      await Promise.all(running.splice(0).map((server) => server.stop()));
    }
  });

  it('a PostgreSQL server chooses another port if a foreign PostgreSQL has the wanted one', async () => {
    const foreign = portOf(inject('postgresUrl'));
    const server = await startFrom(foreign, first, 'of-the-first');
    expect(portOf(server.url('postgres'))).toBeGreaterThan(foreign);
    expect(await query(server.url('postgres'), 'SHOW data_directory')).toBe(first);
  });
});

describe('the password of a data directory', () => {
  it('a PostgreSQL server asks for its password by a method that does not send it', () => {
    expect(methodsOf(first)).toEqual(new Set(['scram-sha-256']));
  });

  it("a data directory's own password replaces the one that all directories had before", async () => {
    const port = await freePort();
    const old = await start(first, port, 'of-the-first');
    await query(old.url('postgres'), `ALTER ROLE chalan PASSWORD '${FORMER_PASSWORD}'`);
    await old.stop();
    const rules = path.join(first, 'pg_hba.conf');
    const { mode } = statSync(rules);
    writeFileSync(rules, readFileSync(rules, 'utf8').replaceAll('scram-sha-256', 'password'));

    const server = await start(first, port, 'a-new-one');
    expect(await query(server.url('postgres'), 'SELECT 1')).toBe(1);
    await expect(query(withPassword(server, FORMER_PASSWORD), 'SELECT 1')).rejects.toMatchObject({
      code: INVALID_PASSWORD,
    });
    expect(methodsOf(first)).toEqual(new Set(['scram-sha-256']));
    expect(statSync(rules).mode).toBe(mode);
  });

  it('a wrong password is a clear error and leaves no server running', async () => {
    const port = await freePort();
    await expect(start(first, port, 'of-nobody')).rejects.toThrow(
      `The PostgreSQL of ${first} does not take the password that is kept for it`,
    );
    const server = await start(first, port, 'a-new-one');
    expect(portOf(server.url('postgres'))).toBe(port);
  });
});

/** The authentication methods that a directory's server accepts. */
function methodsOf(directory: string): Set<string | undefined> {
  const rules = readFileSync(path.join(directory, 'pg_hba.conf'), 'utf8')
    .split('\n')
    .filter((line) => /^(local|host)/.test(line));
  return new Set(rules.map((line) => line.trim().split(/\s+/).at(-1)));
}

const users = { ours: 65_534, theirs: 65_533 };
/** Only root may act as another user. */
const canBeAnother = process.geteuid?.() === 0;

it.skipIf(!canBeAnother)(
  'a leftover server that cannot be stopped, as one of another user, is an error',
  async () => {
    const [directory = ''] = data.directories;
    const waits = ['-e', 'setInterval(() => undefined, 1000)', '--', '-D', directory, 'x'];
    const server = spawn(process.execPath, waits, { stdio: 'ignore', uid: users.theirs });
    writeFileSync(path.join(directory, 'postmaster.pid'), `${server.pid}\n`);
    process.seteuid?.(users.ours);
    try {
      await expect(endLeftoverPostgres(directory)).rejects.toThrow(
        `PostgreSQL (process ${server.pid}) runs on ${directory} and cannot be stopped.`,
      );
    } finally {
      process.seteuid?.(0);
      server.kill('SIGKILL');
    }
  },
);
