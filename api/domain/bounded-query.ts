/** Reads that must look through much: they end with a refusal, not with a database that is busy for minutes. */
import { DomainError } from '#contracts/errors.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';

/** PostgreSQL's code for a statement that ran into its limit. */
const QUERY_CANCELED = '57014';

/** `work` on one connection, each of whose statements may take `statementMs`. */
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
    throw new DomainError('UNAVAILABLE', {
      message: 'This takes too long. Please choose fewer days and try again.',
      cause: error,
    });
  }
}

/** Whether a statement ran into its limit. */
export function isCanceled(error: unknown): boolean {
  return (
    error instanceof Prisma.PrismaClientKnownRequestError &&
    JSON.stringify([error.code, error.meta, error.message]).includes(QUERY_CANCELED)
  );
}
