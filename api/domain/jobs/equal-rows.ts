/** Equal rows of a look-up: one of them is worked and charged, and the others get its answer. */
import { succeededOutcomes, type RowOutcome } from '#contracts/jobs/jobs.ts';
import type { Transaction, DatabaseOrTransaction } from '#prisma/client.ts';
import { findService } from '#services/catalogue.ts';

export type AskingRow = {
  rowNumber: number;
  naturalKey: string | null;
  /** Null for a row that will be worked. */
  outcome: RowOutcome | null;
  /** Whether this row itself was charged. */
  charged: boolean;
  /** Row that is worked and charged for this one; null for a row that is worked itself. */
  sameAsRow: number | null;
};

/** Returns whether the job's equal rows share one answer. Filings have no equal rows. */
export const sharesAnswers = (serviceId: string): boolean => findService(serviceId)?.effect === 'read';

/**
 * Links equal rows again after some rows were opened or corrected. `before` are the same rows in the same order, as
 * they were. No charge is lost or made twice: if the row that was charged for a question now asks another one, the
 * charge passes to a row that still asks the first.
 */
export function linkedAgain<Row extends AskingRow>(
  before: readonly AskingRow[],
  after: readonly Row[],
): Row[] {
  const rows = new Map(after.map((row) => [row.rowNumber, { ...row }]));
  const groups = groupsOf([...rows.values()]);
  for (const former of before) {
    const payer = rows.get(former.rowNumber);
    if (!former.charged || !payer || former.naturalKey === payer.naturalKey) continue;
    const left = groups.get(former.naturalKey ?? '') ?? [];
    if (left.length > 0 && !left.some(({ charged }) => charged)) moveCharge(payer, workedOf(left));
  }
  for (const group of groups.values()) {
    const worked = workedOf(group);
    const payer = group.find(({ charged }) => charged);
    if (payer && !worked.charged) moveCharge(payer, worked);
    for (const row of group) row.sameAsRow = row === worked ? null : worked.rowNumber;
  }
  return [...rows.values()];
}

/** Returns the rows that a run is charged for: open ones that are worked themselves and not paid yet. */
export const unpaidOf = <Row extends AskingRow>(rows: readonly Row[]): Row[] =>
  rows.filter(({ outcome, charged, sameAsRow }) => outcome === null && !charged && sameAsRow === null);

function groupsOf<Row extends AskingRow>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.naturalKey === null) continue;
    const group = groups.get(row.naturalKey);
    if (group) group.push(row);
    else groups.set(row.naturalKey, [row]);
  }
  return groups;
}

/** Returns the row whose answer the group shares: one that has succeeded, otherwise one that runs; paid ones first. */
function workedOf<Row extends AskingRow>(group: readonly Row[]): Row {
  const isKnown = ({ outcome }: Row) => outcome !== null && succeededOutcomes.has(outcome);
  const worked =
    group.find((row) => isKnown(row) && row.charged) ??
    group.find(isKnown) ??
    group.find(({ outcome, charged }) => outcome === null && charged) ??
    group.find(({ outcome }) => outcome === null) ??
    group.find(({ charged }) => charged) ??
    group[0];
  if (!worked) throw new Error('A group has no rows.');
  return worked;
}

function moveCharge(from: AskingRow, to: AskingRow): void {
  from.charged = false;
  to.charged = true;
}

/** Returns all rows of the job, in the order of the sheet. */
export async function askingRows(db: DatabaseOrTransaction, jobId: string): Promise<AskingRow[]> {
  const rows = await db.jobRow.findMany({
    where: { jobId },
    orderBy: { rowNumber: 'asc' },
    select: { rowNumber: true, naturalKey: true, outcome: true, charged: true, sameAsRow: true },
  });
  return rows.map((row) => ({ ...row, outcome: row.outcome as RowOutcome | null }));
}

/** Runs `open`, which opens or corrects rows, then stores how equal rows are linked now and which of them are paid. */
export async function relinkAfter<T>(tx: Transaction, jobId: string, open: () => Promise<T>): Promise<T> {
  const before = await askingRows(tx, jobId);
  const opened = await open();
  const after = await askingRows(tx, jobId);
  const stored = new Map(after.map((row) => [row.rowNumber, row]));
  const changed = linkedAgain(before, after).filter(({ rowNumber, charged, sameAsRow }) => {
    const row = stored.get(rowNumber);
    return row?.charged !== charged || row.sameAsRow !== sameAsRow;
  });
  if (changed.length > 0) await writeLinks(tx, jobId, changed);
  return opened;
}

async function writeLinks(tx: Transaction, jobId: string, rows: readonly AskingRow[]): Promise<void> {
  const links = JSON.stringify(
    rows.map(({ rowNumber, charged, sameAsRow }) => ({ rowNumber, charged, sameAsRow })),
  );
  await tx.$executeRaw`
    UPDATE job_rows r SET charged = link.charged, same_as_row = link."sameAsRow"
    FROM jsonb_to_recordset(${links}::jsonb) AS link ("rowNumber" integer, charged boolean, "sameAsRow" integer)
    WHERE r.job_id = ${jobId}::uuid AND r.row_number = link."rowNumber"`;
}
