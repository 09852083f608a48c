/** Notifies the customers whose jobs waited for a portal that it works again, once per customer and outage or pause. */
import { notify } from '#api/domain/messaging/notifications.ts';
import { isPracticePortal, type RealPlace } from '#contracts/portals/practice-portals.ts';
import { limits } from '#contracts/limits.ts';
import type { Transaction } from '#prisma/client.ts';
import { placeLabel } from './banks.ts';

/** Assumed maximum difference between the clocks of two machines. */
const CLOCK_SKEW_MS = 5_000;

type Held = { userId: string; jobId: string; jobs: number };
/** The interruption that is over: the portal was down or paused from `since` on. */
type Over = { portal: string; kind: 'down' | 'paused'; since: Date; now: Date };

/**
 * Notifies the customers in the transaction in which the outage ends, and returns the keys of the notifications. Short
 * interruptions are not reported, because most customers will not have noticed them.
 */
export async function tellPortalIsBack(tx: Transaction, over: Over): Promise<string[]> {
  const { portal, kind, since, now } = over;
  // Nobody waits for a practice portal.
  if (isPracticePortal(portal) || now.getTime() - since.getTime() < limits.portalBackAfterMs) return [];
  const held = await (kind === 'down' ? heldByOutage(tx, over) : heldByPause(tx, over));
  const label = await placeLabel(tx, portal as RealPlace);
  const keys: string[] = [];
  for (const { userId, jobId, jobs } of held) {
    const noticeKey = `portal_back:${portal}:${since.toISOString()}:${userId}`;
    await notify(tx, {
      key: noticeKey,
      userId,
      type: 'other',
      kind: 'portal_back',
      values: { portal: label, jobs },
      actionUrl: jobs === 1 ? `/dashboard/jobs/${jobId}` : '/dashboard/jobs',
    });
    keys.push(noticeKey);
  }
  return keys;
}

/** Jobs that found the portal down, by their timeline, because the job that found it up again is no longer waiting. */
const heldByOutage = (tx: Transaction, { portal, since }: Over): Promise<Held[]> => tx.$queryRaw<Held[]>`
  SELECT j.user_id AS "userId", min(j.id::text) AS "jobId", count(*)::integer AS jobs FROM jobs j
  WHERE j.portal = ${portal} AND j.finished_at IS NULL AND (j.waiting->>'kind' = 'portal_down' OR EXISTS (
    SELECT FROM job_events e WHERE e.job_id = j.id AND e.kind = 'waiting' AND starts_with(e.key, 'portal_down-')
      AND e.at >= ${new Date(since.getTime() - CLOCK_SKEW_MS)}))
  GROUP BY j.user_id ORDER BY j.user_id LIMIT ${limits.portalBackNoticesMax}`;

/** While a portal is paused, its jobs are queued. A job in another state waits for something else. */
const heldByPause = (tx: Transaction, { portal }: Over): Promise<Held[]> => tx.$queryRaw<Held[]>`
  SELECT j.user_id AS "userId", min(j.id::text) AS "jobId", count(*)::integer AS jobs FROM jobs j
  WHERE j.portal = ${portal} AND j.finished_at IS NULL AND j.state = 'queued'
  GROUP BY j.user_id ORDER BY j.user_id LIMIT ${limits.portalBackNoticesMax}`;
