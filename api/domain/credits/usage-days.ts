/** Credits used and jobs charged per day, in the Asia/Dhaka time zone. */
import { DAY_MS } from '#contracts/durations.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import type { UsageDaysQuery } from '#contracts/credits/usage-days.ts';
import type { UsageDay } from '#contracts/calls/credits-answers.ts';
import type { Database } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { withStatementLimit } from '#api/domain/bounded-query.ts';
import { timesOfDays } from '#api/domain/dhaka-days.ts';
import { ofSeenServices, type SeenServices } from './seen-services.ts';

const STATEMENT_MS_MAX = 8_000;

type Sums = { day: string; used: bigint; jobs: number };

/** Lists usage by day. A job counts on each day on which some of it was charged. */
export async function usageByDay(
  db: Database,
  userId: string,
  query: UsageDaysQuery,
  serviceIds: SeenServices = null,
): Promise<UsageDay[]> {
  const { gte, lt } = timesOfDays(query);
  const within = Prisma.sql`
    t.user_id = ${userId} AND t.kind = 'capture' AND t.created_at >= ${gte} AND t.created_at < ${lt}`;
  const sums = await withStatementLimit(
    db,
    STATEMENT_MS_MAX,
    (tx) => tx.$queryRaw<Sums[]>`
      SELECT to_char(created_at AT TIME ZONE 'Asia/Dhaka', 'YYYY-MM-DD') AS day, sum(amount)::bigint AS used,
        count(DISTINCT job_id)::integer AS jobs
      FROM ledger_transfers t
      WHERE ${Prisma.join([within, ...ofSeenServices(serviceIds)], ' AND ')}
      GROUP BY 1`,
  );
  const byDay = new Map(sums.map((sum) => [sum.day, sum]));
  return daysOf(query).map((date) => {
    const sum = byDay.get(date);
    return { date, creditsUsed: creditsFromHundredths(sum?.used ?? 0n), jobs: sum?.jobs ?? 0 };
  });
}

function daysOf({ dateFrom, dateTo }: UsageDaysQuery): string[] {
  const [first, last] = [Date.parse(dateFrom), Date.parse(dateTo)];
  const length = Math.round((last - first) / DAY_MS) + 1;
  return Array.from({ length }, (_, day) => new Date(first + day * DAY_MS).toISOString().slice(0, 10));
}
