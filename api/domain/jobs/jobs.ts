/** Starts a job. file-check.ts checks its file beforehand, and own-jobs.ts holds what a customer does with it later. */
import { createHash } from 'node:crypto';
import { emptyMessage, sequence, type Message } from '#contracts/messages/message.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { sheetMessages } from '#contracts/jobs/sheet-messages.ts';
import type { Deps } from '#api/deps.ts';
import { creditsFromHundredths, hundredthsFromCredits, priceHundredths } from '#contracts/credits/credits.ts';
import { DomainError, type ErrorCode } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import type { UnavailableReason } from '#contracts/portals/portal-status.ts';
import { placeFor, type PortalPlace } from '#contracts/portals/practice-portals.ts';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import type { StartedJob } from '#contracts/calls/jobs-answers.ts';
import { noJson, type Database, type Transaction } from '#prisma/client.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { findService } from '#services/catalogue.ts';
import { chosenBank, type ChosenBank } from '#api/domain/portals/banks.ts';
import { canLogIn } from '#api/domain/portals/credentials.ts';
import { credentialAt } from '#contracts/portals/portal-logins.ts';
import { refuseOtherService, requireActive, type Customer } from '#api/domain/accounts/customers.ts';
import { readForCustomer } from './column-mappings.ts';
import type { Intake } from './intake/types.ts';
import { chosenHeadings } from './intake/headings.ts';
import { billableOf } from './intake/preview.ts';
import { admit, startedJob, type JobRecord } from './job-admission.ts';
import { reserve } from '#api/domain/credits/ledger.ts';
import { unlockedSource } from './opened-upload.ts';
import { requirePracticeLeft } from './practice-limit.ts';
import { offerOf } from '#api/domain/site/settings.ts';
import { weightOfSource, withUpload, type StoredUpload, type Uploaded } from './uploads.ts';

export type JobDeps = Pick<Deps, 'db' | 'env' | 'files' | 'vault' | 'workflows' | 'clock' | 'logger'>;
export type StartDeps = JobDeps & Pick<Deps, 'pdfLocks' | 'reading' | 'starting'>;

/** Rows written per statement: PostgreSQL accepts at most 32,767 parameters. */
const ROWS_PER_INSERT = 1_000;
const DRAFT_TRIES_MAX = 3;
/** Period in which an identical request without a key is treated as a double click. */
const SAME_START_MS = 10_000;

/** A service that can be started, and its price per row in hundredths of a credit. */
export type Offer = { service: ServiceDefinition; costPerRow: number };

