/** Creates the typed database client, with one connection pool per process. */
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Prisma, PrismaClient } from './generated/client.ts';

/** The SQL NULL for a JSON column. */
export const noJson = Prisma.DbNull;

/** A value for a JSON column in a statement of SQL; null is the SQL NULL. */
export const jsonb = (value: object | null): Prisma.Sql =>
  Prisma.sql`${value === null ? null : JSON.stringify(value)}::jsonb`;

export type Database = PrismaClient;
/** A transaction of the client, as domain functions take it. */
export type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];
/** Database or transaction: functions that read or write with one statement work on both. */
export type DatabaseOrTransaction = Database | Transaction;

const CONNECTIONS_MAX = 12;

/** Maximum prepared statements per connection; those of every job and request are among the first. */
const PREPARED_MAX = 300;
/** Longer statements write many rows at once and are rarely repeated. */
const PREPARED_CHARACTERS_MAX = 5_000;

/** Names the first statements of a process, so that PostgreSQL parses and plans each only once per connection. */
function statementNames(): (statement: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const isKept = sql.length <= PREPARED_CHARACTERS_MAX && (names.has(sql) || names.size < PREPARED_MAX);
    // A statement without a name is not kept prepared.
    if (!isKept) return '';
    const name = names.get(sql) ?? `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/** An idle connection whose other side is gone is noticed after this time, and some seconds of probes. */
const KEEP_ALIVE_MS = 30_000;
/** The server's own refusal of a slow statement has this time to arrive before the driver gives up the connection. */
const REFUSAL_MS = 10_000;

/** What the driver says of a statement without an answer. */
export const NO_ANSWER = 'Query read timeout';

/**
 * Ends the connection of a statement that got no answer in time. The driver would keep it: a transaction would wait for
 * the answer to its rollback as well, and the next user of the connection after it. Opening a connection has the same
 * time, because it would otherwise wait for ever.
 */
class Client extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    const { query_timeout: connectionTimeoutMillis } = config;
    super(connectionTimeoutMillis === undefined ? config : { ...config, connectionTimeoutMillis });
    const send = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]): unknown => {
      const answer = send(...given);
      if (answer instanceof Promise) answer.catch((error: unknown) => this.#endUnanswered(error));
      return answer;
    }) as pg.Client['query'];
  }

  #endUnanswered(error: unknown): void {
    if (!(error instanceof Error) || error.message !== NO_ANSWER) return;
    // The statement still waits, so that this closes the socket without asking the other side.
    this.end(() => undefined);
  }
}

/**
 * `statementMs` limits the duration of one statement, on the server and, a little later, in the driver: a network may
 * have lost the connection without a word. Without it, there is no limit.
 */
export function openDatabase(
  url: string,
  connectionsMax = CONNECTIONS_MAX,
  { statementMs }: { statementMs?: number } = {},
): Database {
  return new PrismaClient({
    adapter: new PrismaPg(
      {
        connectionString: url,
        Client,
        max: connectionsMax,
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
        ...(statementMs === undefined
          ? {}
          : { statement_timeout: statementMs, query_timeout: statementMs + REFUSAL_MS }),
      },
      { statementNameGenerator: statementNames() },
    ),
    transactionOptions: { timeout: 20_000, maxWait: 10_000 },
  });
}

/** What the driver tells of a failed statement, as Prisma passes it on. */
type DriverFailure = { driverAdapterError?: { cause?: { originalCode?: string } } };

/** Returns PostgreSQL's code for the failure of a statement, such as 57014; undefined for any other error. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return undefined;
  const { driverAdapterError } = (error.meta ?? {}) as DriverFailure;
  return driverAdapterError?.cause?.originalCode;
}
