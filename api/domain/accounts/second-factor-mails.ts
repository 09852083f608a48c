/** Notifies the owner of an account by mail when the second factor was switched on or off. */
import type { Deps } from '#api/deps.ts';
import { mailTo } from '#api/domain/messaging/mails.ts';
import { secondFactorMail } from './account-mails.ts';

/** Sends the mail without waiting for it; a failure is only logged. */
export function tellFactorChange(
  { db, mailer, logger }: Pick<Deps, 'db' | 'mailer' | 'logger'>,
  email: string,
  change: 'on' | 'off',
): void {
  db.user
    .findUniqueOrThrow({ where: { email }, select: { email: true, language: true } })
    .then((to) => mailer.send(mailTo(to, secondFactorMail(change))))
    .catch((error: unknown) => logger.error({ err: error }, 'mail not sent'));
}
