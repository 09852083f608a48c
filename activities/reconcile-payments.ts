/**
 * Restarts purchases and refunds whose workflow is gone, adds missing entries to the list of decisions, emails
 * customers, and reports inconsistent payment records. Items are independent of each other.
 */
import type { Deps } from '#api/deps.ts';
import { verifyPayments } from '#api/domain/payments/payment-checks.ts';
import { mailOpenEnd } from '#api/domain/payments/payment-mails.ts';
import { startRefund } from '#api/domain/payments/payment-refunds.ts';
import { reportUnknown } from '#api/domain/payments/purchase-steps.ts';
import { resumePurchase, tellToLook } from '#api/domain/payments/purchase-workflow.ts';
import { reportRefund } from '#api/domain/payments/refund-steps.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { purchaseWorkflowId, refundWorkflowId } from '#workflows/ids.ts';
import { beat } from './heartbeats.ts';
import { isRunning } from './workflow-state.ts';

type ReconcileDeps = Pick<Deps, 'db' | 'env' | 'temporal' | 'workflows' | 'logger' | 'clock' | 'mailer'>;

const PAGE = 200;
/** Limits one run to a million records of a kind; the next run starts from the beginning again. */
const PAGES_MAX = 5_000;
/**
 * The workflow of a record this young may not have started yet. If one is started here as well, the original caller
 * joins it.
 */
const YOUNG_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
/** How long a notification about a payment that is not paid triggers further queries. */
const NOTICE_MS = DAY_MS;
/**
 * How long to look for a refund that bKash does not list, and how long to compare the list after a refund has ended.
 */
const LOOKED_FOR_MS = 60 * DAY_MS;
const COMPARED_MS = 7 * DAY_MS;
/** Minutes after the settling time in which the workflow itself should report. */
const REPORT_MINUTES = 10;
/** Number of emails sent per run; the next run continues. */
const MAILS_MAX = 500;

export async function reconcilePayments(deps: ReconcileDeps): Promise<void> {
  await resumePurchases(deps);
  await resumeRefunds(deps);
  await followNotices(deps);
  await reportOverdue(deps);
  await mailOpenEnds(deps);
  for (const problem of await verifyPayments(deps.db)) deps.logger.error({ problem }, 'payment problem');
}

const before = (deps: ReconcileDeps, ms: number): Date => new Date(deps.clock().getTime() - ms);

async function resumePurchases(deps: ReconcileDeps): Promise<void> {
  const where = { endedAt: null, createdAt: { lt: before(deps, YOUNG_MS) } };
  await eachOf(deps, attemptsOf(deps, where), async (attempt) => {
    if (await isRunning(deps, purchaseWorkflowId(attempt.id))) return;
    deps.logger.error({ attemptId: attempt.id }, 'purchase had no workflow; started again');
    await resumePurchase(deps, attempt);
  });
}

async function resumeRefunds(deps: ReconcileDeps): Promise<void> {
  const open: Prisma.PaymentRefundWhereInput[] = [
    { state: { in: ['pending', 'unknown'] }, sentAt: null },
    { state: { in: ['pending', 'unknown'] }, sentAt: { gt: before(deps, LOOKED_FOR_MS) } },
    { sentAt: { not: null }, comparedAt: null, endedAt: { gt: before(deps, COMPARED_MS) } },
  ];
  const where = { OR: open, createdAt: { lt: before(deps, YOUNG_MS) } };
  await eachOf(deps, refundsOf(deps, where), async ({ id }) => {
    if (await isRunning(deps, refundWorkflowId(id))) return;
    deps.logger.error({ refundId: id }, 'refund had no workflow; started again');
    await startRefund(deps, id);
  });
}

/**
 * Queries payments that had ended when bKash reported their money, in case the query after the notification got no
 * answer.
 */
async function followNotices(deps: ReconcileDeps): Promise<void> {
  const receivedAt = { gt: before(deps, NOTICE_MS), lt: before(deps, YOUNG_MS) };
  const where = {
    endedAt: { not: null },
    state: { in: ['failed', 'cancelled', 'expired'] },
    notices: { some: { receivedAt } },
  };
  await eachOf(deps, attemptsOf(deps, where), async (attempt) => {
    deps.logger.error({ attemptId: attempt.id }, 'a notice says that a payment is paid which is not');
    await tellToLook(deps, attempt);
  });
}

/** Reports what the workflow should have reported, in case the workflow itself is broken. */
async function reportOverdue(deps: ReconcileDeps): Promise<void> {
  const { db, env } = deps;
  const settlesAt = { lt: before(deps, REPORT_MINUTES * env.PURCHASE_MINUTE_MS) };
  const attempts = { state: 'unknown', settlesAt, openEnds: { none: { kind: 'payment_unknown' } } };
  await eachOf(deps, attemptsOf(deps, attempts), async ({ id }) => {
    await reportUnknown(db, id, deps.clock());
  });
  await eachOf(deps, refundsOf(deps, { state: 'unknown', settlesAt }), async ({ id }) => {
    await reportRefund(db, id, deps.clock());
  });
}

async function mailOpenEnds(deps: ReconcileDeps): Promise<void> {
  const ends = await deps.db.paymentOpenEnd.findMany({
    where: { closedAt: null, mailedAt: null, attempt: { user: { deletedAt: null } } },
    orderBy: { openedAt: 'asc' },
    take: MAILS_MAX,
    select: { id: true },
  });
  for (const end of ends) await alone(deps, end, ({ id }) => mailOpenEnd(deps, id));
}

type Page<Row> = (cursor: string | null) => Promise<Row[]>;

const attemptsOf =
  ({ db }: ReconcileDeps, where: Prisma.PaymentAttemptWhereInput): Page<{ id: string; userId: string }> =>
  (cursor) =>
    db.paymentAttempt.findMany({
      where: { AND: [where, after(cursor)] },
      ...page,
      select: { id: true, userId: true },
    });

const refundsOf =
  ({ db }: ReconcileDeps, where: Prisma.PaymentRefundWhereInput): Page<{ id: string }> =>
  (cursor) =>
    db.paymentRefund.findMany({ where: { AND: [where, after(cursor)] }, ...page, select: { id: true } });

/** Pages by id rather than by offset, because processed records leave the selection. */
const after = (cursor: string | null) => (cursor === null ? {} : { id: { gt: cursor } });
const page = { orderBy: { id: 'asc' as const }, take: PAGE };

async function eachOf<Row extends { id: string }>(
  deps: ReconcileDeps,
  read: Page<Row>,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  let cursor: string | null = null;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const rows: Row[] = await read(cursor);
    for (const row of rows) await alone(deps, row, work);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    cursor = last.id;
  }
}

/** Processes one record; a failure does not stop the others, and the next run tries it again. */
async function alone<Row extends { id: string }>(
  { logger }: ReconcileDeps,
  row: Row,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  beat();
  await work(row).catch((err: unknown) => logger.error({ err, id: row.id }, 'a payment was not reconciled'));
}
