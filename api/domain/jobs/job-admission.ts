/** Admits a job: one call starts its workflow and asks it to reserve the credits, or to refuse. */
import { setTimeout as delay } from 'node:timers/promises';
import { currentRequestId } from '#api/adapters/request-scope.ts';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import type { StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { findService } from '#services/catalogue.ts';
import type {
  Admission,
  AskedBy,
  Decider,
  RowCounts,
  RowsChoice,
  ServiceJobInput,
} from '#workflows/messages.ts';
import type { DatabaseOrTransaction } from '#prisma/client.ts';
import { banksToName } from '#api/domain/portals/banks.ts';
import { creditsShownTo, type Customer, type TokenGrant } from '#api/domain/accounts/customers.ts';
import { refusalsIn, WorkflowGone, type JobOrder } from '#api/domain/workflows-port.ts';

/** What a job's workflow is started with. */
export type StartableJob = {
  id: string;
  userId: string;
  serviceId: string;
  portal: string | null;
  isPractice: boolean;
  attempt: number;
};

/** A workflow run that has settled its job closes shortly afterwards. */
const CLOSING_TRIES_MAX = 30;
const CLOSING_LOOK_MS = 200;

/** What the workflow of a job is given; `carried` for one that is admitted already. */
function orderOf(env: Deps['env'], job: StartableJob, carried?: ServiceJobInput['carried']): JobOrder {
  const service = findService(job.serviceId);
  if (!service) throw new DomainError('SERVICE_NOT_FOUND');
  const input: ServiceJobInput = {
    jobId: job.id,
    userId: job.userId,
    serviceId: job.serviceId,
    portal: job.portal,
    ...(job.isPractice ? { isPractice: true } : {}),
    // A job without its portal files nothing.
    effect: job.portal === null ? 'read' : service.effect,
    attempt: job.attempt,
    rowsPerChunk: limits.rowsPerChunk,
    parking: {
      firstMs: env.PORTAL_RETRY_FIRST_MS,
      maxMs: env.PORTAL_RETRY_MAX_MS,
      giveUpAfterMs: job.isPractice ? limits.practiceGiveUpMs : env.PORTAL_GIVE_UP_MS,
    },
    endsApart: true,
    ...(carried ? { carried } : {}),
  };
  return { input, summary: service.name };
}

/** Restarts the lost workflow of an admitted job, which continues with the open rows. */
export async function resumeJob(
  { env, workflows }: Pick<Deps, 'env' | 'workflows'>,
  job: StartableJob,
  progress: { rows: RowCounts; startedAt: Date | null },
): Promise<void> {
  const startedAtMs = (progress.startedAt ?? new Date()).getTime();
  await workflows.jobs.resume(orderOf(env, job, { rows: progress.rows, slotHeld: false, startedAtMs }));
}

/**
 * `token` is the API token of the request, whose credit cap applies. `choice` is null for a retry of all failed rows.
 * `by` is an administrator who asks for the customer.
 */
type Request = { token: TokenGrant | undefined; by?: Decider | undefined } & (
  | { update: 'admit' }
  | { update: 'retryFailedRows'; choice: RowsChoice | null }
);

/**
 * Starts the workflow and asks it to admit the job, in one call.
 *
 * @throws DomainError what the workflow refuses with, and UNAVAILABLE if Temporal cannot be reached
 * @throws WorkflowGone for `admit` if the workflow has already ended
 */
export async function requestAdmission(
  deps: Pick<Deps, 'db' | 'env' | 'workflows'>,
  job: StartableJob,
  request: Request,
): Promise<Admission> {
  const { update, token, by } = request;
  const requestId = currentRequestId();
  const askedBy: AskedBy = {
    ...(token ? { apiTokenId: token.tokenId } : {}),
    ...(requestId === null ? {} : { requestId }),
    ...('choice' in request ? { choice: request.choice } : {}),
    ...(by ? { by } : {}),
  };
  for (let tries = 1; ; tries += 1) {
    try {
      return await deps.workflows.jobs[update](orderOf(deps.env, job), askedBy);
    } catch (error) {
      if (update === 'admit' && error instanceof WorkflowGone) throw error;
      const refused = refusalOf(error);
      if (!refused) throw new DomainError('UNAVAILABLE', { cause: error });
      // Its last run is about to close; for everyone else the job has already ended.
      const isClosing = update === 'retryFailedRows' && tries < CLOSING_TRIES_MAX && isRunning(error);
      if (!isClosing) {
        if (update === 'admit') await deps.db.job.deleteMany({ where: { id: job.id, state: 'draft' } });
        throw refused;
      }
      await delay(CLOSING_LOOK_MS);
    }
  }
}

/** What `openJob` and `reopenJob` refuse with a reason that the customer can act on. */
const refusals = [
  'INSUFFICIENT_CREDITS',
  'API_TOKEN_CREDITS',
  'SERVICE_DISABLED',
  'BANK_NOT_OFFERED',
  'JOB_STOPPED',
  'FILE_EXPIRED',
] as const;

/** Returns the workflow's refusal by its code; null for a transport error. */
function refusalOf(error: unknown): DomainError | null {
  for (const code of refusals) {
    const found = refusalsIn(error).find((refused) => refused.code === code);
    if (found) return found.said ? refusal(code, found.said) : new DomainError(code);
  }
  const codes = refusalCodes(error);
  const isRefused = codes.includes('JOB_NOT_RETRYABLE') || codes.includes('JOB_RUNNING');
  return isRefused ? new DomainError('JOB_NOT_RETRYABLE') : null;
}

const isRunning = (error: unknown): boolean => refusalCodes(error).includes('JOB_RUNNING');

const refusalCodes = (error: unknown): string[] => refusalsIn(error).map(({ code }) => code);

/** Translates the workflow's admission into the answer of the API, which names the bank where there are several. */
export async function startedJob(
  db: DatabaseOrTransaction,
  admission: Admission,
  job: StartableJob & { bankKey: string | null },
  customer: Pick<Customer, 'isAdmin'>,
): Promise<StartedJob> {
  const { queuePosition } = admission;
  const bankOf = await banksToName(db, [job]);
  return {
    jobId: job.id,
    status: queuePosition === null ? 'processing' : 'queued',
    newCredits: creditsShownTo(customer, admission.newBalanceHundredths),
    immediate: queuePosition === null,
    queuePosition,
    message: queuePosition === null ? 'Processing started!' : `Job queued at position ${queuePosition}`,
    bank: bankOf(job),
  };
}
