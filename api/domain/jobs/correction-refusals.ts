/**
 * Refuses corrections that could file twice, or file what nobody meant: changed cells of a row that may be on its portal,
 * values that such a row already has, and cells whose meaning was not certain and that nobody has written again.
 */
import { succeededOutcomes, type RowOutcome } from '#contracts/jobs/jobs.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { sheetMessages } from '#contracts/jobs/sheet-messages.ts';
import { emptyMessage, isMessage, storedMessage, type Message } from '#contracts/messages/message.ts';
import type { Database } from '#prisma/client.ts';
import type { RowData, ServiceDefinition } from '#services/contract.ts';
import { comparableKey } from './filings/intent-keys.ts';
import { sentRows } from './filings/intents.ts';
import type { Intake, RowProblem } from './intake/types.ts';
import type { Cells, RowRecord } from './job-corrections.ts';
import type { RetryableJob } from './job-retry.ts';

/** Problems of a cell that only the whole upload showed: its text alone reads as if it were certain. */
const uncertainKeys: ReadonlySet<string> = new Set([
  sheetMessages.exchangedDate.key,
  sheetMessages.turnedIntoDate.key,
  sheetMessages.dayNumberOf1904.key,
  sheetMessages.commaOrPoint.key,
]);

/** Keeps the problem of a cell whose meaning was not certain in the upload, until its text is another one. */
export function refuseUncertain(
  intake: Intake,
  records: readonly RowRecord[],
  cells: ReadonlyMap<number, Cells>,
): void {
  const headings = new Map(intake.columns.map(({ name, header }) => [name, header]));
  for (const { rowNumber, source, message } of records)
    for (const [column, problem] of uncertainCells(storedMessage(message))) {
      const heading = headings.get(column) ?? '';
      const before = (source as Cells)[heading];
      if ((cells.get(rowNumber)?.[heading] ?? before) === before)
        refuse(intake, rowNumber, { column, problem, hint: emptyMessage });
    }
}

/** Returns the columns that the message of an invalid row calls uncertain, with what it says of them. */
function uncertainCells({ key, params = {} }: Message): [column: string, problem: Message][] {
  const { words, more, column } = params;
  if (!isMessage(words)) return [];
  if (key === jobMessages.severalProblems.key)
    return [...uncertainCells(words), ...(isMessage(more) ? uncertainCells(more) : [])];
  if (key !== jobMessages.columnProblem.key || typeof column !== 'string') return [];
  const { parts } = words.params ?? {};
  const said = Array.isArray(parts) ? parts : [words];
  return said.some((each) => isMessage(each) && uncertainKeys.has(each.key)) ? [[column, words]] : [];
}

/**
 * Refuses those rows of the intake that could be filed twice. Returns the failed rows that run only as they were sent,
 * because the portal has their filing, or may have it. `cells` are those that the customer has chosen, by row.
 */
export async function refuseUnsafe(
  db: Database,
  job: RetryableJob,
  intake: Intake,
  { failed, cells }: { failed: readonly RowRecord[]; cells: ReadonlyMap<number, Cells> },
): Promise<RowRecord[]> {
  const unsure = await unsureRows(db, job.record.id, failed);
  refuseChanged(intake, unsure, cells);
  await refuseTaken(db, job, intake);
  return unsure;
}

/**
 * Returns the rows whose filing the portal has, or may have, however they ended. It is looked up with the cells it was
 * filed with: if they changed, it could be filed twice.
 */
async function unsureRows(db: Database, jobId: string, failed: readonly RowRecord[]): Promise<RowRecord[]> {
  const sent = await sentRows(db, jobId);
  return failed.filter(
    ({ rowNumber, groupRow, outcome }) =>
      (outcome as RowOutcome) === 'UNCERTAIN' || sent.has(rowNumber) || sent.has(groupRow ?? rowNumber),
  );
}

