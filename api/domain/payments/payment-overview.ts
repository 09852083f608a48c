/** Counts the payments that wait for an administrator's decision. */
import type { Money } from '#contracts/calls/overview-answers.ts';
import type { OpenEndKind } from '#contracts/payments/open-end-rules.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import type { DatabaseOrTransaction } from '#prisma/client.ts';

type Decisions = Pick<Money, 'decisions' | 'purchases' | 'refunds' | 'decisionsBdt'>;

const aboutPurchases: OpenEndKind[] = ['held', 'payment_unknown'];

/** Counts the open payment problems, each payment once, and sums up their amounts in taka. */
export async function waitingDecisions(db: DatabaseOrTransaction): Promise<Decisions> {
  const [counts] = await db.$queryRaw<(Omit<Decisions, 'decisionsBdt'> & { poisha: bigint })[]>`
    SELECT count(DISTINCT attempt_id)::integer AS decisions,
      count(DISTINCT attempt_id) FILTER (WHERE kind = ANY(${aboutPurchases}::text[]))::integer AS purchases,
      count(DISTINCT attempt_id) FILTER (WHERE kind <> ALL(${aboutPurchases}::text[]))::integer AS refunds,
      coalesce(sum(amount_poisha), 0)::bigint AS poisha
    FROM payment_open_ends WHERE closed_at IS NULL`;
  const { poisha, ...rest } = counts ?? { decisions: 0, purchases: 0, refunds: 0, poisha: 0n };
  return { ...rest, decisionsBdt: bdtFromPoisha(poisha) };
}
