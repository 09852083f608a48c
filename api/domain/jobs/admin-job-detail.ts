/** One job of any customer for administrators: its rows, files and credits, and the available actions. */
import type { Deps } from '#api/deps.ts';
import type { Env } from '#api/env.ts';
import type { AdminJobDetail } from '#contracts/calls/jobs/admin-jobs-answers.ts';
import type { JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import type { Pagination } from '#contracts/envelope.ts';
import { recordReadOfDay } from '#api/domain/accounts/audit.ts';
import { DomainError } from '#contracts/errors.ts';
import { textOrNullOf } from '#contracts/messages/answers.ts';
import type { Message } from '#contracts/messages/message.ts';
import { messageOf, refusal } from '#contracts/messages/refusal.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import type { Database } from '#prisma/client.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import type { StoredWaiting } from '#workflows/messages.ts';
import { endOfStop } from './admin-jobs.ts';
import { retryableJob, type RetryDeps } from './job-retry.ts';
import { detailView, rowsView, type RowsQuery } from './job-views.ts';

export type AnyJob = Awaited<ReturnType<typeof anyJob>>;

/** Returns a job of any customer, with the customer. Throws NOT_FOUND, also for a draft. */
export async function anyJob(db: Database, jobId: string) {
  const job = await db.job.findFirst({
    where: { id: jobId, state: { not: 'draft' } },
    include: {
      user: { select: { id: true, name: true, email: true, company: true, status: true, isAdmin: true } },
    },
  });
  if (!job) throw new DomainError('NOT_FOUND');
  return job;
}

/**
 * Returns the detail with amounts in credits. Throws NOT_FOUND.
 */
export async function adminJobView(deps: RetryDeps, jobId: string): Promise<AdminJobDetail> {
  const job = await anyJob(deps.db, jobId);
  const [detail, refused] = await Promise.all([
    detailView(deps.db, job, deps.clock()),
    retryRefusal(deps, job),
  ]);
  const workflowId = jobWorkflowId(job.serviceId, job.id);
  const { id, name, email, company, status } = job.user;
  return {
    ...detail,
    files: detail.files.map((file) => ({ ...file, url: administratorsUrl(file.url) })),
    // Only the customer can download the ZIP; administrators open single files.
    downloadUrl: null,
    portal: job.portal,
    customer: { id, name, email, company, status },
    attempt: job.attempt,
    creditsRefunded: creditsFromHundredths(job.refundedAmount),
    creditsRefundable: job.finishedAt ? creditsFromHundredths(job.capturedAmount - job.refundedAmount) : 0,
    ...textOrNullOf('retryRefusal', refused),
    endsByItselfAt: endOfStop(stopOf(job)),
    workflowId,
    requestId: job.requestId,
    temporalUrl: temporalUrl(deps.env, workflowId),
  };
}

/** Returns since when the job waits for a decision; null if it does not. */
function stopOf({ state, waiting }: AnyJob): Date | null {
  const stop = waiting as StoredWaiting | null;
  return state === 'parked' && stop?.kind === 'person' ? new Date(stop.since) : null;
}

/** Returns why the job cannot be retried, regardless of its rows; null if it can. */
async function retryRefusal(deps: RetryDeps, job: AnyJob): Promise<Message | null> {
  if (!job.finishedAt) return null;
  try {
    await requireRetryable(deps, job);
    return null;
  } catch (error) {
    if (error instanceof DomainError) return messageOf(error);
    throw error;
  }
}

/** Throws if the job cannot be retried, or if its customer's account is not active. */
export async function requireRetryable(deps: RetryDeps, job: AnyJob): Promise<void> {
  if (job.user.status !== 'active') {
    throw refusal('JOB_NOT_RETRYABLE', jobMessages.customerSuspended());
  }
  await retryableJob(deps, job.user, job.id);
}

function temporalUrl(
  { TEMPORAL_UI_URL, TEMPORAL_NAMESPACE }: Pick<Env, 'TEMPORAL_UI_URL' | 'TEMPORAL_NAMESPACE'>,
  workflowId: string,
): string | null {
  if (!TEMPORAL_UI_URL) return null;
  const [namespace, workflow] = [TEMPORAL_NAMESPACE, workflowId].map(encodeURIComponent);
  return `${TEMPORAL_UI_URL.replace(/\/$/, '')}/namespaces/${namespace}/workflows/${workflow}`;
}

/**
 * Returns a page of rows, with links that work for administrators, and records in the audit log that the administrator
 * reads them. Throws NOT_FOUND.
 */
export async function adminRowsView(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { jobId, adminId }: { jobId: string; adminId: string },
  query: RowsQuery,
): Promise<{ rows: JobRow[]; pagination: Pagination }> {
  const job = await anyJob(db, jobId);
  await recordReadOfDay({ db, clock }, { adminId, action: 'rows opened', subject: `job/${jobId}` });
  const { rows, pagination } = await rowsView(db, job, query);
  const withUrls = rows.map((row) => ({
    ...row,
    documents: row.documents.map(({ name, url }) => ({ name, url: administratorsUrl(url) })),
  }));
  return { rows: withUrls, pagination };
}

/** The customer's URL of a file works only for the customer. */
const administratorsUrl = (url: string): string => url.replace(/^\/api\/jobs\//, '/api/admin/jobs/');
