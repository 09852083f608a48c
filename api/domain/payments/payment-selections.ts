/** Payments and refunds that the reconciliation examines, read page by page while they are processed. */
import { noJson, type Database } from '#prisma/client.ts';
import type { Prisma } from '#prisma/generated/client.ts';

/** A payment attempt, or a refund. */
export type Selected = { id: string };
export type SelectedAttempt = Selected & { userId: string; invoice: string };
export type SelectedRefund = Selected & { attempt: SelectedAttempt };

const PAGE = 200;
/** Limits one run to a million records of a kind; the next run starts from the beginning again. */
const PAGES_MAX = 5_000;
/** Number of emails sent per run; the next run continues. */
const MAILS_MAX = 500;

/** Yields payments created before the given time that have not ended. */
export function unendedAttempts(db: Database, createdBefore: Date): AsyncGenerator<SelectedAttempt> {
  return attemptsOf(db, { endedAt: null, createdAt: { lt: createdBefore } });
}

/**
 * Yields payments that have ended unpaid although bKash reported their money within `received`. A person has decided
 * about those that were held.
 */
export function unpaidWithNotice(
  db: Database,
  received: { after: Date; before: Date },
): AsyncGenerator<SelectedAttempt> {
  const receivedAt = { gt: received.after, lt: received.before };
  return attemptsOf(db, {
    endedAt: { not: null },
    state: { in: ['failed', 'cancelled', 'expired'] },
    heldPayment: { equals: noJson },
    notices: { some: { receivedAt } },
  });
}

/** Yields payments whose outcome bKash should have settled before the given time, and about which nobody was notified. */
export function unreportedAttempts(db: Database, settledBefore: Date): AsyncGenerator<SelectedAttempt> {
  const settlesAt = { lt: settledBefore };
  return attemptsOf(db, { state: 'unknown', settlesAt, openEnds: { none: { kind: 'payment_unknown' } } });
}

/**
 * Yields refunds created before the given time that still need their workflow: those without an outcome, unless they
 * were sent before `sentAfter`, and those that ended after `endedAfter` and were not compared with bKash's list.
 */
export function unsettledRefunds(
  db: Database,
  { createdBefore, sentAfter, endedAfter }: Record<'createdBefore' | 'sentAfter' | 'endedAfter', Date>,
): AsyncGenerator<SelectedRefund> {
  const open: Prisma.PaymentRefundWhereInput[] = [
    { state: { in: ['pending', 'unknown'] }, sentAt: null },
    { state: { in: ['pending', 'unknown'] }, sentAt: { gt: sentAfter } },
    { sentAt: { not: null }, comparedAt: null, endedAt: { gt: endedAfter } },
  ];
  return refundsOf(db, { OR: open, createdAt: { lt: createdBefore } });
}

/** Yields refunds without an outcome that bKash should have settled before the given time. */
export function overdueRefunds(db: Database, settledBefore: Date): AsyncGenerator<SelectedRefund> {
  return refundsOf(db, { state: 'unknown', settlesAt: { lt: settledBefore } });
}

/** Returns open ends about which the customer has not been emailed, oldest first. */
export function unmailedOpenEnds(db: Database): Promise<Selected[]> {
  return db.paymentOpenEnd.findMany({
    where: { closedAt: null, mailedAt: null, attempt: { user: { deletedAt: null } } },
    orderBy: { openedAt: 'asc' },
    take: MAILS_MAX,
    select: { id: true },
  });
}

const attemptFields = { id: true, userId: true, invoice: true } as const;

const attemptsOf = (db: Database, where: Prisma.PaymentAttemptWhereInput): AsyncGenerator<SelectedAttempt> =>
  eachOf((cursor) =>
    db.paymentAttempt.findMany({
      where: { AND: [where, after(cursor)] },
      ...page,
      select: attemptFields,
    }),
  );

const refundsOf = (db: Database, where: Prisma.PaymentRefundWhereInput): AsyncGenerator<SelectedRefund> =>
  eachOf((cursor) =>
    db.paymentRefund.findMany({
      where: { AND: [where, after(cursor)] },
      ...page,
      select: { id: true, attempt: { select: attemptFields } },
    }),
  );

/** Pages by id rather than by offset, because processed records leave the selection. */
const after = (cursor: string | null) => (cursor === null ? {} : { id: { gt: cursor } });
const page = { orderBy: { id: 'asc' as const }, take: PAGE };

async function* eachOf<Row extends Selected>(
  read: (cursor: string | null) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let cursor: string | null = null;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const rows: Row[] = await read(cursor);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    cursor = last.id;
  }
}
