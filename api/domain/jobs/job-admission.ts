/** Admits a job: one call starts its workflow and asks it to reserve the credits, or to refuse. */
import { setTimeout as delay } from 'node:timers/promises';
import { refusalsIn, searchableBy, startAndAsk } from '#api/adapters/workflows.ts';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import type { StartedJob } from '#contracts/calls/job-answers.ts';
import { limits } from '#contracts/limits.ts';
import { findService } from '#services/catalogue.ts';
import { jobWorkflowId, taskQueues } from '#workflows/ids.ts';
import type { Admission, AskedBy, RowCounts, ServiceJobInput } from '#workflows/messages.ts';
import type { serviceJob } from '#workflows/service-job.ts';
import { creditsShownTo, type Customer, type TokenGrant } from '#api/domain/accounts/customers.ts';

export type JobRecord = {
  id: string;
  userId: string;
  serviceId: string;
  portal: string | null;
  attempt: number;
};

/** A workflow run that has settled its job closes shortly afterwards. */
const CLOSING_TRIES_MAX = 15;
const CLOSING_LOOK_MS = 200;

/** How the workflow of a job is started; `carried` for one that is admitted already. */
function startOptions(env: Deps['env'], job: JobRecord, carried?: ServiceJobInput['carried']) {
  const service = findService(job.serviceId);
  if (!service) throw new DomainError('SERVICE_NOT_FOUND');
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
    ...(carried ? { carried } : {}),
  };
  return {
    workflowId: jobWorkflowId(job.serviceId, job.id),
    taskQueue: taskQueues.main,
    args: [input] satisfies [ServiceJobInput],
    typedSearchAttributes: searchableBy({
      service: job.serviceId,
      customer: job.userId,
      portal: job.portal ?? 'none',
      state: job.portal ? 'queued' : 'running',
    }),
    staticSummary: service.name,
  };
}

/** Restarts the lost workflow of an admitted job, which continues with the open rows. */
export async function resumeJob(
  { env, temporal }: Pick<Deps, 'env' | 'temporal'>,
  job: JobRecord,
  progress: { rows: RowCounts; startedAt: Date | null },
): Promise<void> {
  const startedAtMs = (progress.startedAt ?? new Date()).getTime();
  await temporal.workflow.start<typeof serviceJob>('serviceJob', {
    ...startOptions(env, job, { rows: progress.rows, slotHeld: false, startedAtMs }),
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
  });
}

/**
 * Starts the workflow and asks it to admit the job, in one call. `token` is the API token of the request, whose
 * credit cap applies.
 */
export async function admit(
  deps: Pick<Deps, 'db' | 'env' | 'temporal'>,
  job: JobRecord,
  update: 'admit' | 'retryFailedRows',
  token: TokenGrant | undefined,
): Promise<Admission> {
  const askedBy: AskedBy | null = token ? { apiTokenId: token.tokenId } : null;
  for (let tries = 1; ; tries += 1) {
    try {
      return await askToAdmit(deps, job, update, askedBy);
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw new DomainError('UNAVAILABLE', { cause: error });
      // Its last run is about to close; for everyone else the job has already ended.
      const isClosing = update === 'retryFailedRows' && tries < CLOSING_TRIES_MAX && isRunning(error);
      if (!isClosing) {
        if (update === 'admit') await deps.db.job.deleteMany({ where: { id: job.id, state: 'draft' } });
        throw refusal;
      }
      await delay(CLOSING_LOOK_MS);
    }
  }
}

function askToAdmit(
  { env, temporal }: Pick<Deps, 'env' | 'temporal'>,
  job: JobRecord,
  update: 'admit' | 'retryFailedRows',
  askedBy: AskedBy | null,
): Promise<Admission> {
  return startAndAsk<typeof serviceJob, Admission, [AskedBy | null]>(
    temporal,
    'serviceJob',
    {
      ...startOptions(env, job),
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: update === 'admit' ? 'REJECT_DUPLICATE' : 'ALLOW_DUPLICATE',
    },
    {
      name: update,
      args: [askedBy],
      // A start has one answer that never changes. Another attempt asks again: with an id, the server would repeat an
      // earlier refusal.
      ...(update === 'admit' ? { id: `admit-${job.attempt}` } : {}),
    },
  );
}

/** Returns the workflow's refusal by its code; null for a transport error. */
function refusalOf(error: unknown): DomainError | null {
  const codes = refusalCodes(error);
  for (const code of ['INSUFFICIENT_CREDITS', 'API_TOKEN_CREDITS'] as const)
    if (codes.includes(code)) return new DomainError(code);
  const isRefused = codes.includes('JOB_NOT_RETRYABLE') || codes.includes('JOB_RUNNING');
  return isRefused ? new DomainError('JOB_NOT_RETRYABLE') : null;
}

const isRunning = (error: unknown): boolean => refusalCodes(error).includes('JOB_RUNNING');

const refusalCodes = (error: unknown): string[] => refusalsIn(error).map(({ code }) => code);

/** Translates the workflow's admission into the answer of the API. */
export function admitted(
  admission: Admission,
  job: JobRecord,
  customer: Pick<Customer, 'isAdmin'>,
): StartedJob {
  const { queuePosition } = admission;
  return {
    jobId: job.id,
    status: queuePosition === null ? 'processing' : 'queued',
    newCredits: creditsShownTo(customer, admission.newBalanceHundredths),
    immediate: queuePosition === null,
    queuePosition,
    message: queuePosition === null ? 'Processing started!' : `Job queued at position ${queuePosition}`,
  };
}
