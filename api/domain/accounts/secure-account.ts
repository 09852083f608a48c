/**
 * Closes all other means of access when an account is secured by a new password, a second factor or changed rights.
 * An intruder may have left a token, or a schedule or webhook that works without a session.
 */
import type { Deps } from '#api/deps.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import { sendMailToUser } from '#api/domain/messaging/send-mail.ts';
import { waysClosedMail } from './account-mails.ts';
import { endOtherSessions } from './sessions.ts';

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
 * Closes once more, after the new password was stored, what was opened while it was being stored: `before` has the
 * numbers of the first time, and the result those of both. Ends every session except the one with the token.
 */
export async function closeWaysAgain(
  db: Database,
  { userId, token, now }: { userId: string; token: string | null; now: Date },
  before: ClosedWays,
): Promise<ClosedWays> {
  // The sessions end first: after that, nothing new can be opened by them.
  await endOtherSessions(db, { id: userId, token });
  const { tokens, webhooks, schedules } = await closeOtherWays(db, userId, now);
  return {
    tokens: before.tokens + tokens,
    webhooks: before.webhooks + webhooks,
    schedules: before.schedules + schedules,
  };
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
  deps: Pick<Deps, 'db' | 'mailer' | 'logger'>,
  userId: string,
  closed: ClosedWays,
): void {
  if (closed.tokens + closed.webhooks + closed.schedules === 0) return;
  void sendMailToUser(deps, userId, waysClosedMail(closed));
}
