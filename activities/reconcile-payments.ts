/**
 * Restarts purchases and refunds whose workflow is gone or fails its tasks, adds missing entries to the list of
 * decisions, and emails customers. Items are independent of each other.
 */
import { DAY_MS } from '#contracts/durations.ts';
import type { Deps } from '#api/deps.ts';
import { notifyAdministrators } from '#api/domain/messaging/admin-notices.ts';
import { mailOpenEnd } from '#api/domain/payments/payment-mails.ts';
import { startRefund } from '#api/domain/payments/payment-refunds.ts';
import {
  overdueRefunds,
  unendedAttempts,
  unmailedOpenEnds,
  unpaidWithNotice,
  unreportedAttempts,
  unsettledRefunds,
  type Selected,
  type SelectedAttempt,
} from '#api/domain/payments/payment-selections.ts';
import { reportUnknown } from '#api/domain/payments/purchase-steps.ts';
import { resumePurchase, signalQuery } from '#api/domain/payments/purchase-workflow.ts';
import { reportRefund } from '#api/domain/payments/refund-steps.ts';
import { purchaseWorkflowId, refundWorkflowId } from '#workflows/ids.ts';
import { beat } from './rows/beside-slots.ts';
import { endFailingRun, workflowStateOf } from './workflow-state.ts';

type ReconcileDeps = Pick<Deps, 'db' | 'env' | 'temporal' | 'workflows' | 'logger' | 'clock' | 'mailer'>;

/**
 * The workflow of a record this young may not have started yet. If one is started here as well, the original caller
 * joins it.
 */
const YOUNG_MS = 60_000;
/** How long a notification about a payment that is not paid triggers further queries. */
const NOTICE_MS = DAY_MS;
/** How long one round sends mails. */
const MAILS_MS = 30_000;
/**
 * How long to look for a refund that bKash does not list, and how long to compare the list after a refund has ended.
 */
const LOOKED_FOR_MS = 60 * DAY_MS;
const COMPARED_MS = 7 * DAY_MS;
/** How often the failing runs of one payment or refund are replaced automatically. */
const RUNS_ENDED_MAX = 5;
/** Minutes after the settling time in which the workflow itself should report. */
const REPORT_MINUTES = 10;

/** Runs one round of repairs. Idempotent, and safe while purchases and refunds run. */
export async function reconcilePayments(deps: ReconcileDeps): Promise<void> {
  await resumePurchases(deps);
  await resumeRefunds(deps);
  await followNotices(deps);
  await reportOverdue(deps);
  await mailOpenEnds(deps);
}

const before = (deps: ReconcileDeps, ms: number): Date => new Date(deps.clock().getTime() - ms);

type PaymentWorkflow = { workflowId: string; attempt: SelectedAttempt };

/**
 * Returns whether a new run is to be started. A run whose tasks keep failing is ended first, and administrators are
 * notified.
 */
async function needsRun(deps: ReconcileDeps, workflow: PaymentWorkflow): Promise<boolean> {
  const { workflowId, attempt } = workflow;
  const state = await workflowStateOf(deps, workflowId);
  if (state !== 'failing') return state === 'gone';
  deps.logger.error({ workflowId, attemptId: attempt.id }, 'the workflow of a payment fails its tasks');
  await notifyAdministrators(deps.db, {
    key: `payment_workflow_failing:${workflowId}`,
    kind: 'payment_workflow_failing',
    values: { invoice: attempt.invoice },
    actionUrl: '/admin?tab=system&section=payments',
  });
  return endFailingRun(deps, workflowId, RUNS_ENDED_MAX);
}

async function resumePurchases(deps: ReconcileDeps): Promise<void> {
  await eachOf(deps, unendedAttempts(deps.db, before(deps, YOUNG_MS)), async (attempt) => {
    if (!(await needsRun(deps, { workflowId: purchaseWorkflowId(attempt.id), attempt }))) return;
    deps.logger.error({ attemptId: attempt.id }, 'purchase had no workflow; started again');
    await resumePurchase(deps, attempt);
  });
}

async function resumeRefunds(deps: ReconcileDeps): Promise<void> {
  const refunds = unsettledRefunds(deps.db, {
    createdBefore: before(deps, YOUNG_MS),
    sentAfter: before(deps, LOOKED_FOR_MS),
    endedAfter: before(deps, COMPARED_MS),
  });
  await eachOf(deps, refunds, async ({ id, attempt }) => {
    if (!(await needsRun(deps, { workflowId: refundWorkflowId(id), attempt }))) return;
    deps.logger.error({ refundId: id }, 'refund had no workflow; started again');
    await startRefund(deps, id);
  });
}

/**
 * Queries payments that had ended when bKash reported their money, in case the query after the notification got no
 * answer.
 */
async function followNotices(deps: ReconcileDeps): Promise<void> {
  const received = { after: before(deps, NOTICE_MS), before: before(deps, YOUNG_MS) };
  await eachOf(deps, unpaidWithNotice(deps.db, received), async (attempt) => {
    deps.logger.error({ attemptId: attempt.id }, 'a notice says that a payment is paid which is not');
    await signalQuery(deps, attempt);
  });
}

/** Reports what the workflow should have reported, in case the workflow itself is broken. */
async function reportOverdue(deps: ReconcileDeps): Promise<void> {
  const { db, env } = deps;
  const settledBefore = before(deps, REPORT_MINUTES * env.PURCHASE_MINUTE_MS);
  await eachOf(deps, unreportedAttempts(db, settledBefore), async ({ id }) => {
    await reportUnknown(db, id, deps.clock());
  });
  await eachOf(deps, overdueRefunds(db, settledBefore), async ({ id }) => {
    await reportRefund(db, id, deps.clock());
  });
}

/** Leaves what a slow mail server does not take in time to the next round, which would otherwise come late. */
async function mailOpenEnds(deps: ReconcileDeps): Promise<void> {
  const untilMs = deps.clock().getTime() + MAILS_MS;
  for (const end of await unmailedOpenEnds(deps.db)) {
    if (deps.clock().getTime() > untilMs) return;
    await alone(deps, end, ({ id }) => mailOpenEnd(deps, id));
  }
}

async function eachOf<Row extends Selected>(
  deps: ReconcileDeps,
  rows: AsyncIterable<Row>,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  for await (const row of rows) await alone(deps, row, work);
}

/** Processes one record; a failure does not stop the others, and the next run tries it again. */
async function alone<Row extends Selected>(
  { logger }: ReconcileDeps,
  row: Row,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  beat();
  await work(row).catch((err: unknown) => logger.error({ err, id: row.id }, 'a payment was not reconciled'));
}
