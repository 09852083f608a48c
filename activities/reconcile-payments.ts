/** Starts purchases and refunds again whose workflow is gone, and reports what records of money should not show. */
import type { Deps } from '#api/deps.ts';
import { verifyPayments } from '#api/domain/payment-checks.ts';
import { startRefund } from '#api/domain/payment-refunds.ts';
import { resumePurchase, tellToLook } from '#api/domain/purchase-workflow.ts';
import { purchaseWorkflowId, refundWorkflowId } from '#workflows/ids.ts';
import { isRunning } from './workflow-state.ts';

type ReconcileDeps = Pick<Deps, 'db' | 'env' | 'temporal' | 'logger' | 'clock'>;

const PAGE = 500;
/** Records of one kind that one run looks at; the next run begins anew. */
const PAGES_MAX = 20;
/** A record this young may still be between the database and its workflow. */
const YOUNG_MS = 5 * 60_000;
/** How long a notice of a payment that is not paid has the payment looked at again. */
const NOTICE_MS = 24 * 3_600_000;

export async function reconcilePayments(deps: ReconcileDeps): Promise<void> {
  await resumePurchases(deps);
  await resumeRefunds(deps);
  await followNotices(deps);
  for (const problem of await verifyPayments(deps.db)) deps.logger.error({ problem }, 'payment problem');
}

async function resumePurchases(deps: ReconcileDeps): Promise<void> {
  const where = { endedAt: null, createdAt: { lt: new Date(deps.clock().getTime() - YOUNG_MS) } };
  const page = (cursor: string | null) =>
    deps.db.paymentAttempt.findMany({ where, ...pageAfter(cursor), select: { id: true, userId: true } });
  await eachOf(page, async (attempt) => {
    if (await isRunning(deps, purchaseWorkflowId(attempt.id))) return;
    deps.logger.error({ attemptId: attempt.id }, 'purchase had no workflow; started again');
    await resumePurchase(deps, attempt);
  });
}

async function resumeRefunds(deps: ReconcileDeps): Promise<void> {
  const where = {
    state: { in: ['pending', 'unknown'] },
    createdAt: { lt: new Date(deps.clock().getTime() - YOUNG_MS) },
  };
  const page = (cursor: string | null) =>
    deps.db.paymentRefund.findMany({ where, ...pageAfter(cursor), select: { id: true } });
  await eachOf(page, async ({ id }) => {
    if (await isRunning(deps, refundWorkflowId(id))) return;
    deps.logger.error({ refundId: id }, 'refund had no workflow; started again');
    await startRefund(deps, id);
  });
}

/** bKash says that it has the money of a payment that was over: the look after the notice may have found no answer. */
async function followNotices(deps: ReconcileDeps): Promise<void> {
  const nowMs = deps.clock().getTime();
  const receivedAt = { gt: new Date(nowMs - NOTICE_MS), lt: new Date(nowMs - YOUNG_MS) };
  const where = {
    endedAt: { not: null },
    state: { in: ['failed', 'cancelled', 'expired'] },
    notices: { some: { receivedAt } },
  };
  const page = (cursor: string | null) =>
    deps.db.paymentAttempt.findMany({ where, ...pageAfter(cursor), select: { id: true, userId: true } });
  await eachOf(page, async (attempt) => {
    deps.logger.error({ attemptId: attempt.id }, 'a notice says that a payment is paid which is not');
    await tellToLook(deps, attempt);
  });
}

const pageAfter = (cursor: string | null) => ({
  orderBy: { id: 'asc' as const },
  take: PAGE,
  ...(cursor === null ? {} : { cursor: { id: cursor }, skip: 1 }),
});

/** Page by page: what the work changes may leave the selection meanwhile. */
async function eachOf<Row extends { id: string }>(
  page: (cursor: string | null) => Promise<Row[]>,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  let cursor: string | null = null;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const rows: Row[] = await page(cursor);
    for (const row of rows) await work(row);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    cursor = last.id;
  }
}
