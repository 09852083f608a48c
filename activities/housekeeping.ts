/** Deletes data past its retention period, and repairs what a lost workflow left behind. */
import { deleteExpiredCounts } from '#api/adapters/rate-limits.ts';
import type { Deps } from '#api/deps.ts';
import { deleteAloneMoves } from '#api/domain/accounts/alone-limits.ts';
import { expireApprovals } from '#api/domain/accounts/approvals.ts';
import { deleteUnusedDevices } from '#api/domain/accounts/known-devices.ts';
import { deleteUnverified } from '#api/domain/accounts/registration.ts';
import { deleteExpiredSignIns } from '#api/domain/accounts/sessions.ts';
import { deleteTrialMarks, rememberEarlierTrials } from '#api/domain/accounts/trials.ts';
import { auditLedger } from '#api/domain/credits/ledger-audit.ts';
import { deleteEndedTokens } from '#api/domain/integrations/api-tokens.ts';
import { deleteDeliveries } from '#api/domain/integrations/webhook-deliveries.ts';
import {
  deleteDraft,
  deleteJobEvents,
  deleteResults,
  deleteUploads,
  draftsBefore,
} from '#api/domain/jobs/job-retention.ts';
import { deleteUnusedKeptLayouts } from '#api/domain/jobs/kept-layouts.ts';
import { deleteLivePages } from '#api/domain/jobs/live-pages.ts';
import { deleteNoticeDeliveries } from '#api/domain/messaging/notice-deliveries.ts';
import { deleteNotifications } from '#api/domain/messaging/notifications.ts';
import { verifyPayments } from '#api/domain/payments/payment-checks.ts';
import { deleteBkashLogs, forgetPayments } from '#api/domain/payments/payment-retention.ts';
import { deleteCredentialDrafts } from '#api/domain/portals/credentials.ts';
import { deleteMailboxConsents } from '#api/domain/portals/mailbox-consents.ts';
import { deleteOutages } from '#api/domain/portals/portal-outages.ts';
import { deletePortalPages } from '#api/domain/portals/portal-pages.ts';
import { deleteRefusals } from '#api/domain/portals/login-refusals.ts';
import { deleteObjectiveDays } from '#api/domain/site/error-budgets.ts';
import { SeveralErrors } from '#api/domain/several-errors.ts';
import { limits } from '#contracts/limits.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import { beating } from './heartbeats.ts';
import { LISTED_JOB_SHARES, reconcileJobs, type UnendedItems } from './reconcile-jobs.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { isRunning } from './workflow-state.ts';

export type HousekeepingActivities = ReturnType<typeof housekeepingActivities>;

export function housekeepingActivities(
  deps: Pick<
    Deps,
    'db' | 'vault' | 'env' | 'files' | 'mailer' | 'temporal' | 'workflows' | 'logger' | 'clock'
  >,
) {
  const unended: UnendedItems = new Map();
  return {
    /**
     * Applies the retention periods of spec section 9, and creates missing marks of trial credits. A step that fails
     * does not prevent the others; the activity then fails, and is retried.
     */
    deleteExpired: (): Promise<void> => beating((signal) => deleteExpired({ ...deps, signal })),

    /** Repairs jobs, portal leases and reservations that a terminated, timed-out or broken workflow left behind. */
    reconcileJobs: (): Promise<void> =>
      beating(() => reconcileJobs(deps, { unended, share: Math.floor(Math.random() * LISTED_JOB_SHARES) })),

    /** Does the same for payments. */
    reconcilePayments: (): Promise<void> => beating(() => reconcilePayments(deps)),

    /** Logs every inconsistency of payments, and of the ledger, that this run has found. */
    auditBooks: (): Promise<void> => beating(() => auditBooks(deps)),
  };
}

/**
 * Logs every inconsistency of the payments, and of the ledger's entries that were not audited yet. The ledger is audited
 * even if the payments cannot be read.
 */
export async function auditBooks({
  db,
  logger,
  clock,
}: Pick<Deps, 'db' | 'logger' | 'clock'>): Promise<void> {
  try {
    for (const problem of await verifyPayments(db)) logger.error({ problem }, 'payment problem');
  } finally {
    await auditLedger(db, {
      now: clock(),
      report: (problem) => logger.error({ problem }, 'ledger problem'),
    });
  }
}

type Retention = Pick<Deps, 'db' | 'vault' | 'files' | 'temporal' | 'clock'> & {
  /** Aborted when this worker must stop; the next run does what has not begun. */
  signal: AbortSignal | undefined;
};

async function deleteExpired(retention: Retention): Promise<void> {
  const failures: unknown[] = [];
  for (const step of retentionSteps(retention)) {
    retention.signal?.throwIfAborted();
    await step().catch((error: unknown) => {
      failures.push(error);
    });
  }
  if (failures.length > 0) throw new SeveralErrors(failures);
}

function retentionSteps(deps: Retention): (() => Promise<unknown>)[] {
  const { db, signal } = deps;
  const nowMs = deps.clock().getTime();
  const ago = (ms: number): Date => new Date(nowMs - ms);
  const logsBefore = ago(limits.logRetentionMs);
  const paymentsBefore = ago(limits.paymentRetentionMs);
  return [
    () => deps.files.incoming.deleteAbandoned(ago(limits.incomingRetentionMs)),
    () => deleteUploads(deps, ago(limits.uploadRetentionMs)),
    () => deleteResults(deps, new Date(nowMs)),
    () => deleteDrafts(deps, ago(limits.draftRetentionMs)),
    () => deleteCredentialDrafts(db, ago(limits.credentialDraftRetentionMs)),
    () => deleteLivePages(db, new Date(nowMs)),
    () => deleteMailboxConsents(db, ago(limits.mailboxConsentMs)),
    () => deleteNotifications(db, logsBefore),
    () => deleteNoticeDeliveries(db, logsBefore),
    () => deleteJobEvents(db, logsBefore, signal),
    () => deleteDeliveries(db, logsBefore),
    () => deleteEndedTokens(db, logsBefore),
    () => deleteOutages(db, logsBefore),
    () => deleteObjectiveDays(db, logsBefore),
    () => deleteUnusedKeptLayouts(db, ago(limits.keptLayoutRetentionMs)),
    () => deletePortalPages(deps, ago(limits.pagePictureRetentionMs)),
    () => deleteRefusals(db, ago(limits.loginRefusalsKeptMs)),
    () => deleteExpiredCounts(db, nowMs),
    () => deleteUnusedDevices(db, ago(limits.deviceCookieMs)),
    () => expireApprovals(db, deps.clock()),
    () => deleteAloneMoves(db, logsBefore),
    () => deleteUnverified(db, ago(limits.unverifiedRetentionMs)),
    () => forgetPayments(db, paymentsBefore),
    () => deleteTrialMarks(db, paymentsBefore),
    () => rememberEarlierTrials(deps),
    () => deleteBkashLogs(db, logsBefore),
    () => deleteExpiredSignIns(db, new Date(nowMs)),
  ];
}

/** Deletes drafts whose starting process died before admission; no credits are reserved for them. */
async function deleteDrafts(deps: Pick<Deps, 'db' | 'temporal'>, before: Date): Promise<void> {
  for (const { id, serviceId } of await draftsBefore(deps.db, before)) {
    if (await isRunning(deps, jobWorkflowId(serviceId, id))) continue;
    await deleteDraft(deps.db, id);
  }
}
