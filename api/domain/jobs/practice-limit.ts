/** Limits the number of practice runs of a customer, because they are free. */
import { DAY_MS } from '#contracts/durations.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import type { DatabaseOrTransaction, Transaction } from '#prisma/client.ts';

/** A start that has not been admitted after this time never will be, for example because too many others waited. */
const ADMISSION_MS = 2 * 60_000;

/** Returns the number of the customer's practice runs of the last day. */
export const practiceRuns = (db: DatabaseOrTransaction, userId: string, now: Date): Promise<number> => {
  const since = (ms: number): { gt: Date } => ({ gt: new Date(now.getTime() - ms) });
  return db.job.count({
    where: {
      userId,
      isPractice: true,
      createdAt: since(DAY_MS),
      OR: [{ state: { not: 'draft' } }, { createdAt: since(ADMISSION_MS) }],
    },
  });
};

/** Throws PRACTICE_LIMIT if the customer has no practice run left. Concurrent starts of one customer take turns. */
export async function requirePracticeLeft(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`practice ${userId}`}, 0))::text`;
  if ((await practiceRuns(tx, userId, now)) >= limits.practiceJobsPerDayMax)
    throw new DomainError('PRACTICE_LIMIT');
}
