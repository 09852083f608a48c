/** Starts the workflows that push and mail notifications: at once, and from the schedule if that was missed. */
import { HOUR_MS } from '#contracts/durations.ts';
import type { Deps } from '#api/deps.ts';

type StartDeps = Pick<Deps, 'db' | 'workflows' | 'clock' | 'logger'>;
type Waiting = { deliveryId: string; userId: string };

/**
 * Maximum number of deliveries per pass. The oldest of every customer come first, because a pass cannot distinguish
 * deliveries that nobody started from those that wait for their turn, which one customer may have many of.
 */
const BATCH_MAX = 200;
/** A delivery in progress for this long after it stopped being useful has lost its workflow. */
const LOST_AFTER_MS = HOUR_MS;

/** Starts a delivery; a running one continues. If starting fails, the schedule starts it later. */
export async function startNoticeDelivery(
  { workflows, logger }: Pick<StartDeps, 'workflows' | 'logger'>,
  delivery: Waiting,
): Promise<void> {
  try {
    await workflows.deliverNotice(delivery);
  } catch (error) {
    const { deliveryId } = delivery;
    logger.warn({ deliveryId, err: error }, 'a notification was not sent at once; the schedule takes it up');
  }
}

/** Starts the deliveries of the notifications with these keys. */
export async function startNoticeDeliveries(deps: StartDeps, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const waiting = await deps.db.$queryRaw<Waiting[]>`
    SELECT d.id AS "deliveryId", d.user_id AS "userId"
    FROM notifications n JOIN notice_deliveries d ON d.notification_id = n.id
    WHERE n.key = ANY(${[...keys]}::text[]) AND d.state = 'pending' LIMIT ${BATCH_MAX}`;
  for (const delivery of waiting) await startNoticeDelivery(deps, delivery);
}

/** Starts deliveries that nobody started, or whose workflow is lost. */
export async function startMissedNotices(deps: StartDeps): Promise<void> {
  const lostBefore = new Date(deps.clock().getTime() - LOST_AFTER_MS);
  const waiting = await deps.db.$queryRaw<Waiting[]>`
    SELECT id AS "deliveryId", user_id AS "userId" FROM notice_deliveries
    WHERE state IN ('pending', 'sending') AND (state = 'pending' OR useful_until < ${lostBefore})
    ORDER BY row_number() OVER (PARTITION BY user_id ORDER BY created_at), created_at LIMIT ${BATCH_MAX}`;
  for (const delivery of waiting) await startNoticeDelivery(deps, delivery);
}
