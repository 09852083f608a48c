/** Mails to customers about pending payments and refunds: one for each open end. */
import type { Deps } from '#api/deps.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import { openEndMail } from '#api/domain/messaging/mails.ts';
import { kindOf, transactionsPage } from './payment-open-ends.ts';

type MailDeps = Pick<Deps, 'db' | 'env' | 'mailer' | 'clock'>;

/**
 * Marks the mail as sent before sending it, so that two concurrent runs send only one; the mark is removed if sending
 * fails.
 */
export async function mailOpenEnd({ db, env, mailer, clock }: MailDeps, endId: string): Promise<void> {
  const { count } = await db.paymentOpenEnd.updateMany({
    where: { id: endId, mailedAt: null, closedAt: null },
    data: { mailedAt: clock() },
  });
  if (count === 0) return;
  const end = await db.paymentOpenEnd.findUniqueOrThrow({
    where: { id: endId },
    include: { attempt: { include: { user: { select: { email: true, language: true } } } } },
  });
  const mail = openEndMail(end.attempt.user, {
    kind: kindOf(end),
    bdt: bdtFromPoisha(end.amount),
    paidAt: end.attempt.createdAt,
    url: new URL(transactionsPage, env.APP_URL).href,
  });
  try {
    await mailer.send(mail);
  } catch (error) {
    await db.paymentOpenEnd.update({ where: { id: endId }, data: { mailedAt: null } });
    throw error;
  }
}
