/**
 * Limits the duration of queries that may scan much data: they are refused instead of occupying the database for
 * minutes.
 */
import { refusal } from '#contracts/messages/refusal.ts';
import { requestMessages } from '#contracts/request-messages.ts';
import { sqlStateOf, type Database, type Transaction } from '#prisma/client.ts';

/** PostgreSQL's code for a statement that exceeded its time limit. */
const QUERY_CANCELED = '57014';

/** Runs `work` in a transaction whose statements may each take `statementMs` milliseconds. */
export async function withStatementLimit<Result>(
  db: Database,
  statementMs: number,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT set_config('statement_timeout', ${String(statementMs)}::text, true)`;
      return work(tx);
    });
  } catch (error) {
    if (!isCanceled(error)) throw error;
    throw refusal('UNAVAILABLE', requestMessages.tooSlow(), { cause: error });
  }
}

/** Returns whether a statement exceeded its time limit. */
export const isCanceled = (error: unknown): boolean => sqlStateOf(error) === QUERY_CANCELED;
