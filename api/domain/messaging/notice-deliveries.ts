/** Records that a notification is to be pushed and mailed, as its reader has chosen, and how that ends. */
import type { NoticeEvent } from '#contracts/messaging/notice-choices.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import { pushLimits } from '#contracts/messaging/push.ts';

const FAILURE_CHARACTERS_MAX = 300;
const OPEN = ['pending', 'sending'];

/**
 * Adds a delivery for each browser of the reader and one for the mailbox, if the reader wants the event there. The mail
 * about a finished job has its own figures, and is sent with the job's end (job-mail.ts).
 */
export async function addDeliveries(
  tx: DatabaseOrTransaction,
  notice: { notificationId: string; userId: string; event: NoticeEvent; usefulUntil?: Date | undefined },
): Promise<void> {
  const { notificationId, userId, event, usefulUntil = null } = notice;
  await tx.$executeRaw`
    INSERT INTO notice_deliveries (id, notification_id, user_id, subscription_id, useful_until)
    SELECT gen_random_uuid(), ${notificationId}::uuid, u.id, places.subscription_id,
      COALESCE(${usefulUntil}::timestamptz, now() + ${pushLimits.usefulMs / 1_000}::integer * interval '1 second')
    FROM users u CROSS JOIN LATERAL (
      SELECT s.id AS subscription_id FROM push_subscriptions s WHERE s.user_id = u.id AND CASE ${event}
        WHEN 'completion' THEN u.push_on_completion
        WHEN 'question' THEN u.push_on_question
        WHEN 'portalBack' THEN u.push_on_portal_back END
      UNION ALL
      SELECT NULL WHERE CASE ${event}
        WHEN 'question' THEN u.mail_on_question
        WHEN 'portalBack' THEN u.mail_on_portal_back ELSE false END
    ) places
    WHERE u.id = ${userId} AND u.deleted_at IS NULL`;
}

/** Marks an open delivery as being sent, and counts the attempt. Returns false if it has ended. */
export async function beginSending(db: Database, id: string): Promise<boolean> {
  const { count } = await db.noticeDelivery.updateMany({
    where: { id, state: { in: OPEN } },
    data: { state: 'sending', attempts: { increment: 1 } },
  });
  return count > 0;
}

/** Ends an open delivery. Idempotent. */
export async function endDelivery(
  db: Database,
  id: string,
  end: { state: 'sent' | 'dropped' | 'failed'; failure?: string },
): Promise<void> {
  const { state, failure = '' } = end;
  await db.noticeDelivery.updateMany({
    where: { id, state: { in: OPEN } },
    data: { state, failure: failure.slice(0, FAILURE_CHARACTERS_MAX) },
  });
}

/** Gives up a delivery; its last failure remains as the reason. */
export async function giveUpDelivery(db: Database, id: string): Promise<void> {
  await db.noticeDelivery.updateMany({ where: { id, state: { in: OPEN } }, data: { state: 'failed' } });
}

/**
 * Records why an attempt failed; the delivery is tried again, also if it was already marked as sent. Without a workflow,
 * the schedule starts another one.
 */
export async function noteFailedTry(
  db: Database,
  id: string,
  failure: string,
  { hasWorkflow = true } = {},
): Promise<void> {
  await db.noticeDelivery.updateMany({
    where: { id },
    data: {
      state: hasWorkflow ? 'sending' : 'pending',
      failure: failure.slice(0, FAILURE_CHARACTERS_MAX),
    },
  });
}

/** Forgets a browser that its push service no longer knows, and what was on its way there. */
export async function forgetSubscription(db: Database, id: string): Promise<void> {
  await db.pushSubscription.deleteMany({ where: { id } });
}

/** Deletes the records of deliveries created before the given time. */
export async function deleteNoticeDeliveries(db: Database, before: Date): Promise<void> {
  await db.noticeDelivery.deleteMany({ where: { createdAt: { lt: before } } });
}
