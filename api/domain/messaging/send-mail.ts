/** Sends mails whose failure is only logged, because what they report has already happened. */
import type { Deps } from '#api/deps.ts';
import { mailTo, type MailContent, type Recipient } from './mails.ts';

type MailDeps = Pick<Deps, 'mailer' | 'logger'>;

/**
 * Sends the mail. A failure is only logged.
 *
 * @param about what the log says of a failure besides the error, such as the user's id
 */
export async function sendMail(
  { mailer, logger }: MailDeps,
  to: Recipient,
  content: MailContent,
  about: Record<string, string> = {},
): Promise<void> {
  try {
    await mailer.send(mailTo(to, content));
  } catch (error) {
    logger.error({ err: error, ...about }, 'mail not sent');
  }
}

/** Sends the mail to the owner of the account. A failure, also of reading the account, is only logged. */
export async function sendMailToUser(
  { db, ...deps }: MailDeps & Pick<Deps, 'db'>,
  userId: string,
  content: MailContent,
): Promise<void> {
  try {
    const select = { email: true, language: true };
    const to = await db.user.findUniqueOrThrow({ where: { id: userId }, select });
    await deps.mailer.send(mailTo(to, content));
  } catch (error) {
    deps.logger.error({ err: error, userId }, 'mail not sent');
  }
}
