/** Mails to customers about pending payments and refunds: one for each open end. */
import type { Deps } from '#api/deps.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import type { Message } from '#contracts/messages/message.ts';
import type { OpenEndKind } from '#contracts/payments/open-end-rules.ts';
import { paymentMailMessages } from '#contracts/payments/mail-messages.ts';
import { dhakaDay } from '#contracts/calendar-days.ts';
import { mailTo, type MailContent } from '#api/domain/messaging/mails.ts';
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
  const mail = openEndMail({
    kind: kindOf(end),
    bdt: bdtFromPoisha(end.amount),
    paidAt: end.attempt.createdAt,
    url: new URL(transactionsPage, env.APP_URL).href,
  });
  try {
    await mailer.send(mailTo(end.attempt.user, mail));
  } catch (error) {
    await db.paymentOpenEnd.update({ where: { id: endId }, data: { mailedAt: null } });
    throw error;
  }
}

type WaitingPayment = { kind: OpenEndKind; bdt: number; paidAt: Date; url: string };
type Words = { subject: Message; parts: Message[] };
type Figures = { bdt: string; day: string };

function openEndMail({ kind, bdt, paidAt, url }: WaitingPayment): MailContent {
  const { subject, parts } = wordsOf[kind]({ bdt: bdt.toFixed(2), day: dhakaDay(paidAt) });
  return { subject, parts: [...parts, { label: paymentMailMessages.seeTransactions(), url }] };
}

const refundDelayed = (figures: Figures): Words => ({
  subject: paymentMailMessages.refundDelayed(),
  parts: [paymentMailMessages.refundNotConfirmed(figures), paymentMailMessages.nothingToDo()],
});

const wordsOf: Record<OpenEndKind, (figures: Figures) => Words> = {
  held: (figures) => ({
    subject: paymentMailMessages.checked(),
    parts: [paymentMailMessages.otherFigures(figures), paymentMailMessages.creditsOrMoneyBack()],
  }),
  payment_unknown: (figures) => ({
    subject: paymentMailMessages.unconfirmed(),
    parts: [paymentMailMessages.notConfirmed(figures), paymentMailMessages.weGoOnAsking()],
  }),
  refund_unknown: refundDelayed,
  send_back: refundDelayed,
  refund_twin: (figures) => ({
    subject: paymentMailMessages.refundedTwice(),
    parts: [paymentMailMessages.sentBeside(figures), paymentMailMessages.weWrite()],
  }),
};
