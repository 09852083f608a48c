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

export function openDatabase(url: string, connectionsMax = CONNECTIONS_MAX): Database {
  return new PrismaClient({
    adapter: new PrismaPg({ connectionString: url, max: connectionsMax }),
    transactionOptions: { timeout: 20_000, maxWait: 10_000 },
  });
}
