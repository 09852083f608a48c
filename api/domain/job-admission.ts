/** Admission of a job: its workflow is started and asked, in one call, to reserve the credits; or it refuses. */
import { WithStartWorkflowOperation, WorkflowUpdateFailedError } from '@temporalio/client';
import {
  ApplicationFailure,
  defineSearchAttributeKey,
  SearchAttributeType,
  TypedSearchAttributes,
} from '@temporalio/common';
import type { Deps } from '#api/deps.ts';
import { creditsFromHundredths } from '#contracts/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import type { StartedJob } from '#contracts/jobs.ts';
import { limits } from '#contracts/limits.ts';
import { findService } from '#services/catalogue.ts';
import { jobWorkflowId, searchAttributes, taskQueues } from '#workflows/ids.ts';
import type { Admission, ServiceJobInput } from '#workflows/messages.ts';
import type { serviceJob } from '#workflows/service-job.ts';

export type JobRecord = {
  id: string;
  userId: string;
  serviceId: string;
  portal: string | null;
  attempt: number;
};

const keyword = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);

/** Starts the workflow and asks it to admit the job, in one call. */
export async function admit(
  deps: Pick<Deps, 'db' | 'env' | 'temporal'>,
  job: JobRecord,
  update: 'admit' | 'retryFailedRows' = 'admit',
): Promise<Admission> {
  const service = findService(job.serviceId);
  if (!service) throw new DomainError('SERVICE_NOT_FOUND');
  const { env, temporal, db } = deps;
  const input: ServiceJobInput = {
    jobId: job.id,
    userId: job.userId,
    serviceId: job.serviceId,
    portal: job.portal,
    effect: service.effect,
    attempt: job.attempt,
    rowsPerChunk: limits.rowsPerChunk,
    parking: {
      firstMs: env.PORTAL_RETRY_FIRST_MS,
      maxMs: env.PORTAL_RETRY_MAX_MS,
      giveUpAfterMs: env.PORTAL_GIVE_UP_MS,
    },
  };
  const attributes = new TypedSearchAttributes([
    { key: keyword(searchAttributes.service), value: job.serviceId },
    { key: keyword(searchAttributes.customer), value: job.userId },
    { key: keyword(searchAttributes.portal), value: job.portal ?? 'none' },
    { key: keyword(searchAttributes.state), value: job.portal ? 'queued' : 'running' },
  ]);
  try {
    return await temporal.workflow.executeUpdateWithStart<typeof serviceJob, Admission, []>(update, {
      // A start has one answer for ever. Another attempt asks anew: the server would repeat an earlier refusal.
      ...(update === 'admit' ? { updateId: `admit-${job.attempt}` } : {}),
      startWorkflowOperation: new WithStartWorkflowOperation<typeof serviceJob>('serviceJob', {
        workflowId: jobWorkflowId(job.serviceId, job.id),
        taskQueue: taskQueues.main,
        args: [input],
        workflowIdConflictPolicy: 'USE_EXISTING',
        workflowIdReusePolicy: update === 'admit' ? 'REJECT_DUPLICATE' : 'ALLOW_DUPLICATE',
        typedSearchAttributes: attributes,
        staticSummary: service.name,
      }),
    });
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw new DomainError('UNAVAILABLE', { cause: error });
    if (update === 'admit') await db.job.deleteMany({ where: { id: job.id, state: 'draft' } });
    throw refusal;
  }
}

/** The workflow's own refusal, by its code; null for a fault of the way there. */
function refusalOf(error: unknown): DomainError | null {
  if (!(error instanceof WorkflowUpdateFailedError)) return null;
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof ApplicationFailure)) continue;
    if (cause.type === 'INSUFFICIENT_CREDITS') return new DomainError('INSUFFICIENT_CREDITS');
    if (cause.type === 'JOB_NOT_RETRYABLE' || cause.type === 'JOB_RUNNING')
      return new DomainError('JOB_NOT_RETRYABLE');
  }
  return null;
}

export function admitted(admission: Admission, job: JobRecord): StartedJob {
  const { queuePosition } = admission;
  return {
    success: true,
    jobId: job.id,
    status: queuePosition === null ? 'processing' : 'queued',
    newCredits: creditsFromHundredths(admission.newBalanceHundredths),
    immediate: queuePosition === null,
    queuePosition,
    message: queuePosition === null ? 'Processing started!' : `Job queued at position ${queuePosition}`,
  };
}
