/** Tells a database that cannot be reached at the moment from one that refuses what is asked. */
import { NO_ANSWER, sqlStateOf } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { DatabaseSilent } from './database-answers.ts';

/** Prisma: not reached, timed out, connection closed, no connection free in time. */
const prismaCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028']);
/** PostgreSQL: shutting down, crashed, starting up, too many connections. Class 08 is that of broken connections. */
const sqlStates = /\b(57P01|57P02|57P03|53300|08\d{3})\b/;
/** Drivers report some broken connections in words only. */
const words =
  /server has closed the connection|connection terminated|can't reach database server|ECONNREFUSED|ECONNRESET/i;

/** The driver's whole reports, without a code, of answers that have not come in time, and of connections ended for it. */
const silences = new Set([
  NO_ANSWER,
  'timeout expired',
  'Connection terminated',
  'Client was closed and is not queryable',
  'Client has encountered a connection error and is not queryable',
]);

/** Returns whether the same request may succeed once the database answers again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseSilent || error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Error && silences.has(error.message)) return true;
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  if (prismaCodes.has(error.code)) return true;
  // For errors that it does not know, Prisma reports P2039, so PostgreSQL's own code is read.
  if (sqlStates.test(sqlStateOf(error) ?? '')) return true;
  // A statement of ours came back with what the server or the driver said.
  return error.code === 'P2010' && (sqlStates.test(error.message) || words.test(error.message));
}
