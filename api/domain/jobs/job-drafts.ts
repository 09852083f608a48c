/** Jobs before their admission: stored with their rows, once for one request. */
import { createHash } from 'node:crypto';
import { DomainError } from '#contracts/errors.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { sheetMessages } from '#contracts/jobs/sheet-messages.ts';
import { sequence, type Message } from '#contracts/messages/message.ts';
import type { PortalPlace } from '#contracts/portals/practice-portals.ts';
import { noJson, type Transaction } from '#prisma/client.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { requireActive, type Customer } from '#api/domain/accounts/customers.ts';
import { chosenHeadings } from './intake/headings.ts';
import type { Intake } from './intake/types.ts';
import type { JobRecord } from './job-admission.ts';
import { requirePracticeLeft } from './practice-limit.ts';
import type { JobDeps } from './service-offers.ts';
import type { StartInput } from './start-job.ts';
import type { StoredUpload, Uploaded } from './uploads.ts';

/** Rows written per statement: PostgreSQL accepts at most 32,767 parameters. */
const ROWS_PER_INSERT = 1_000;
const DRAFT_TRIES_MAX = 3;
/** Period in which an identical request without a key is treated as a double click. */
const SAME_START_MS = 10_000;

/** A job as an earlier request left it. */
export type EarlierJob = JobRecord & { bankKey: string | null; rowsTotal: number; finishedAt: Date | null };

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