function refuseChanged(
  intake: Intake,
  unsure: readonly RowRecord[],
  cells: ReadonlyMap<number, Cells>,
): void {
  for (const { rowNumber, source } of unsure) {
    const changed = Object.entries(cells.get(rowNumber) ?? {}).find(
      ([heading, text]) => text !== (source as Cells)[heading],
    );
    if (!changed) continue;
    refuse(intake, rowNumber, {
      column: changed[0],
      problem: sheetMessages.mayBeTaken(),
      hint: sheetMessages.mayBeTakenHint(),
    });
  }
}

/**
 * Refuses rows that this job has filed or may have filed, and those with a value that such a row has and no other may
 * share.
 */
async function refuseTaken(db: Database, { record, service }: RetryableJob, intake: Intake): Promise<void> {
  if (service.effect === 'read') return;
  const taken = await takenRows(db, record.id);
  const rowOf = new Map(taken.map((row) => [comparableKey(row.naturalKey), row]));
  const sharedBy = new Map(
    taken.flatMap((row) => uniqueValues(service, row.data).map(({ name }) => [name, row] as const)),
  );
  for (const { rowNumber, naturalKey, data } of intake.rows) {
    const same = naturalKey === null ? undefined : rowOf.get(comparableKey(naturalKey));
    const shared = uniqueValues(service, data).find(({ name }) => sharedBy.has(name));
    const first = same ?? (shared && sharedBy.get(shared.name));
    if (first === undefined || first.rowNumber === rowNumber) continue;
    refuse(intake, rowNumber, {
      column: same === undefined && shared ? shared.column : 'Row',
      ...duplicateOf(first),
    });
  }
}

type TakenRow = { rowNumber: number; naturalKey: string; data: RowData | null; isDone: boolean };

/** Returns the rows whose filing the portal has, or may have; those that are done come last. */
async function takenRows(db: Database, jobId: string): Promise<TakenRow[]> {
  const sent = await sentRows(db, jobId);
  const rows = await db.jobRow.findMany({
    where: { jobId, outcome: { not: null }, naturalKey: { not: null } },
    select: { rowNumber: true, groupRow: true, naturalKey: true, data: true, outcome: true },
  });
  return rows
    .map(({ rowNumber, groupRow, naturalKey, data, outcome }) => ({
      rowNumber,
      naturalKey: naturalKey ?? '',
      data: data as RowData | null,
      isDone: succeededOutcomes.has(outcome as RowOutcome),
      isSent: outcome === 'UNCERTAIN' || sent.has(groupRow ?? rowNumber),
    }))
    .filter(({ isDone, isSent }) => isDone || isSent)
    .toSorted((one, other) => Number(one.isDone) - Number(other.isDone));
}

const duplicateOf = ({ rowNumber: row, isDone }: TakenRow): Pick<RowProblem, 'problem' | 'hint'> =>
  isDone
    ? { problem: sheetMessages.duplicateOfDone({ row }), hint: sheetMessages.duplicateOfDoneHint() }
    : { problem: sheetMessages.duplicateOfSent({ row }), hint: sheetMessages.duplicateOfSentHint() };

/** Returns the row's values that no other row may share, each with its column. */
function uniqueValues(
  { input }: ServiceDefinition,
  data: RowData | null,
): { column: string; name: string }[] {
  if (data === null || input.kind === 'pdf' || !input.uniqueBy) return [];
  return Object.entries(input.uniqueBy(data)).map(([column, value]) => ({
    column,
    name: `${column}:${value}`,
  }));
}

function refuse(intake: Intake, rowNumber: number, problem: Omit<RowProblem, 'row'>): void {
  const first = intake.rows.find((row) => row.rowNumber === rowNumber);
  for (const row of intake.rows) {
    const isFiledTogether = first?.groupRow != null && row.groupRow === first.groupRow;
    if (row !== first && !isFiledTogether) continue;
    row.data = null;
    row.naturalKey = null;
  }
  intake.problems.push({ row: rowNumber, ...problem });
}
