/** When each portal could not be used: recorded whenever its state changes, and read as a history of days. */
import { DAY_MS } from '#contracts/durations.ts';
import { limits } from '#contracts/limits.ts';
import type { OutageKind } from '#contracts/portals/portal-status.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import { portals } from '#activities/portals/catalogue.ts';
import type { PortalState } from '#prisma/generated/client.ts';
import { dhakaDay } from '#contracts/calendar-days.ts';
import { lastDhakaDays, midnight } from '#api/domain/dhaka-days.ts';

type Trouble = Pick<PortalState, 'pausedAt' | 'status' | 'probeOutcome' | 'probeOutcomeSince'>;

/** Returns why the portal cannot be used; null if it can. A pause takes precedence, because customers see it first. */
export function outageOf({ pausedAt, status, probeOutcome, probeOutcomeSince }: Trouble): OutageKind | null {
  if (pausedAt) return 'paused';
  const found = probeOutcomeSince ? probeOutcome : null;
  if (status === 'down' || found === 'PORTAL_DOWN') return 'down';
  return found === 'PORTAL_CHANGED' ? 'changed' : null;
}

/**
 * Begins or ends the portal's outage. Call it in the transaction that has just written the portal's state, which locks
 * the state's row. Practice portals have no history.
 */
export async function noteOutage(tx: Transaction, portal: string, now: Date): Promise<void> {
  if (!portals.some(({ key }) => key === portal)) return;
  const kind = outageOf(await tx.portalState.findUniqueOrThrow({ where: { portal } }));
  const open = await tx.portalOutage.findFirst({ where: { portal, endedAt: null } });
  if ((open?.kind ?? null) === kind) return;
  if (open) await tx.portalOutage.update({ where: { id: open.id }, data: { endedAt: now } });
  if (kind) await tx.portalOutage.create({ data: { portal, kind, beganAt: now } });
}

/** `outMs` is how long the portal could not be used on each day, from `firstDay` to today. */
export type PortalHistory = { firstDay: string; outMs: number[]; watchedMs: number };

/** Returns the history of each watched portal, in days of Bangladesh. */
export async function portalHistories(db: Database, now: Date): Promise<Map<string, PortalHistory>> {
  const days = lastDhakaDays(now, limits.portalHistoryDays);
  const from = midnight(days[0] ?? '');
  const [states, outages] = await Promise.all([
    db.portalState.findMany({ select: { portal: true, watchedSince: true } }),
    db.portalOutage.findMany({
      where: { OR: [{ endedAt: null }, { endedAt: { gt: from } }] },
      orderBy: { beganAt: 'desc' },
      take: limits.portalOutagesReadMax,
    }),
  ]);
  return new Map(
    states.map(({ portal, watchedSince }) => {
      const own = outages.filter((outage) => outage.portal === portal);
      return [portal, historyOf(own, { days, since: watchedSince, now })];
    }),
  );
}

type Span = { beganAt: Date; endedAt: Date | null };

/** Divides the outages among the days on which the portal was watched for at least part of the day. */
function historyOf(
  outages: readonly Span[],
  { days, since, now }: { days: readonly string[]; since: Date; now: Date },
): PortalHistory {
  const watched = days.filter((day) => midnight(day).getTime() + DAY_MS > since.getTime());
  const outMsOn = (day: string): number => {
    const begin = midnight(day).getTime();
    return outages.reduce((sum, outage) => sum + overlapMs(outage, { begin, end: begin + DAY_MS, now }), 0);
  };
  const firstDay = watched[0] ?? dhakaDay(now);
  const beginMs = Math.max(midnight(firstDay).getTime(), since.getTime());
  return { firstDay, outMs: watched.map(outMsOn), watchedMs: Math.max(0, now.getTime() - beginMs) };
}

function overlapMs(
  { beganAt, endedAt }: Span,
  { begin, end, now }: { begin: number; end: number; now: Date },
): number {
  return Math.max(0, Math.min((endedAt ?? now).getTime(), end) - Math.max(beganAt.getTime(), begin));
}

/** Deletes outages that ended before the given time. */
export async function deleteOutages(db: Database, before: Date): Promise<void> {
  await db.portalOutage.deleteMany({ where: { endedAt: { lt: before } } });
}
