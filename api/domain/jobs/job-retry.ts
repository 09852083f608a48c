/** Retries an ended job: here with all its unpaid failed rows; job-corrections.ts retries chosen and corrected ones. */
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import type { StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import type { Decider } from '#workflows/messages.ts';
import type { Customer } from '#api/domain/accounts/customers.ts';
import { requestAdmission, startedJob } from './job-admission.ts';
import { isDocumentsOnly } from './documents-only.ts';
import { preparingService, requireCredentials, startableService } from './service-offers.ts';
import { chosenBank } from '#api/domain/portals/banks.ts';
import { FIRST_BANK } from '#contracts/portals/bank-places.ts';
import { findService } from '#services/catalogue.ts';
import { ownJob } from './own-jobs.ts';
import { practisedService } from './practice-runs.ts';
import { requireKeptForRows } from './uploads.ts';

export type RetryDeps = Pick<Deps, 'db' | 'env' | 'files' | 'vault' | 'workflows' | 'clock' | 'logger'>;

export type RetryableJob = {
  record: Awaited<ReturnType<typeof ownJob>>;
  service: ServiceDefinition;
  /** A ZIP of documents was uploaded with the sheet. */
  hasDocuments: boolean;
};

/** Throws unless the customer's job has ended, its rows still exist, and it has not run too often. */
export async function retryableJob(
  deps: RetryDeps,
  customer: Customer,
  jobId: string,
): Promise<RetryableJob> {
  const record = await ownJob(deps, customer, jobId);
  const { finishedAt, filesDeletedAt, expiresAt, attempt } = record;
  const expired = filesDeletedAt !== null || (expiresAt !== null && expiresAt <= deps.clock());
  if (!finishedAt || expired) throw new DomainError('JOB_NOT_RETRYABLE');
  if (attempt >= limits.runsPerJobMax) {
    throw refusal('JOB_NOT_RETRYABLE', jobMessages.ranTooOften({ times: limits.runsPerJobMax }));
  }
  const service = await retryService(deps, customer, record);
  const upload = await deps.db.upload.findUniqueOrThrow({ where: { id: record.uploadId } });
  requireKeptForRows(service, upload);
  return { record, service, hasDocuments: upload.documentsKey !== null };
}

/** Returns the job's service if it can run again where the job ran: practice stays practice. */
async function retryService(
  deps: RetryDeps,
  customer: Customer,
  record: RetryableJob['record'],
): Promise<ServiceDefinition> {
  const { userId, serviceId, isPractice } = record;
  if (isPractice) return practisedService(deps, serviceId);
  const documentsOnly = isDocumentsOnly(record);
  // A job that was started before there was a list of banks is for the first one.
  const bankKey = record.bankKey ?? FIRST_BANK;
  const bank = await chosenBank(deps.db, findService(serviceId), { userId, bankKey, documentsOnly });
  if (documentsOnly) return (await preparingService(deps, serviceId)).service;
  const { service } = await startableService(deps, serviceId, bank?.place);
  await requireCredentials(deps, customer, service, bank);
  return service;
}

/**
 * Runs all unpaid failed rows as another attempt of the job. `by` is the administrator who does it for the customer, to
 * be recorded. Throws as `retryableJob` and `requestAdmission` do.
 */
export async function retryJob(
  deps: RetryDeps,
  customer: Customer,
  jobId: string,
  by?: Decider,
): Promise<StartedJob> {
  const { record } = await retryableJob(deps, customer, jobId);
  const next = { ...record, attempt: record.attempt + 1 };
  const admission = await requestAdmission(deps, next, {
    update: 'retryFailedRows',
    choice: null,
    token: customer.token,
    by,
  });
  return startedJob(deps.db, admission, next, customer);
}
