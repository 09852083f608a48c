/**
 * bKash notices that fit no accounted payment: payments at the counter, mistakes, and payments that bKash reports although
 * their purchase ended without one. They stay open until an administrator has dealt with them.
 */
import type { Money } from '#contracts/calls/overview-answers.ts';
import type { UnmatchedNoticesAnswer } from '#contracts/calls/payments-answers.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { attemptStateOf } from './purchase-attempt.ts';

/** States in which bKash's money is accounted for, or awaits a person's decision. */
export const accountedStates = ['paid', 'duplicate', 'refunded', 'held'];

const isUnmatched = {
  OR: [{ attemptId: null }, { attempt: { state: { notIn: accountedStates } } }],
} satisfies Prisma.IpnMessageWhereInput;
const isOpen = { ...isUnmatched, handledAt: null } satisfies Prisma.IpnMessageWhereInput;

/** Lists the open notices, oldest first; `totalCount` also counts those that the list has no room for. */
export async function unmatchedNotices(db: Database): Promise<Omit<UnmatchedNoticesAnswer, 'success'>> {
  const [notices, totalCount] = await Promise.all([
    db.ipnMessage.findMany({
      where: isOpen,
      include: { attempt: { select: { state: true, userId: true } } },
      orderBy: [{ receivedAt: 'asc' }, { messageId: 'asc' }],
      take: limits.unmatchedNoticesListMax,
    }),
    db.ipnMessage.count({ where: isOpen }),
  ]);
  return {
    notices: notices.map((notice) => ({
      messageId: notice.messageId,
      trxId: notice.trxId,
      invoice: notice.invoice,
      amount: bdtFromPoisha(notice.amount),
      receivedAt: notice.receivedAt.toISOString(),
      attemptId: notice.attemptId,
      userId: notice.attempt?.userId ?? null,
      state: notice.attempt ? attemptStateOf(notice.attempt) : null,
    })),
    totalCount,
  };
}

/** Counts the open notices, and sums up their amounts in taka. */
export async function openNotices(db: DatabaseOrTransaction): Promise<Pick<Money, 'notices' | 'noticesBdt'>> {
  const { _count, _sum } = await db.ipnMessage.aggregate({
    where: isOpen,
    _count: { _all: true },
    _sum: { amount: true },
  });
  return { notices: _count._all, noticesBdt: bdtFromPoisha(_sum.amount ?? 0n) };
}

/** Marks a notice as dealt with; does nothing if it already is. Throws NOT_FOUND if its money is accounted for. */
export async function handleNotice(
  { db, now }: { db: Database; now: Date },
  { messageId, adminId, reason }: { messageId: string; adminId: string; reason: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.ipnMessage.updateMany({
      where: { messageId, ...isOpen },
      data: { handledAt: now, handledBy: adminId, handledReason: reason },
    });
    const notice = await tx.ipnMessage.findFirst({ where: { messageId, ...isUnmatched } });
    if (!notice) throw new DomainError('NOT_FOUND');
    if (count === 0) return;
    await recordChange(tx, {
      adminId,
      action: 'bKash notice handled',
      subject: `bkash-notice/${messageId}`,
      before: null,
      after: { trxId: notice.trxId, amountBdt: bdtFromPoisha(notice.amount) },
      reason,
    });
  });
}
