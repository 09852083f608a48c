/** The credits that are reserved for jobs now. */
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import type { Money } from '#contracts/calls/overview-answers.ts';
import type { DatabaseOrTransaction } from '#prisma/client.ts';

/** Sums the open reservations; those of administrators and of practice runs are empty. */
export async function heldCredits(
  db: DatabaseOrTransaction,
): Promise<Pick<Money, 'reserved' | 'reservedJobs'>> {
  const [held] = await db.$queryRaw<{ amount: bigint; jobs: number }[]>`
    SELECT coalesce(sum(amount), 0)::bigint AS amount, count(*) FILTER (WHERE amount > 0)::integer AS jobs
    FROM reservations WHERE settled_at IS NULL`;
  return { reserved: creditsFromHundredths(held?.amount ?? 0n), reservedJobs: held?.jobs ?? 0 };
}
