/** The typed database client: one pool per process. */
import { PrismaPg } from '@prisma/adapter-pg';
import { Prisma, PrismaClient } from './generated/client.ts';

/** SQL NULL in a JSON column. */
export const noJson = Prisma.DbNull;

export type Database = PrismaClient;
/** A transaction of the client, as domain verbs take it. */
export type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];
/** Either: verbs that read or write one statement run on both. */
export type DatabaseOrTransaction = Database | Transaction;

const CONNECTIONS_MAX = 12;

/** Statements a connection keeps prepared: those of every job and request are among the first ones. */
const PREPARED_MAX = 300;
/** Longer ones write many rows at once, and are seldom the same twice. */
const PREPARED_CHARACTERS_MAX = 5_000;

/** Names the first statements of a process, so that each connection has PostgreSQL read and plan them once. */
function statementNames(): (statement: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const isKept = sql.length <= PREPARED_CHARACTERS_MAX && (names.has(sql) || names.size < PREPARED_MAX);
    // Without a name nothing is kept.
    if (!isKept) return '';
    const name = names.get(sql) ?? `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/** `statementMs`: so long may one statement take; without it, as long as it likes. */
export function openDatabase(
  url: string,
  connectionsMax = CONNECTIONS_MAX,
  { statementMs }: { statementMs?: number } = {},
): Database {
  return new PrismaClient({
    adapter: new PrismaPg(
      {
        connectionString: url,
        max: connectionsMax,
        ...(statementMs === undefined ? {} : { statement_timeout: statementMs }),
      },
      { statementNameGenerator: statementNames() },
    ),
    transactionOptions: { timeout: 20_000, maxWait: 10_000 },
  });
}
