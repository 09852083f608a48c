/**
 * Closes the other ways into an account when it is secured: by a new password, a second factor, other rights. Whoever got in
 * before may have left a token, or a schedule or webhook that works without a session.
 */
import type { Deps } from '#api/deps.ts';
import type { DatabaseOrTransaction } from '#prisma/client.ts';
import { waysClosedMail } from '#api/domain/messaging/mails.ts';

/** How many of each were closed: tokens are revoked, webhooks and schedules paused, which their owner can undo. */
export type ClosedWays = { tokens: number; webhooks: number; schedules: number };

/** Everything but the sessions, which end by whatever secures the account. Asking twice changes nothing. */
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
  // Their timers go on and find them paused.
  const schedules = await db.jobSchedule.updateMany({
    where: { userId, enabled: true },
    data: { enabled: false },
  });
  return { tokens: tokens.count, webhooks: webhooks.count, schedules: schedules.count };
}

/** Only where the password itself was lost: a changed one leaves them, and its mail says so. Answers how many there were. */
export async function removeAllPasskeys(db: DatabaseOrTransaction, userId: string): Promise<number> {
  const { count } = await db.passkey.deleteMany({ where: { userId } });
  return count;
}

/** Tells the owner by mail, where there was anything to close. */
export function tellClosedWays(
  { db, mailer, logger }: Pick<Deps, 'db' | 'mailer' | 'logger'>,
  userId: string,
  closed: ClosedWays,
): void {
  if (closed.tokens + closed.webhooks + closed.schedules === 0) return;
  db.user
    .findUniqueOrThrow({ where: { id: userId }, select: { email: true, language: true } })
    .then((to) => mailer.send(waysClosedMail(to, closed)))
    .catch((error: unknown) => logger.error({ err: error, userId }, 'mail not sent'));
}
