/**
 * Open ends of payments: opened together with the state that causes them, reported to customer and administrators,
 * and closed once.
 */
import type { Message } from '#contracts/messages/message.ts';
import type { NoticeKind, NoticeValues } from '#contracts/messaging/notices.ts';
import { openEndKinds, type OpenEndKind } from '#contracts/payments/open-end-rules.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import { noJson, type Transaction } from '#prisma/client.ts';
import type { PaymentAttempt, PaymentOpenEnd } from '#prisma/generated/client.ts';
import { notifyAdministrators } from '#api/domain/messaging/admin-notices.ts';
import { notify } from '#api/domain/messaging/notifications.ts';

type Payment = Pick<PaymentAttempt, 'id' | 'userId'>;
export type NewOpenEnd = {
  kind: OpenEndKind;
  /** A refund's id, or bKash's number of one; absent for the payment itself. */
  subject?: string;
  amountPoisha: bigint;
  detail?: Message;
  now: Date;
};

/** Target of notifications about payments. */
export const transactionsPage = '/dashboard?tab=transactions';
const decisionsPage = '/admin?tab=system&section=payments&state=decision';

/** Opens an open end once per subject, however often it is found. Returns whether it is new. */
export async function openEnd(tx: Transaction, payment: Payment, end: NewOpenEnd): Promise<boolean> {
  const { kind, subject = '', amountPoisha, detail, now } = end;
  const { count } = await tx.paymentOpenEnd.createMany({
    data: [
      { attemptId: payment.id, kind, subject, amount: amountPoisha, detail: detail ?? noJson, openedAt: now },
    ],
    skipDuplicates: true,
  });
  if (count === 0) return false;
  await notifyCustomer(tx, payment, { kind, subject, bdt: bdtFromPoisha(amountPoisha) });
  await notifyAdministrators(tx, {
    key: `open-end:${payment.id}:${kind}:${subject}`,
    kind: 'payment_decision',
    values: { bdt: bdtFromPoisha(amountPoisha) },
    actionUrl: decisionsPage,
  });
  return true;
}

function notifyCustomer(
  tx: Transaction,
  payment: Payment,
  { kind, subject, bdt }: { kind: OpenEndKind; subject: string; bdt: number },
): Promise<void> {
  const about = { payment, key: `open-end:${payment.id}:${kind}:${subject}` };
  switch (kind) {
    case 'held':
      return notifyOfPayment(tx, about, 'payment_held', { bdt });
    case 'payment_unknown':
      return notifyOfPayment(tx, about, 'payment_unconfirmed', { bdt });
    case 'refund_unknown':
    case 'send_back':
      return notifyOfPayment(tx, about, 'refund_delayed', { bdt });
    case 'refund_twin':
      return notifyOfPayment(tx, about, 'refund_repeated', { bdt, trxId: subject });
  }
}

/** Notifies the customer about a payment. */
export function notifyOfPayment<Kind extends NoticeKind>(
  tx: Transaction,
  { payment, key }: { payment: Payment; key: string },
  kind: Kind,
  values: NoticeValues[Kind],
): Promise<void> {
  return notify(tx, {
    key,
    userId: payment.userId,
    type: 'other',
    kind,
    values,
    actionUrl: transactionsPage,
  });
}

/**
 * Closes open ends and returns how many there were. Without `by` they close automatically, because the outcome is now
 * known.
 */
export async function closeEnds(
  tx: Transaction,
  which: { attemptId: string; kind: OpenEndKind; subject?: string },
  { now, by }: { now: Date; by?: { adminId: string; reason: string } },
): Promise<number> {
  const { count } = await tx.paymentOpenEnd.updateMany({
    where: { ...which, closedAt: null },
    data: { closedAt: now, closedBy: by?.adminId ?? null, closedReason: by?.reason ?? null },
  });
  return count;
}

/** Returns the stored kind as its type. Throws for a kind that this version does not know. */
export function kindOf({ kind }: Pick<PaymentOpenEnd, 'kind'>): OpenEndKind {
  const known = openEndKinds.find((each) => each === kind);
  if (!known) throw new Error(`An open end is "${kind}".`);
  return known;
}
