/**
 * Closes all other means of access when an account is secured by a new password, a second factor or changed rights.
 * An intruder may have left a token, or a schedule or webhook that works without a session.
 */
import type { Deps } from '#api/deps.ts';
import type { DatabaseOrTransaction } from '#prisma/client.ts';
import { mailTo } from '#api/domain/messaging/mails.ts';
import { waysClosedMail } from './account-mails.ts';

/**
 * Number of each kind that was closed: tokens are revoked; webhooks and schedules are paused, which the owner can
 * undo.
 */
export type ClosedWays = { tokens: number; webhooks: number; schedules: number };

/** Closes everything except sessions, which are ended by the action that secures the account. Idempotent. */
export async function closeOtherWays(
  db: DatabaseOrTransaction,
  userId: string,
  now: Date,
): Promise<ClosedWays> {
  const tokens = await db.apiToken.updateMany({
    where: { userId, revokedAt: null },
    data: { revokedAt: now },
  });
  const webhooks = await db.webhook.updateMany({
    where: { userId, enabled: true },
    data: { enabled: false },
  });
  // Their timers continue to run and find them paused.
  const schedules = await db.jobSchedule.updateMany({
    where: { userId, enabled: true },
    data: { enabled: false },
  });
  return { tokens: tokens.count, webhooks: webhooks.count, schedules: schedules.count };
}

/**
 * Removes all passkeys and returns their number. Used only if the password itself was lost: changing it keeps them,
 * as the mail about it says.
 */
export async function removeAllPasskeys(db: DatabaseOrTransaction, userId: string): Promise<number> {
  const { count } = await db.passkey.deleteMany({ where: { userId } });
  return count;
}

/** Notifies the owner by mail if anything was closed. */
export function notifyOfClosedWays(
  { db, mailer, logger }: Pick<Deps, 'db' | 'mailer' | 'logger'>,
  userId: string,
  closed: ClosedWays,
): void {
  if (closed.tokens + closed.webhooks + closed.schedules === 0) return;
  db.user
    .findUniqueOrThrow({ where: { id: userId }, select: { email: true, language: true } })
    .then((to) => mailer.send(mailTo(to, waysClosedMail(closed))))
    .catch((error: unknown) => logger.error({ err: error, userId }, 'mail not sent'));
}
