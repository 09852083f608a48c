/** A customer's credit usage by service, and the overview at the top of the Credits tab. */
import type { CreditOverview, CreditUsage, CreditUsageAnswer } from '#contracts/calls/credits-answers.ts';
import { creditsFromHundredths, hundredthsFromCredits } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import type { Database } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { withStatementLimit } from '#api/domain/bounded-query.ts';
import { timesOfDays } from '#api/domain/dhaka-days.ts';
import { balancesOf } from './ledger.ts';
import { ofSeenServices, type SeenServices } from './seen-services.ts';
import { spentPoishaOf } from '#api/domain/payments/transactions.ts';

const STATEMENT_MS_MAX = 8_000;

type ServiceUse = { serviceId: string; serviceName: string; used: bigint; times: number; lastUsed: Date };

/**
 * Lists services by credits used, most first. A job counts once, however often its failed rows were retried; a free
 * one is not counted.
 */
export async function creditUsage(
  db: Database,
  userId: string,
  days: { dateFrom?: string | undefined; dateTo?: string | undefined },
  serviceIds: SeenServices = null,
): Promise<Omit<CreditUsageAnswer, 'success'>> {
  const { gte, lt } = timesOfDays(days);
  const conditions = [
    Prisma.sql`t.user_id = ${userId} AND t.kind = 'capture'`,
    ...(gte ? [Prisma.sql`t.created_at >= ${gte}`] : []),
    ...(lt ? [Prisma.sql`t.created_at < ${lt}`] : []),
    ...ofSeenServices(serviceIds),
  ];
  // The ledger outlives the jobs. For a deleted job, the description still names the service.
  const services = await withStatementLimit(
    db,
    STATEMENT_MS_MAX,
    (tx) => tx.$queryRaw<ServiceUse[]>`
      SELECT coalesce(j.service_id, t.description->'params'->>'service') AS "serviceId",
        max(coalesce(j.service_name, t.description->'params'->>'service')) AS "serviceName",
        sum(t.amount)::bigint AS used, count(DISTINCT t.job_id)::integer AS times, max(t.created_at) AS "lastUsed"
      FROM ledger_transfers t LEFT JOIN jobs j ON j.id = t.job_id
      WHERE ${Prisma.join(conditions, ' AND ')}
      GROUP BY 1 ORDER BY used DESC, 1`,
  );
  const total = services.reduce((sum, { used }) => sum + used, 0n);
  return {
    services: services.map((service) => usageView(service, total)),
    totalCreditsSpent: creditsFromHundredths(total),
  };
}

function usageView(
  { serviceId, serviceName, used, times, lastUsed }: ServiceUse,
  total: bigint,
): CreditUsage {
  return {
    serviceId,
    serviceName,
    totalCreditsSpent: creditsFromHundredths(used),
    timesUsed: times,
    lastUsed: lastUsed.toISOString(),
    percentage: Math.round((Number(used) / Number(total)) * 10_000) / 100,
  };
}

/**
 * Returns balances in credits and the amount spent in taka; the threshold is null if the user set none. Throws
 * NOT_FOUND for an unknown user.
 */
export async function creditOverview(db: Database, userId: string): Promise<CreditOverview> {
  const [balances, spentPoisha, user] = await Promise.all([
    balancesOf(db, userId),
    spentPoishaOf(db, userId),
    db.user.findUnique({ where: { id: userId }, select: { lowCreditThreshold: true } }),
  ]);
  if (!user) throw new DomainError('NOT_FOUND');
  return {
    balance: creditsFromHundredths(balances.availableHundredths),
    reserved: creditsFromHundredths(balances.reservedHundredths),
    totalSpent: bdtFromPoisha(spentPoisha),
    lowCreditThreshold:
      user.lowCreditThreshold === null ? null : creditsFromHundredths(user.lowCreditThreshold),
  };
}

/** Sets the low-credit alert. `threshold` is in credits; null turns the alert off. Throws NOT_FOUND. */
export async function setCreditAlert(db: Database, userId: string, threshold: number | null): Promise<void> {
  const { count } = await db.user.updateMany({
    where: { id: userId },
    data: { lowCreditThreshold: threshold === null ? null : hundredthsFromCredits(threshold) },
  });
  if (count === 0) throw new DomainError('NOT_FOUND');
}
