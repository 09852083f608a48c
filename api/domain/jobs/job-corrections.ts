/**
 * Corrects failed rows of an ended job: the customer's changes are checked like an upload and run under the same job.
 */
import { createHash } from 'node:crypto';
import type { Deps } from '#api/deps.ts';
import { creditsFromHundredths, hundredthsFromCredits, priceHundredths } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import { succeededOutcomes, type ChosenRow } from '#contracts/jobs/jobs.ts';
import type { CorrectionPreview, StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import { limits } from '#contracts/limits.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { noJson, type Database } from '#prisma/client.ts';
import type { SheetInput } from '#services/contract.ts';
import type { Customer } from '#api/domain/accounts/customers.ts';
import { earlierFilings } from './filings/earlier-filings.ts';
import { askingRows, linkedAgain, sharesAnswers, unpaidOf } from './equal-rows.ts';
import { refuseWithoutRate } from '#api/domain/portals/incentive-rates.ts';
import { refuseUncertain, refuseUnsafe } from './correction-refusals.ts';
import { openDocuments } from './intake/documents.ts';
import { noNotes } from './intake/sheet-reader.ts';
import { checkRows } from './intake/sheet-rows.ts';
import type { Intake, IntakeRow, RowProblem } from './intake/types.ts';
import { problemView } from './intake/preview.ts';
import { requestAdmission, startedJob } from './job-admission.ts';
import { retryableJob, type RetryDeps, type RetryableJob } from './job-retry.ts';
import { balancesOf } from '#api/domain/credits/ledger.ts';
import { openUpload } from './uploads.ts';

type CorrectionDeps = RetryDeps & Pick<Deps, 'inReadingTurn'>;
export type RowRecord = Pick<
  Awaited<ReturnType<Database['jobRow']['findUniqueOrThrow']>>,
  'rowNumber' | 'groupRow' | 'source' | 'outcome' | 'message'
>;
type Correction = {
  job: RetryableJob;
  intake: Intake;
  /** Valid rows among the chosen ones, and the rows filed together with them. */
  ready: IntakeRow[];
  /** How many of them run without a charge of their own, because what they ask is paid. */
  paidRows: number;
  /** How many of them are charged; further ones get the answer of one of these. */
  billableRows: number;
  priceHundredths: number;
  /** Failed rows that run only as they were sent. */
  fixedRows: number[];
};

/**
 * Checks the corrected rows and returns their price. Their run fills in missing dates as of this moment; nothing else is
 * changed. Throws as `retryableJob` does.
 */
export async function checkCorrection(
  deps: CorrectionDeps,
  customer: Customer,
  input: { jobId: string; rows: ChosenRow[] },
): Promise<CorrectionPreview> {
  const checkedAt = deps.clock();
  const correction = await readCorrection(deps, customer, { ...input, checkedAt });
  const { job, intake, ready } = correction;
  await deps.db.job.update({ where: { id: job.record.id }, data: { correctionsCheckedAt: checkedAt } });
  const { availableHundredths } = await balancesOf(deps.db, customer.id);
  // A practice portal knows no earlier filings.
  const repeated = job.record.isPractice
    ? []
    : await earlierFilings(deps, customer.id, job.service, { ...intake, rows: ready });
  return {
    columns: intake.columns,
    problems: intake.problems.slice(0, limits.previewProblemsMax).map(problemView),
    warnings: [...repeated, ...intake.warnings].slice(0, limits.previewProblemsMax).map(problemView),
    readyRows: ready.map(({ rowNumber }) => rowNumber),
    paidRows: correction.paidRows,
    fixedRows: correction.fixedRows,
    totalCredits: creditsFromHundredths(correction.priceHundredths),
    balance: creditsFromHundredths(availableHundredths),
    sufficient: customer.isAdmin || availableHundredths >= BigInt(correction.priceHundredths),
  };
}

/**
 * Runs the corrected rows as another attempt of the job. Throws NO_BILLABLE_ROWS, and PRICE_CHANGED if `totalCredits`
 * is not the current price in credits.
 */
export async function runCorrection(
  deps: CorrectionDeps,
  customer: Customer,
  input: { jobId: string; rows: ChosenRow[]; totalCredits: number },
): Promise<StartedJob> {
  const correction = await readCorrection(deps, customer, input);
  const { job, ready } = correction;
  if (ready.length === 0) throw new DomainError('NO_BILLABLE_ROWS');
  if (correction.priceHundredths !== hundredthsFromCredits(input.totalCredits)) {
    throw new DomainError('PRICE_CHANGED', {
      details: {
        totalCredits: creditsFromHundredths(correction.priceHundredths),
        billableRows: correction.billableRows,
      },
    });
  }
  const id = await writeChoice(deps.db, job, ready);
  const next = { ...job.record, attempt: job.record.attempt + 1 };
  const admission = await requestAdmission(deps, next, {
    update: 'retryFailedRows',
    choice: { id, billableRows: correction.billableRows },
    token: customer.token,
  });
  return startedJob(deps.db, admission, next, customer);
}

async function readCorrection(
  deps: CorrectionDeps,
  customer: Customer,
  { jobId, rows: chosen, checkedAt }: { jobId: string; rows: ChosenRow[]; checkedAt?: Date },
): Promise<Correction> {
  const job = await retryableJob(deps, customer, jobId);
  const { input } = job.service;
  if (input.kind !== 'sheet') throw new DomainError('JOB_NOT_RETRYABLE');
  const failed = await failedRows(deps.db, jobId);
  const cells = chosenCells(chosen, failed);
  // Rows that are filed together are checked together, including those the customer did not change.
  const records = input.groupBy ? failed : failed.filter(({ rowNumber }) => cells.has(rowNumber));
  const filledInAt = checkedAt ?? lastCheckOf(job);
  const intake = await checkCells(deps, customer, { job, input, failed, records, cells, filledInAt });
  refuseUncertain(intake, records, cells);
  const unsure = await refuseUnsafe(deps.db, job, intake, { failed, cells });
  const ready = withTheirGroups(intake.rows, new Set(cells.keys()));
  const payment = await paymentOf(deps.db, job, ready);
  const shown = new Set([...cells.keys(), ...ready.map(({ rowNumber }) => rowNumber)]);
  const ofShown = ({ row }: RowProblem) => shown.has(row);
  return {
    job,
    intake: {
      ...intake,
      problems: intake.problems.filter(ofShown),
      warnings: intake.warnings.filter(ofShown),
    },
    ready,
    fixedRows: unsure.map(({ rowNumber }) => rowNumber),
    ...payment,
    priceHundredths: priceHundredths(payment.billableRows, job.record.costPerRow),
  };
}

/** Returns when the customer last saw corrections of this run's rows checked; null if that was before the run ended. */
function lastCheckOf({ record: { correctionsCheckedAt, finishedAt } }: RetryableJob): Date | null {
  return correctionsCheckedAt && finishedAt && correctionsCheckedAt > finishedAt
    ? correctionsCheckedAt
    : null;
}

/** Counts what the run will be charged for, as `reopenJob` does when it opens the rows. */
async function paymentOf(
  db: Database,
  { record, service }: RetryableJob,
  ready: readonly IntakeRow[],
): Promise<Pick<Correction, 'paidRows' | 'billableRows'>> {
  const before = await askingRows(db, record.id);
  const keys = new Map(ready.map(({ rowNumber, naturalKey }) => [rowNumber, naturalKey]));
  const opened = before.map((row) =>
    keys.has(row.rowNumber)
      ? { ...row, naturalKey: keys.get(row.rowNumber) ?? null, outcome: null, sameAsRow: null }
      : row,
  );
  const after = sharesAnswers(service.id) ? linkedAgain(before, opened) : opened;
  const charged = new Set(after.filter((row) => row.charged).map(({ rowNumber }) => rowNumber));
  const paid = after.filter(
    ({ rowNumber, sameAsRow }) => keys.has(rowNumber) && charged.has(sameAsRow ?? rowNumber),
  );
  return { paidRows: paid.length, billableRows: unpaidOf(after).length };
}

function failedRows(db: Database, jobId: string): Promise<RowRecord[]> {
  return db.jobRow.findMany({
    where: { jobId, outcome: { not: null, notIn: [...succeededOutcomes] } },
    orderBy: { rowNumber: 'asc' },
    select: { rowNumber: true, groupRow: true, source: true, outcome: true, message: true },
  });
}

export type Cells = Record<string, string>;

/** Throws for a row that has succeeded, or was never in the file. */
function chosenCells(chosen: readonly ChosenRow[], failed: readonly RowRecord[]): Map<number, Cells> {
  const sources = new Map(failed.map(({ rowNumber, source }) => [rowNumber, source as Cells]));
  return new Map(
    chosen.map(({ rowNumber, cells }) => {
      const source = sources.get(rowNumber);
      if (!source) {
        throw refusal('INVALID_INPUT', jobMessages.rowNotFailed({ row: rowNumber }));
      }
      const known = Object.entries(cells).filter(([heading]) => heading in source);
      return [rowNumber, { ...source, ...Object.fromEntries(known) }];
    }),
  );
}

async function checkCells(
  deps: CorrectionDeps,
  customer: Customer,
  given: {
    job: RetryableJob;
    input: SheetInput;
    failed: readonly RowRecord[];
    records: readonly RowRecord[];
    cells: ReadonlyMap<number, Cells>;
    /** Missing dates are filled in as of this moment; null means now. Deadlines are always those of now. */
    filledInAt: Date | null;
  },
): Promise<Intake> {
  const { job, input, failed, records, cells, filledInAt } = given;
  const headers = (job.record.headers ?? []) as string[];
  const rows = records.map(({ rowNumber, source }) => cells.get(rowNumber) ?? (source as Cells));
  const lineOf = (row: Cells): string[] => headers.map((heading) => row[heading] ?? '');
  const lines = [headers, ...rows.map(lineOf)];
  const turn = { customerId: customer.id, weightBytes: limits.readingBytesAtOnceMax };
  const documents = await deps.inReadingTurn(turn, () =>
    deps.files.incoming.withFolder(async (folder) =>
      openDocuments(input, await documentsOf(deps, customer, job, folder)),
    ),
  );
  const checked = await checkRows(
    { end: 'read', lines, headingWidth: headers.length, ...noNotes },
    {
      input,
      effect: job.service.effect,
      documents,
      rowNumbers: records.map(({ rowNumber }) => rowNumber),
      uploadedLines: failed.map(({ source }) => lineOf(source as Cells)),
      chosen: { given: (job.record.columns ?? {}) as ColumnMapping, remembered: {} },
      checkedAt: filledInAt,
    },
    deps.clock(),
  );
  return refuseWithoutRate(deps.db, job.service, checked);
}

async function documentsOf(deps: CorrectionDeps, customer: Customer, job: RetryableJob, folder: string) {
  if (!job.hasDocuments) return null;
  const { uploadId } = job.record;
  return (await openUpload(deps, customer, job.service, { uploadId, folder })).documents;
}

/** A partial invoice cannot be filed: choosing one of its rows runs all of them. */
function withTheirGroups(rows: readonly IntakeRow[], chosen: ReadonlySet<number>): IntakeRow[] {
  const groups = new Set(
    rows.flatMap(({ rowNumber, groupRow }) => (chosen.has(rowNumber) && groupRow !== null ? [groupRow] : [])),
  );
  return rows.filter(
    ({ rowNumber, groupRow, data }) =>
      data !== null && (chosen.has(rowNumber) || (groupRow !== null && groups.has(groupRow))),
  );
}

/**
 * Stores the corrected rows beside the old ones until the attempt begins, so that a refused attempt changes nothing.
 * Returns the name of the choice: the same rows with the same cells have the same one, so that a request that is
 * asked twice is about one choice.
 */
async function writeChoice(db: Database, job: RetryableJob, ready: readonly IntakeRow[]): Promise<string> {
  const jobId = job.record.id;
  const attempt = job.record.attempt + 1;
  const choiceId = createHash('sha256').update(JSON.stringify(ready)).digest('base64url');
  await db.$transaction(async (tx) => {
    await tx.jobRow.updateMany({
      where: { jobId, chosenForAttempt: { not: null } },
      data: { chosenForAttempt: null, correction: noJson },
    });
    for (const { rowNumber, source, data, naturalKey, groupRow } of ready) {
      await tx.jobRow.update({
        where: { jobId_rowNumber: { jobId, rowNumber } },
        data: { chosenForAttempt: attempt, correction: { choiceId, source, data, naturalKey, groupRow } },
      });
    }
  });
  return choiceId;
}
