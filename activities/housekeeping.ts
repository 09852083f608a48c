/** Deletes what has outlived its retention, and repairs what a lost workflow could not. */
import type { Deps } from '#api/deps.ts';
import { finish } from '#api/domain/job-ending.ts';
import { mailJobEnd } from '#api/domain/job-mail.ts';
import { pageFilesOf } from '#api/domain/pdf-table-files.ts';
import { verifyLedger } from '#api/domain/ledger.ts';
import { forgetPayments } from '#api/domain/payment-retention.ts';
import { limits } from '#contracts/limits.ts';
import { say } from '#contracts/say.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { isRunning } from './workflow-state.ts';

export type HousekeepingActivities = ReturnType<typeof housekeepingActivities>;

/** Items of one kind that one run looks at; the next run takes the rest. */
const BATCH_MAX = 500;
/** A job this young may still be between its database row and its workflow. */
const RECONCILE_AFTER_MS = 5 * 60_000;

export function housekeepingActivities(
  deps: Pick<Deps, 'db' | 'env' | 'files' | 'mailer' | 'temporal' | 'logger' | 'clock'>,
) {
  return {
    /** Retention of spec section 9. */
    deleteExpired: async (): Promise<void> => {
      const nowMs = deps.clock().getTime();
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
      const paymentsBefore = new Date(nowMs - limits.paymentRetentionMs);
      await forgetPayments(deps.db, paymentsBefore);
      await deps.db.formerTrial.deleteMany({ where: { createdAt: { lt: paymentsBefore } } });
      await deps.db.bkashCall.deleteMany({ where: { at: { lt: logsBefore } } });
      await deps.db.ipnMessage.deleteMany({ where: { receivedAt: { lt: logsBefore } } });
      await deps.db.session.deleteMany({
        where: {
          OR: [
            { expiresAt: { lt: new Date(nowMs) } },
            { createdAt: { lt: new Date(nowMs - limits.sessionAbsoluteMs) } },
          ],
        },
      });
    },

    /**
     * Ends jobs whose workflow is gone, giving back their credits, starts payments again whose workflow is gone, and
     * reports what the books should not show.
     */
    reconcileJobs: async (): Promise<void> => {
      const open = await deps.db.job.findMany({
        where: {
          finishedAt: null,
          state: { not: 'draft' },
          createdAt: { lt: new Date(deps.clock().getTime() - RECONCILE_AFTER_MS) },
        },
        take: BATCH_MAX,
        orderBy: { createdAt: 'asc' },
      });
      for (const job of open) {
        if (await isRunning(deps, jobWorkflowId(job.serviceId, job.id))) continue;
        deps.logger.error(
          { jobId: job.id, userId: job.userId },
          'job had no workflow; ended by the reconciler',
        );
        await finish(deps.db, {
          jobId: job.id,
          attempt: job.attempt,
          state: 'failed',
          errorCode: 'INTERNAL_ERROR',
          errorMessage: say('The job was stopped by our team.'),
          now: deps.clock(),
        });
        await mailJobEnd(deps, { jobId: job.id, attempt: job.attempt });
      }
      for (const problem of await verifyLedger(deps.db)) deps.logger.error({ problem }, 'ledger problem');
      await reconcilePayments(deps);
    },
  };
}

async function deleteUploads(
  { db, files, clock }: Pick<Deps, 'db' | 'files' | 'clock'>,
  before: Date,
): Promise<void> {
  // A job that still runs reads its upload: it is deleted after the job has ended.
  const uploads = await db.upload.findMany({
    where: { deletedAt: null, createdAt: { lt: before }, jobs: { none: { finishedAt: null } } },
    include: { jobs: { select: { id: true } } },
    take: BATCH_MAX,
  });
  for (const upload of uploads) {
    await files.delete(upload.fileKey);
    if (upload.documentsKey) await files.delete(upload.documentsKey);
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

/** Drafts whose starter died before the job was admitted: nothing was reserved for them. */
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
