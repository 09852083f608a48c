/** Deletes data past its retention period, and repairs what a lost workflow left behind. */
import type { Deps } from '#api/deps.ts';
import { expireApprovals } from '#api/domain/accounts/approvals.ts';
import { pageFilesOf } from '#api/domain/jobs/pdf-table-files.ts';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { forgetPayments } from '#api/domain/payments/payment-retention.ts';
import { uploadKeys } from '#api/domain/jobs/uploads.ts';
import { limits } from '#contracts/limits.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import { beating } from './heartbeats.ts';
import { reconcileJobs } from './reconcile-jobs.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { isRunning } from './workflow-state.ts';

export type HousekeepingActivities = ReturnType<typeof housekeepingActivities>;

/** Number of items of one kind handled per run; the next run takes the rest. */
const BATCH_MAX = 500;

export function housekeepingActivities(
  deps: Pick<Deps, 'db' | 'env' | 'files' | 'mailer' | 'temporal' | 'workflows' | 'logger' | 'clock'>,
) {
  return {
    /** Applies the retention periods of spec section 9. */
    deleteExpired: async (): Promise<void> => {
      const nowMs = deps.clock().getTime();
      await deps.files.incoming.deleteAbandoned(new Date(nowMs - limits.incomingRetentionMs));
      await deleteUploads(deps, new Date(nowMs - limits.uploadRetentionMs));
      await deleteResults(deps, new Date(nowMs));
      await deleteDrafts(deps, new Date(nowMs - limits.draftRetentionMs));
      await deps.db.credentialDraft.deleteMany({
        where: { createdAt: { lt: new Date(nowMs - limits.credentialDraftRetentionMs) } },
      });
      const logsBefore = new Date(nowMs - limits.logRetentionMs);
      await deps.db.notification.deleteMany({ where: { createdAt: { lt: logsBefore } } });
      await deps.db.jobEvent.deleteMany({ where: { at: { lt: logsBefore } } });
      await deps.db.webhookDelivery.deleteMany({ where: { createdAt: { lt: logsBefore } } });
      await deps.db.apiToken.deleteMany({
        where: { OR: [{ revokedAt: { lt: logsBefore } }, { expiresAt: { lt: logsBefore } }] },
      });
      await deps.db.portalLoginRefusal.deleteMany({
        where: { refusedAt: { lt: new Date(nowMs - limits.loginRefusalsKeptMs) } },
      });
      await deps.db.rateLimit.deleteMany({ where: { expire: { lt: nowMs } } });
      await deps.db.knownDevice.deleteMany({
        where: { lastUsedAt: { lt: new Date(nowMs - limits.deviceCookieMs) } },
      });
      await expireApprovals(deps.db, deps.clock());
      await deps.db.aloneMove.deleteMany({ where: { at: { lt: logsBefore } } });
      await deleteUnverified(deps.db, new Date(nowMs - limits.unverifiedRetentionMs));
      const paymentsBefore = new Date(nowMs - limits.paymentRetentionMs);
      await forgetPayments(deps.db, paymentsBefore);
      await deps.db.formerTrial.deleteMany({ where: { createdAt: { lt: paymentsBefore } } });
      await deps.db.bkashCall.deleteMany({ where: { at: { lt: logsBefore } } });
      await deps.db.ipnMessage.deleteMany({ where: { receivedAt: { lt: logsBefore } } });
      // Unused links and unanswered passkey challenges.
      await deps.db.verification.deleteMany({ where: { expiresAt: { lt: new Date(nowMs) } } });
      await deps.db.session.deleteMany({
        where: {
          OR: [
            { expiresAt: { lt: new Date(nowMs) } },
            { createdAt: { lt: new Date(nowMs - limits.sessionAbsoluteMs) } },
          ],
        },
      });
    },

    /** Repairs jobs, portal slots and reservations that a terminated, timed-out or broken workflow left behind. */
    reconcileJobs: (): Promise<void> => beating(() => reconcileJobs(deps)),

    /** Does the same for payments. */
    reconcilePayments: (): Promise<void> => beating(() => reconcilePayments(deps)),

    /** Logs every inconsistency of the ledger. */
    auditBooks: async (): Promise<void> => {
      for (const problem of await verifyLedger(deps.db)) deps.logger.error({ problem }, 'ledger problem');
    },
  };
}

async function deleteUploads(
  { db, files, clock }: Pick<Deps, 'db' | 'files' | 'clock'>,
  before: Date,
): Promise<void> {
  // Uploads of running jobs are kept until the job has ended, because it reads them.
  const uploads = await db.upload.findMany({
    where: { deletedAt: null, createdAt: { lt: before }, jobs: { none: { finishedAt: null } } },
    include: { jobs: { select: { id: true } } },
    take: BATCH_MAX,
  });
  for (const upload of uploads) {
    for (const key of uploadKeys(upload)) await files.delete(key);
    for (const { id } of upload.jobs) await files.deleteAll(pageFilesOf(id));
    await db.upload.update({ where: { id: upload.id }, data: { deletedAt: clock() } });
  }
}

async function deleteResults(
  { db, files, clock }: Pick<Deps, 'db' | 'files' | 'clock'>,
  now: Date,
): Promise<void> {
  const jobs = await db.job.findMany({
    where: { filesDeletedAt: null, expiresAt: { lt: now } },
    take: BATCH_MAX,
  });
  for (const { id } of jobs) {
    await files.deleteAll(`jobs/${id}`);
    await db.$transaction([
      db.jobFile.deleteMany({ where: { jobId: id } }),
      db.jobRow.deleteMany({ where: { jobId: id } }),
      db.job.update({ where: { id }, data: { filesDeletedAt: clock() } }),
    ]);
  }
}

/** Deletes accounts that were never confirmed or used, which frees their email addresses. */
async function deleteUnverified(db: Deps['db'], before: Date): Promise<void> {
  await db.$executeRaw`
    DELETE FROM users u
    WHERE NOT email_verified AND NOT is_admin AND deleted_at IS NULL AND created_at < ${before}
      AND NOT EXISTS (SELECT FROM ledger_accounts WHERE user_id = u.id)
      AND NOT EXISTS (SELECT FROM uploads WHERE user_id = u.id)
      AND NOT EXISTS (SELECT FROM jobs WHERE user_id = u.id)
      AND NOT EXISTS (SELECT FROM purchase_orders WHERE user_id = u.id)
      AND NOT EXISTS (SELECT FROM transactions WHERE user_id = u.id)`;
}

/** Deletes drafts whose starting process died before admission; no credits are reserved for them. */
async function deleteDrafts(deps: Pick<Deps, 'db' | 'temporal'>, before: Date): Promise<void> {
  const drafts = await deps.db.job.findMany({
    where: { state: 'draft', createdAt: { lt: before } },
    take: BATCH_MAX,
  });
  for (const { id, serviceId } of drafts) {
    if (await isRunning(deps, jobWorkflowId(serviceId, id))) continue;
    await deps.db.job.deleteMany({ where: { id, state: 'draft' } });
  }
}
