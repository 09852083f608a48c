/** When a portal is open: its hours by weekday and its holidays, in Asia/Dhaka. */
import { DAY_MS, DHAKA_OFFSET_MS, MINUTE_MS } from '#contracts/durations.ts';
import { minuteOfDay } from '#contracts/integrations/schedules.ts';
import type { Holidays, OpeningHours, PortalLimits } from '#contracts/portals/portal-limits.ts';
import { weekdayName, weekdays } from '#contracts/portals/weekdays.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import type { Message } from '#contracts/messages/message.ts';
import type { Database } from '#prisma/client.ts';

export type OpeningTimes = Pick<PortalLimits, 'openingHours' | 'holidays'>;

/** The portal was last open until `since`, and opens again at `until`. */
export type Closure = { since: Date; until: Date };

/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = weekdays.indexOf('thursday');

/** A span of time in which the portal is open, in epoch milliseconds. */
type Span = { fromMs: number; toMs: number };

/** Returns the time in which the portal is closed now; null while it is open. */
export async function readClosure(db: Database, portal: string, now: Date): Promise<Closure | null> {
  return closureAt(await readOpeningTimes(db, portal), now);
}

/**
 * Returns whether the portal is paused, and the time in which it is closed. One statement, because every start asks.
 */
export async function readShut(
  db: Database,
  portal: string,
  now: Date,
): Promise<{ isPaused: boolean; closure: Closure | null }> {
  const [stored] = await db.$queryRaw<(StoredTimes & { isPaused: boolean })[]>`
    SELECT s.paused_at IS NOT NULL AS "isPaused", l.opening_hours AS "openingHours", l.holidays
    FROM (VALUES (${portal})) asked (portal)
      LEFT JOIN portal_states s USING (portal) LEFT JOIN portal_limits l USING (portal)`;
  return { isPaused: stored?.isPaused ?? false, closure: closureAt(openingTimesFrom(stored), now) };
}

/** Returns the closed portals, each with the time in which it is closed. */
export async function readClosures(db: Database, now: Date): Promise<Map<string, Closure>> {
  const stored = await db.portalLimits.findMany({
    select: { portal: true, openingHours: true, holidays: true },
  });
  return new Map(
    stored.flatMap(({ portal, ...times }): [string, Closure][] => {
      const closure = closureAt(openingTimesFrom(times), now);
      return closure ? [[portal, closure]] : [];
    }),
  );
}

/** Returns the portal's opening hours and holidays; a portal without any is always open. */
export async function readOpeningTimes(db: Database, portal: string): Promise<OpeningTimes> {
  const [stored] = await db.$queryRaw<StoredTimes[]>`
    SELECT opening_hours AS "openingHours", holidays FROM portal_limits WHERE portal = ${portal}`;
  return openingTimesFrom(stored);
}

type StoredTimes = { openingHours: unknown; holidays: unknown };

/** Reads the columns of a portal's limits; a portal without limits is always open. */
export function openingTimesFrom(stored: StoredTimes | undefined): OpeningTimes {
  return {
    openingHours: (stored?.openingHours ?? null) as OpeningHours,
    holidays: (stored?.holidays ?? []) as Holidays,
  };
}

/** Returns the time in which the portal is closed at `now`; null if it is open then. */
export function closureAt(times: OpeningTimes, now: Date): Closure | null {
  const nowMs = now.getTime();
  const today = Math.floor((nowMs + DHAKA_OFFSET_MS) / DAY_MS);
  const reachDays = reachOf(times);
  const next = firstSpan(times, { from: today, step: 1, reachDays }, ({ toMs }) => toMs > nowMs);
  if (next && next.fromMs <= nowMs) return null;
  const last = firstSpan(times, { from: today, step: -1, reachDays }, ({ toMs }) => toMs <= nowMs);
  return {
    since: new Date(last?.toMs ?? nowMs - reachDays * DAY_MS),
    until: new Date(next?.fromMs ?? nowMs + reachDays * DAY_MS),
  };
}

/**
 * Returns when the portal opened that is open at `now`; null if it is closed, or has no hours and holidays. Midnight is not
 * an opening if the portal was open until then.
 */
export function openSince(times: OpeningTimes, now: Date): Date | null {
  if (times.openingHours === null && times.holidays.length === 0) return null;
  const today = Math.floor((now.getTime() + DHAKA_OFFSET_MS) / DAY_MS);
  const span = spanOf(times, today);
  if (!span || now.getTime() < span.fromMs || now.getTime() >= span.toMs) return null;
  const before = spanOf(times, today - 1);
  return new Date(before?.toMs === span.fromMs ? before.fromMs : span.fromMs);
}

/** Number of days within which the portal opens at least once, even if all holidays fall on its only open weekday. */
const reachOf = ({ holidays }: OpeningTimes): number => (holidays.length + 2) * weekdays.length;

function firstSpan(
  times: OpeningTimes,
  { from, step, reachDays }: { from: number; step: 1 | -1; reachDays: number },
  fits: (span: Span) => boolean,
): Span | undefined {
  for (let days = 0; days <= reachDays; days += 1) {
    const span = spanOf(times, from + step * days);
    if (span && fits(span)) return span;
  }
  return undefined;
}

/** `day` counts the days since 1970 in Dhaka. Returns null for a day on which the portal is closed. */
function spanOf({ openingHours, holidays }: OpeningTimes, day: number): Span | null {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
  if (holidays.some((holiday) => holiday.date === date)) return null;
  const startMs = day * DAY_MS - DHAKA_OFFSET_MS;
  if (openingHours === null) return { fromMs: startMs, toMs: startMs + DAY_MS };
  const weekday = weekdays[(day + FIRST_WEEKDAY) % weekdays.length];
  const hours = openingHours.find((open) => open.weekday === weekday);
  if (!hours) return null;
  return {
    fromMs: startMs + minuteOfDay(hours.from) * MINUTE_MS,
    toMs: startMs + minuteOfDay(hours.to) * MINUTE_MS,
  };
}

/** Returns the sentence that tells a customer when the portal opens. */
export const closedUntil = ({ until }: Closure): Message =>
  jobMessages.portalClosed({ weekday: weekdayName(until), until: until.toISOString() });
