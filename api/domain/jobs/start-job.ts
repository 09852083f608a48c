/** Starts a job. file-check.ts checks its file beforehand, and own-jobs.ts holds what a customer does with it later. */
import type { Deps } from '#api/deps.ts';
import type { StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import { creditsFromHundredths, hundredthsFromCredits, priceHundredths } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { limits } from '#contracts/limits.ts';
import { emptyMessage } from '#contracts/messages/message.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { placeFor } from '#contracts/portals/practice-portals.ts';
import { findService } from '#services/catalogue.ts';
import { refuseOtherService, type Customer } from '#api/domain/accounts/customers.ts';
import { reserve } from '#api/domain/credits/ledger.ts';
import { chosenBank, type ChosenBank } from '#api/domain/portals/banks.ts';
import { WorkflowGone } from '#api/domain/workflows-port.ts';
import { readForCustomer } from './column-mappings.ts';
import { billableOf } from './intake/preview.ts';
import { requestAdmission, startedJob } from './job-admission.ts';
import { earlierRequest, readContentOf, requestHashOf, writeDraft, type EarlierJob } from './job-drafts.ts';
import { deleteDraft } from './job-retention.ts';
import { readingOf } from './sheet-reading.ts';
import { unlockedSource } from './opened-upload.ts';
import {
  preparingService,
  requireCredentials,
  startableService,
  type JobDeps,
  type Offer,
} from './service-offers.ts';
import { weightOfSource, withUpload, type Uploaded } from './uploads.ts';

export type StartDeps = JobDeps & Pick<Deps, 'pdfLocks' | 'inReadingTurn' | 'inStartTurn'>;

export type StartInput = {
  serviceId: string;
  /** The price shown to the customer, used only for comparison; null if nobody was shown one. */
  totalCredits: number | null;
  source: Uploaded | { uploadId: string };
  /** `reading` of the preview shown to the customer, used only for comparison; absent if nobody was shown one. */
  reading?: string | undefined;
  /** Password for locked PDFs in the file. */
  password?: string | undefined;
  /** Headings that the customer gives for columns; if absent, those of the check apply. */
  columns?: ColumnMapping | undefined;
  /** Headings that were chosen for the file earlier. They count like those of the check, and are not remembered. */
  keptColumns?: ColumnMapping | undefined;
  /** Whether only the documents are made, without the portal. */
  documentsOnly?: boolean;
  /** The bank that the claims are for. It may be absent if it follows from the customer's logins. */
  bankKey?: string | undefined;
  idempotencyKey: string | null;
};

/** What is started, at which price per row, and where: on a practice portal, or the real one of a bank or service. */
type Offered = StartInput & Offer & { isPractice: boolean; bank: ChosenBank | null };

/**
 * Starts a job from a new file or a stored upload, and reserves its credits.
 *
 * @throws DomainError API_TOKEN_SERVICE, those of `startableService`, `preparingService` and `chosenBank`,
 * CREDENTIALS_REQUIRED, SHEET_CHANGED, NO_BILLABLE_ROWS, PRICE_CHANGED, INSUFFICIENT_CREDITS, API_TOKEN_CREDITS,
 * TOO_MANY_STARTS, UNAVAILABLE if Temporal cannot be reached, and the errors of reading the file
 * Idempotent: the same key returns the first job. Throws IDEMPOTENCY_KEY_REUSED if the request differs.
 */
export async function startJob(deps: StartDeps, customer: Customer, input: StartInput): Promise<StartedJob> {
  refuseOtherService(customer, input.serviceId);
  const requestHash = requestHashOf({ ...input, isPractice: false });
  const earlier = await earlierRequest(deps, customer, input, requestHash);
  // A draft passes all checks again: hours may have passed since the request that stored it.
  const answer = earlier && earlier.state !== 'draft' && (await answerTo(deps, customer, earlier));
  if (answer) return answer;
  const { bank, ...offer } = await offerAt(deps, customer, input);
  if (!input.documentsOnly) await requireCredentials(deps, customer, offer.service, bank);
  return startDrafted(deps, customer, { ...input, ...offer, bank, isPractice: false, requestHash }, earlier);
}

/** Returns what can be started, and at which bank. */
async function offerAt(
  deps: StartDeps,
  { id: userId }: Pick<Customer, 'id'>,
  { serviceId, bankKey, documentsOnly = false }: StartInput,
): Promise<Offer & { bank: ChosenBank | null }> {
  const prepared = documentsOnly ? await preparingService(deps, serviceId) : null;
  const bank = await chosenBank(deps.db, findService(serviceId), { userId, bankKey, documentsOnly });
  return { ...(prepared ?? (await startableService(deps, serviceId, bank?.place))), bank };
}

/** Starts a job whose service was found to be startable. Throws and repeats as `startJob` does. */
export async function startOffered(deps: StartDeps, customer: Customer, input: Offered): Promise<StartedJob> {
  const requestHash = requestHashOf(input);
  const earlier = await earlierRequest(deps, customer, input, requestHash);
  return startDrafted(deps, customer, { ...input, requestHash }, earlier);
}

/** Starts the job that an earlier request has stored, or else stores a new one and starts that. */
async function startDrafted(
  deps: StartDeps,
  customer: Customer,
  input: Offered & { requestHash: string },
  earlier: EarlierJob | null,
): Promise<StartedJob> {
  const answer = earlier && (await answerTo(deps, customer, earlier));
  if (answer) return answer;
  const turn = { customerId: customer.id, weightBytes: await weightOfSource(deps, customer, input.source) };
  const job = await deps.inReadingTurn(turn, () => readIntoDraft(deps, customer, input));
  const started = await answerTo(deps, customer, job);
  if (!started) throw new DomainError('UNAVAILABLE');
  return started;
}

/**
 * Admits the job, or returns the answer to the request that did. Returns null, after deleting the draft, if its workflow
 * has ended without admitting it: the server that started the workflow lost the question before it was stored.
 */
async function answerTo(deps: StartDeps, customer: Customer, job: EarlierJob): Promise<StartedJob | null> {
  // Once its attempt has ended, its workflow may be gone or be a different one.
  if (job.finishedAt || job.attempt > 1) return firstAnswer(deps, customer, job);
  try {
    return await admitInTurn(deps, customer, job);
  } catch (error) {
    if (!(error instanceof WorkflowGone)) throw error;
    await deleteDraft(deps.db, job.id);
    const isAdmitted = (await deps.db.job.count({ where: { id: job.id } })) > 0;
    return isAdmitted ? firstAnswer(deps, customer, job) : null;
  }
}

/** Waits for the job's turn among concurrent starts, then admits it. Throws TOO_MANY_STARTS. */
async function admitInTurn(deps: StartDeps, customer: Customer, job: EarlierJob): Promise<StartedJob> {
  const admission = await deps.inStartTurn(() =>
    requestAdmission(deps, job, { update: 'admit', token: customer.token }),
  );
  return startedJob(deps.db, admission, job, customer);
}

/** A separate function, so that the rows of a large file can be freed before the job waits for its admission. */
async function readIntoDraft(
  deps: StartDeps,
  customer: Customer,
  input: Offered & { requestHash: string },
): Promise<EarlierJob & { state: string }> {
  const { service, costPerRow, requestHash, isPractice, bank, documentsOnly = false } = input;
  const source = await unlockedSource(deps, service, input);
  const { upload, intake } = await withUpload(deps, { owner: customer, service, source }, async (opened) => ({
    upload: opened,
    intake: await readForCustomer(deps, customer, service, {
      ...opened,
      given: input.columns,
      kept: input.keptColumns ?? opened.columns,
      edits: opened.edits,
    }),
  }));
  if (isPractice && intake.rows.length > limits.practiceRowsMax)
    throw refusal('TOO_MANY_ROWS', jobMessages.practiceRowsMax({ most: limits.practiceRowsMax }));
  if (input.reading !== undefined && input.reading !== readingOf(upload, intake, upload.edits))
    throw new DomainError('SHEET_CHANGED');
  const billableRows = billableOf(intake.rows).length;
  if (billableRows === 0) throw new DomainError('NO_BILLABLE_ROWS');
  const price = priceHundredths(billableRows, costPerRow);
  if (input.totalCredits !== null && price !== hundredthsFromCredits(input.totalCredits)) {
    throw new DomainError('PRICE_CHANGED', {
      details: { totalCredits: creditsFromHundredths(price), billableRows },
    });
  }
  return writeDraft(deps, {
    customer,
    service,
    upload,
    intake,
    costPerRow,
    isPractice,
    portal: documentsOnly ? null : placeFor(bank?.place ?? service.portal, isPractice),
    bankKey: bank?.key ?? null,
    // Without a key, a file uploaded twice counts as the same file.
    requestHash:
      input.idempotencyKey === null && 'uploadId' in source
        ? requestHashOf(input, readContentOf(upload))
        : requestHash,
    idempotencyKey: input.idempotencyKey,
  });
}

/** Returns the answer to the first request for a job that was admitted, without its workflow. */
async function firstAnswer(deps: StartDeps, customer: Customer, job: EarlierJob): Promise<StartedJob> {
  const first = { jobId: job.id, attempt: 1 };
  const { amount } = await deps.db.reservation.findUniqueOrThrow({ where: { jobId_attempt: first } });
  const held = await reserve(deps.db, {
    ...first,
    userId: job.userId,
    amountHundredths: amount,
    description: emptyMessage,
  });
  const newBalanceHundredths = Number(held.balanceHundredths);
  const admission = { newBalanceHundredths, queuePosition: null, rowsTotal: job.rowsTotal };
  return startedJob(deps.db, admission, job, customer);
}