export type StartInput = {
  serviceId: string;
  /** The price shown to the customer, used only for comparison; null if nobody was shown one. */
  totalCredits: number | null;
  source: Uploaded | { uploadId: string };
  /** Password for locked PDFs in the file. */
  password?: string | undefined;
  /** Headings that the customer gives for columns; if absent, those of the check apply. */
  columns?: ColumnMapping | undefined;
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
 * CREDENTIALS_REQUIRED, NO_BILLABLE_ROWS, PRICE_CHANGED, INSUFFICIENT_CREDITS, API_TOKEN_CREDITS, TOO_MANY_STARTS,
 * UNAVAILABLE if Temporal cannot be reached, and the errors of reading the file
 * Idempotent: the same key returns the first job. Throws IDEMPOTENCY_KEY_REUSED if the request differs.
 */
export async function startJob(deps: StartDeps, customer: Customer, input: StartInput): Promise<StartedJob> {
  refuseOtherService(customer, input.serviceId);
  const earlier = await earlierRequest(deps, customer, input, requestHashOf({ ...input, isPractice: false }));
  if (earlier) return repeatedAnswer(deps, customer, earlier);
  const { bank, ...offer } = await offerAt(deps, customer, input);
  if (!input.documentsOnly) await requireCredentials(deps, customer, offer.service, bank);
  return startOffered(deps, customer, { ...input, ...offer, bank, isPractice: false });
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
  if (earlier) return repeatedAnswer(deps, customer, earlier);
  const turn = { customerId: customer.id, weightBytes: await weightOfSource(deps, customer, input.source) };
  const job = await deps.reading(turn, () => readIntoDraft(deps, customer, { ...input, requestHash }));
  if (job.state !== 'draft') return repeatedAnswer(deps, customer, job);
  return admitJob(deps, customer, job);
}

/** Waits for the job's turn among concurrent starts, then admits it. Throws TOO_MANY_STARTS. */
async function admitJob(deps: StartDeps, customer: Customer, job: EarlierJob): Promise<StartedJob> {
  const admission = await deps.starting(() => admit(deps, job, { update: 'admit', token: customer.token }));
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
  const { upload, intake } = await withUpload(deps, customer, service, source, async (opened) => ({
    upload: opened,
    intake: await readForCustomer(deps, customer, service, {
      ...opened,
      given: input.columns,
      kept: opened.columns,
      edits: opened.edits,
    }),
  }));
  if (isPractice && intake.rows.length > limits.practiceRowsMax)
    throw refusal('TOO_MANY_ROWS', jobMessages.practiceRowsMax({ most: limits.practiceRowsMax }));
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

/**
 * Returns the answer to the first request. Once its attempt has ended, its workflow may be gone or be a different
 * one.
 */
async function repeatedAnswer(deps: StartDeps, customer: Customer, job: EarlierJob): Promise<StartedJob> {
  if (!job.finishedAt && job.attempt === 1) return admitJob(deps, customer, job);
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

const refusalOf = {
  notConnected: 'SERVICE_NOT_CONNECTED',
  down: 'SERVICE_PORTAL_DOWN',
  changed: 'SERVICE_PORTAL_CHANGED',
} as const satisfies Record<UnavailableReason, ErrorCode>;

/**
 * Returns a service and its price per row in hundredths of a credit. Throws SERVICE_NOT_FOUND, SERVICE_DISABLED,
 * SERVICE_NOT_CONNECTED, SERVICE_PORTAL_DOWN or SERVICE_PORTAL_CHANGED; the last three of `place`, if it is not the
 * service's portal itself.
 */
export async function startableService(
  deps: JobDeps,
  serviceId: string,
  place?: PortalPlace | null,
): Promise<Offer> {
  const { unavailable, ...offer } = await enabledService(deps.db, serviceId, place);
  if (unavailable) throw new DomainError(refusalOf[unavailable]);
  return offer;
}

/** Returns the same for a job that only makes documents, without the portal. Throws INVALID_INPUT if it cannot. */
export async function preparingService(deps: Pick<JobDeps, 'db'>, serviceId: string): Promise<Offer> {
  const { unavailable: _, ...offer } = await enabledService(deps.db, serviceId);
  if (!offer.service.preparesDocuments) throw refusal('INVALID_INPUT', jobMessages.cannotOnlyPrepare());
  return offer;
}

/** Returns a service whose files can be checked: one that can be started, with or without its portal. */
export async function checkableService(deps: JobDeps, serviceId: string): Promise<Offer> {
  if (findService(serviceId)?.preparesDocuments) return preparingService(deps, serviceId);
  return startableService(deps, serviceId);
}

/** Returns the same for a job that starts later, when a portal that is down now may work again. */
export async function connectedService(deps: JobDeps, serviceId: string): Promise<Offer> {
  const { unavailable, ...offer } = await enabledService(deps.db, serviceId);
  if (unavailable === 'notConnected') throw new DomainError(refusalOf.notConnected);
  return offer;
}

/** Returns a service that is switched on, whether it can run or not. Throws SERVICE_NOT_FOUND or SERVICE_DISABLED. */
export async function enabledService(
  db: Database,
  serviceId: string,
  place?: PortalPlace | null,
): Promise<Offer & { unavailable: UnavailableReason | null }> {
  const service = findService(serviceId);
  if (!service) throw new DomainError('SERVICE_NOT_FOUND');
  const { isEnabled, unavailable, costHundredths } = await offerOf(db, serviceId, place);
  if (!isEnabled) throw new DomainError('SERVICE_DISABLED');
  return { service, costPerRow: costHundredths, unavailable };
}

/** Throws CREDENTIALS_REQUIRED if the service needs a portal login that the customer has not saved. */
export async function requireCredentials(
  deps: JobDeps,
  customer: Customer,
  service: ServiceDefinition,
  bank: ChosenBank | null = null,
): Promise<void> {
  if (!service.credentials) return;
  const portal = bank ? credentialAt(service.credentials, bank.place) : service.credentials;
  if (!(await canLogIn(deps, { userId: customer.id, portal })))
    throw new DomainError('CREDENTIALS_REQUIRED', { details: { portal } });
}

type EarlierJob = JobRecord & { bankKey: string | null; rowsTotal: number; finishedAt: Date | null };

type Draft = {
  customer: Customer;
  service: ServiceDefinition;
  upload: StoredUpload;
  intake: Intake;
  costPerRow: number;
  isPractice: boolean;
  portal: PortalPlace | null;
  bankKey: string | null;
  requestHash: string;
  idempotencyKey: string | null;
};

/** Stores the job and its rows without admitting it: nothing is reserved and nothing runs. */
async function writeDraft(
  deps: JobDeps,
  draft: Draft,
  triesLeft = DRAFT_TRIES_MAX,
): Promise<EarlierJob & { state: string }> {
  const { customer, service, upload, intake } = draft;
  const invalid = intake.rows.filter((row) => row.data === null).length;
  return deps.db
    .$transaction(async (tx) => {
      await requireActive(tx, customer.id);
      const same = draft.idempotencyKey === null ? await sameStart(tx, draft) : null;
      if (same) return same;
      if (draft.isPractice) await requirePracticeLeft(tx, customer.id, deps.clock());
      const created = await tx.job.create({
        data: {
          userId: customer.id,
          serviceId: service.id,
          serviceName: service.name,
          uploadId: upload.id,
          fileName: upload.file.name,
          portal: draft.portal,
          bankKey: draft.bankKey,
          isPractice: draft.isPractice,
          rowsTotal: intake.rows.length,
          rowsDone: invalid,
          rowsFailed: invalid,
          rowsRefused: invalid,
          costPerRow: draft.costPerRow,
          idempotencyKey: draft.idempotencyKey,
          requestHash: draft.requestHash,
          headers: intake.headers,
          columns: chosenHeadings(intake.columns),
        },
      });
      await writeRows(tx, created.id, intake, deps.clock());
      return created;
    })
    .catch((error: unknown) => concurrentRequest(deps, draft, error, triesLeft - 1));
}

/** Returns the job of an identical recent request, so that several clicks do not pay for the rows twice. */
async function sameStart(tx: Transaction, { customer: { id: userId }, requestHash, upload }: Draft) {
  const fileName = upload.file.name;
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`start ${userId} ${requestHash}`}, 0))::text`;
  const createdAt = { gt: new Date(Date.now() - SAME_START_MS) };
  // A job that has already failed may be started again at once.
  const OR = [{ finishedAt: null }, { state: 'completed' }];
  return tx.job.findFirst({ where: { userId, requestHash, fileName, idempotencyKey: null, createdAt, OR } });
}

async function writeRows(tx: Transaction, jobId: string, intake: Intake, now: Date): Promise<void> {
  const problems = problemsByRow(intake);
  const rows = intake.rows.map((row) => ({
    jobId,
    rowNumber: row.rowNumber,
    source: row.source,
    data: row.data ?? noJson,
    naturalKey: row.naturalKey,
    groupRow: row.groupRow,
    sameAsRow: row.sameAsRow,
    ...(row.data === null
      ? {
          outcome: 'INPUT_INVALID',
          message: problems.get(row.rowNumber) ?? sheetMessages.invalidRow(),
          processedAt: now,
        }
      : {}),
  }));
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    await tx.jobRow.createMany({ data: rows.slice(start, start + ROWS_PER_INSERT) });
  }
}

function problemsByRow(intake: Intake): Map<number, Message> {
  const messages = new Map<number, Message>();
  for (const { row, column, problem, hint } of intake.problems) {
    const before = messages.get(row);
    const message = jobMessages.columnProblem({ column, words: sequence(problem, hint) });
    messages.set(row, before ? jobMessages.severalProblems({ words: before, more: message }) : message);
  }
  return messages;
}

/**
 * Handles two simultaneous requests with one key: the second finds the first one's job, or takes its place if it was
 * refused.
 */
async function concurrentRequest(
  deps: JobDeps,
  draft: Draft,
  error: unknown,
  triesLeft: number,
): Promise<EarlierJob & { state: string }> {
  if ((error as { code?: unknown }).code !== 'P2002' || triesLeft === 0) throw error;
  const earlier = await earlierRequest(deps, draft.customer, draft, draft.requestHash);
  return earlier ?? writeDraft(deps, draft, triesLeft);
}

async function earlierRequest(
  deps: JobDeps,
  customer: Customer,
  { idempotencyKey }: Pick<StartInput, 'idempotencyKey'>,
  requestHash: string,
): Promise<(EarlierJob & { state: string }) | null> {
  if (idempotencyKey === null) return null;
  const job = await deps.db.job.findUnique({
    where: { userId_idempotencyKey: { userId: customer.id, idempotencyKey } },
  });
  if (job && job.requestHash !== requestHash) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
  return job;
}

const contentOf = ({ file, documents }: Uploaded): string =>
  [file, documents].map((each) => each?.sha256).join(' ');

/** Identifies a stored file with its corrections and chosen headings, because these change what is read from it. */
const readContentOf = (upload: StoredUpload): string =>
  [
    contentOf(upload),
    ...[upload.columns, upload.edits]
      .filter((each) => Object.keys(each).length > 0)
      .map((each) => JSON.stringify(each)),
  ].join(' ');

const sentContent = ({ source }: StartInput): string =>
  'file' in source ? contentOf(source) : source.uploadId;

/**
 * Two requests for one file are different if they choose other headings, another bank, practice instead of real work,
 * or documents only.
 */
function requestHashOf(
  input: StartInput & { isPractice: boolean },
  content: string = sentContent(input),
): string {
  const { serviceId, totalCredits, columns, isPractice, bankKey, documentsOnly = false } = input;
  const chosen = columns ? [JSON.stringify(columns)] : [];
  const kinds = [
    ...(isPractice ? ['practice'] : []),
    ...(documentsOnly ? ['documents only'] : []),
    ...(bankKey === undefined ? [] : [`bank ${bankKey}`]),
  ];
  const parts = [serviceId, totalCredits, content, ...chosen, ...kinds];
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
