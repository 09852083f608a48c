/** Jobs before their admission: stored with their rows, once for one request. */
import { createHash, randomUUID } from 'node:crypto';
import { DomainError } from '#contracts/errors.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { sheetMessages } from '#contracts/jobs/sheet-messages.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import { sequence, type Message } from '#contracts/messages/message.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import type { PortalPlace } from '#contracts/portals/practice-portals.ts';
import { jsonb, sqlStateOf, type Transaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { lockedAccount, refuseInactive, type Customer } from '#api/domain/accounts/customers.ts';
import { chosenHeadings } from './intake/headings.ts';
import type { Intake } from './intake/types.ts';
import type { StartableJob } from './job-admission.ts';
import { requirePracticeLeft } from './practice-limit.ts';
import type { JobDeps } from './service-offers.ts';
import type { StartInput } from './start-job.ts';
import { lockedUpload, type StoredUpload, type Uploaded } from './uploads.ts';

/** Rows written per statement, whose cells are one parameter of it. */
const ROWS_PER_INSERT = 1_000;
const UNIQUE_VIOLATION = '23505';
const DRAFT_TRIES_MAX = 3;
/** Period in which an identical request without a key is treated as a double click. */
const SAME_START_MS = 10_000;

/** A job as an earlier request left it. */
export type EarlierJob = StartableJob & {
  bankKey: string | null;
  rowsTotal: number;
  finishedAt: Date | null;
};

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
export async function writeDraft(
  deps: JobDeps,
  draft: Draft,
  triesLeft = DRAFT_TRIES_MAX,
): Promise<EarlierJob & { state: string }> {
  return deps.db
    .$transaction(async (tx) => {
      const same = await sameStart(tx, draft);
      if (same) return same;
      if (draft.isPractice) await requirePracticeLeft(tx, draft.customer.id, deps.clock());
      return insertJob(tx, draft, deps.clock());
    })
    .catch((error: unknown) => concurrentRequest(deps, draft, error, triesLeft - 1));
}

type DraftedJob = EarlierJob & { state: string };

const storedJob = Prisma.sql`
  id, user_id AS "userId", service_id AS "serviceId", portal, is_practice AS "isPractice", attempt,
  bank_key AS "bankKey", rows_total AS "rowsTotal", finished_at AS "finishedAt", state`;

/**
 * Locks the account and the upload, and returns the job of an identical recent request without a key, so that several
 * clicks do not pay for the rows twice. Throws UNAUTHENTICATED, ACCOUNT_SUSPENDED or FILE_EXPIRED.
 */
async function sameStart(tx: Transaction, draft: Draft): Promise<DraftedJob | null> {
  const { customer, requestHash, upload, idempotencyKey } = draft;
  const userId = customer.id;
  // Of identical requests at the same moment, each sees the job of the one before it.
  const alone =
    idempotencyKey === null
      ? Prisma.sql`, pg_advisory_xact_lock(hashtextextended(${`start ${userId} ${requestHash}`}, 0))::text`
      : Prisma.empty;
  const [account] = await tx.$queryRaw<{ status: string; isKept: boolean }[]>`
    SELECT account.status, upload.id IS NOT NULL AS "isKept"${alone}
    FROM (${lockedAccount(userId)}) account LEFT JOIN (${lockedUpload(upload.id)}) upload ON TRUE`;
  refuseInactive(account);
  if (!account?.isKept) throw refusal('FILE_EXPIRED', uploadMessages.deleted());
  if (idempotencyKey !== null) return null;
  // A job that has already failed may be started again at once.
  const [same] = await tx.$queryRaw<DraftedJob[]>`
    SELECT ${storedJob} FROM jobs
    WHERE user_id = ${userId} AND request_hash = ${requestHash} AND file_name = ${upload.file.name}
      AND idempotency_key IS NULL AND created_at > ${new Date(Date.now() - SAME_START_MS)}
      AND (finished_at IS NULL OR state = 'completed')
    LIMIT 1`;
  return same ?? null;
}

/** Writes the job with its rows: those of most files in one statement, which saves every start a round trip. */
async function insertJob(tx: Transaction, draft: Draft, now: Date): Promise<DraftedJob> {
  const { customer, service, upload, intake } = draft;
  const id = randomUUID();
  const rows = storedRows(intake, now);
  const invalid = intake.rows.filter((row) => row.data === null).length;
  const [created] = await tx.$queryRaw<DraftedJob[]>`
    WITH created AS (
      INSERT INTO jobs (id, user_id, service_id, service_name, upload_id, file_name, portal, bank_key, is_practice,
        rows_total, rows_done, rows_failed, rows_refused, cost_per_row_hundredths, idempotency_key, request_hash,
        headers, columns)
      VALUES (${id}::uuid, ${customer.id}, ${service.id}, ${service.name}, ${upload.id}::uuid, ${upload.file.name},
        ${draft.portal}, ${draft.bankKey}, ${draft.isPractice}, ${rows.length}::integer, ${invalid}::integer,
        ${invalid}::integer, ${invalid}::integer, ${draft.costPerRow}::integer, ${draft.idempotencyKey},
        ${draft.requestHash}, ${jsonb(intake.headers)}, ${jsonb(chosenHeadings(intake.columns))})
      RETURNING ${storedJob}
    ), written AS (${rowsSql(id, rows.slice(0, ROWS_PER_INSERT))})
    SELECT * FROM created`;
  if (!created) throw new Error(`Job ${id} was not stored.`);
  for (let start = ROWS_PER_INSERT; start < rows.length; start += ROWS_PER_INSERT)
    await tx.$executeRaw(rowsSql(id, rows.slice(start, start + ROWS_PER_INSERT)));
  return created;
}

/** Returns SQL that writes rows of a job, as one parameter. */
const rowsSql = (jobId: string, rows: readonly object[]): Prisma.Sql => Prisma.sql`
  INSERT INTO job_rows (job_id, row_number, source, data, natural_key, group_row, same_as_row, outcome, message,
    processed_at)
  SELECT ${jobId}::uuid, "rowNumber", source, data, "naturalKey", "groupRow", "sameAsRow", outcome, message, "processedAt"
  FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS line ("rowNumber" integer, source jsonb, data jsonb,
    "naturalKey" text, "groupRow" integer, "sameAsRow" integer, outcome text, message jsonb, "processedAt" timestamptz)`;

function storedRows(intake: Intake, now: Date): object[] {
  const problems = problemsByRow(intake);
  return intake.rows.map(({ rowNumber, source, data, naturalKey, groupRow, sameAsRow }) => ({
    rowNumber,
    source,
    data,
    naturalKey,
    groupRow,
    sameAsRow,
    ...(data === null
      ? {
          outcome: 'INPUT_INVALID',
          message: problems.get(rowNumber) ?? sheetMessages.invalidRow(),
          processedAt: now,
        }
      : {}),
  }));
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
  if (sqlStateOf(error) !== UNIQUE_VIOLATION || triesLeft === 0) throw error;
  const earlier = await earlierRequest(deps, draft.customer, draft, draft.requestHash);
  return earlier ?? writeDraft(deps, draft, triesLeft);
}

export async function earlierRequest(
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
export const readContentOf = (upload: StoredUpload): string =>
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
export function requestHashOf(
  input: StartInput & { isPractice: boolean },
  content: string = sentContent(input),
): string {
  const { serviceId, totalCredits, isPractice, bankKey, documentsOnly = false } = input;
  const columns = input.columns ?? input.keptColumns;
  const chosen = columns ? [JSON.stringify(columns)] : [];
  const kinds = [
    ...(isPractice ? ['practice'] : []),
    ...(documentsOnly ? ['documents only'] : []),
    ...(bankKey === undefined ? [] : [`bank ${bankKey}`]),
  ];
  const parts = [serviceId, totalCredits, content, ...chosen, ...kinds];
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
