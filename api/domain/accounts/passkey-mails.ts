/** Notifies the owner of an account by mail when its passkeys have changed. */
import type { Deps } from '#api/deps.ts';
import { mailTo } from '#api/domain/messaging/mails.ts';
import { passkeyMail, type PasskeyChange } from './account-mails.ts';

/** Sends the mail in the background: the caller does not wait for it, and a failure is only logged. */
export function notifyOfPasskeyChange(
  { db, mailer, logger }: Pick<Deps, 'db' | 'mailer' | 'logger'>,
  userId: string,
  change: PasskeyChange,
): void {
  db.user
    .findUniqueOrThrow({ where: { id: userId }, select: { email: true, language: true, isAdmin: true } })
    .then(({ isAdmin, ...to }) => mailer.send(mailTo(to, passkeyMail({ ...change, isAdmin }))))
    .catch((error: unknown) => logger.error({ err: error, userId }, 'mail not sent'));
}
