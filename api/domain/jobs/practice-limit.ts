/** How many practice runs a customer may make: they are free, so they are few. */
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import type { DatabaseOrTransaction, Transaction } from '#prisma/client.ts';

const DAY_MS = 24 * 3_600_000;

/** Returns the number of the customer's practice runs of the last day. */
export const practiceRuns = (db: DatabaseOrTransaction, userId: string, now: Date): Promise<number> =>
  db.job.count({
    where: { userId, isPractice: true, createdAt: { gt: new Date(now.getTime() - DAY_MS) } },
  });

/** Throws PRACTICE_LIMIT if the customer has no practice run left; two at once take turns. */
export async function requirePracticeLeft(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`practice ${userId}`}, 0))::text`;
  if ((await practiceRuns(tx, userId, now)) >= limits.practiceJobsPerDayMax)
    throw new DomainError('PRACTICE_LIMIT');
}
