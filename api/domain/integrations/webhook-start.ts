/** Starts the workflows of deliveries: immediately after an event, and from the schedule if that was missed. */
import { HOUR_MS } from '#contracts/durations.ts';
import type { Deps } from '#api/deps.ts';
import { jobEventKey } from './webhook-events.ts';

type StartDeps = Pick<Deps, 'db' | 'workflows' | 'clock' | 'logger'>;

/**
 * Maximum number of deliveries per pass. The oldest of every customer come first, because a pass cannot distinguish
 * deliveries that nobody started from those that wait for their turn, which one customer may have many of.
 */
const BATCH_MAX = 200;
/** A delivery is tried for a day, so one in progress for longer has lost its workflow. */
const LOST_AFTER_MS = 26 * HOUR_MS;

/** Starts a delivery; a running one continues. If starting fails, the schedule starts it later. */
export async function startDelivery(deps: StartDeps, deliveryId: string, userId: string): Promise<void> {
  const { workflows, logger } = deps;
  try {
    await workflows.deliverToWebhook({ deliveryId, userId });
  } catch (error) {
    logger.warn({ deliveryId, err: error }, 'a webhook delivery was not started; the schedule takes it up');
  }
}

type Waiting = { id: string; userId: string };

/** Starts the deliveries caused by a job's end. */
export async function startJobDeliveries(
  deps: StartDeps,
  { jobId, attempt }: { jobId: string; attempt: number },
): Promise<void> {
  const waiting = await deps.db.$queryRaw<Waiting[]>`
    SELECT d.id, w.user_id AS "userId" FROM jobs j JOIN webhooks w ON w.user_id = j.user_id
      JOIN webhook_deliveries d ON d.webhook_id = w.id
    WHERE j.id = ${jobId}::uuid AND d.event_key = ${jobEventKey(jobId, attempt)} AND d.state = 'pending'`;
  for (const { id, userId } of waiting) await startDelivery(deps, id, userId);
}

/** Starts deliveries that nobody started, or whose workflow is lost. */
export async function startMissedDeliveries(deps: StartDeps): Promise<void> {
  const lostBefore = new Date(deps.clock().getTime() - LOST_AFTER_MS);
  const [waiting, lost] = await Promise.all([
    deps.db.$queryRaw<Waiting[]>`
      SELECT d.id, w.user_id AS "userId" FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
      WHERE d.state = 'pending'
      ORDER BY row_number() OVER (PARTITION BY w.user_id ORDER BY d.created_at), d.created_at
      LIMIT ${BATCH_MAX}`,
    deps.db.$queryRaw<Waiting[]>`
      SELECT d.id, w.user_id AS "userId" FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
      WHERE d.state = 'sending' AND d.created_at < ${lostBefore} ORDER BY d.created_at LIMIT ${BATCH_MAX}`,
  ]);
  for (const { id, userId } of [...waiting, ...lost]) await startDelivery(deps, id, userId);
}
