/**
 * Verifies the ledger at the cost of what was written since the last run. All entries and transfers up to a checkpoint
 * have been verified and added up by account. A run verifies the records after it, and that each account shows the sum
 * of both, then moves the checkpoint on. Once a day, everything is verified from the beginning in pages and added up
 * again, because a record that is changed, deleted or added before the checkpoint changes these sums.
 *
 * Ids are assigned before a transaction commits, so a smaller one may appear after a larger one. The checkpoint
 * therefore stays behind every transaction that was open when its ids were read.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';
import { limits } from '#contracts/limits.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import type { LedgerAudit } from '#prisma/generated/client.ts';
import {
  changedAccounts,
  entriesPage,
  problemsSince,
  reservationsPage,
  transfersPage,
} from './ledger-audit-sql.ts';

/** Number of entries, transfers or reservations that one statement verifies, in less than a second. */
const PAGE_MAX = 20_000;
/** Time limit of a run. The next one, a quarter of an hour later, continues where it ended. */
const RUN_MS_MAX = 8 * 60_000;
/** How long to wait for open transactions, which normally end within 20 seconds. Otherwise the next run tries again. */
const FENCE_WAIT_MS = 30_000;
const FENCE_POLL_MS = 200;
/** Reservations have no sequential id, and their time is that at which their transaction began. None lasts longer. */
const TRANSACTION_MS_MAX = HOUR_MS;
const FULL_PERIOD_MS = DAY_MS;
/** An id after those of all reservations: every reservation has been verified. */
const ALL_RESERVATIONS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** The smallest bigint, because somebody may have added records with ids that the ledger never assigns. */
const BEFORE_ALL = -(2n ** 63n);

type Run = {
  now: Date;
  /** Called before the progress of the run is stored, so that no problem is lost if the process dies. */
  report: (problem: string) => void;
  pageMax?: number;
  runMsMax?: number;
  fenceWaitMs?: number;
};
type Position = { entryId: bigint; transferId: bigint };
/** What a step has found, and whether there is more to do. */
type Step = { problems: string[]; isLast: boolean };
type WorkStep = (tx: Transaction, audit: LedgerAudit) => Promise<Step>;

/**
 * Verifies what was written since the last run, and as much of the full verification as is due. A run can be
 * interrupted anywhere, because each page and the progress after it are one transaction.
 */
export async function auditLedger(
  db: Database,
  { now, report, pageMax = PAGE_MAX, runMsMax = RUN_MS_MAX, fenceWaitMs = FENCE_WAIT_MS }: Run,
): Promise<void> {
  const deadline = performance.now() + runMsMax;
  const reported = new Set<string>();
  const reportOnce = (problem: string): void => {
    if (!reported.has(problem)) report(problem);
    reported.add(problem);
  };
  const untilLast = async (step: WorkStep): Promise<boolean> => {
    for (;;) {
      const { isLast } = await inTransaction(db, step, reportOnce);
      if (isLast) return true;
      if (performance.now() > deadline) return false;
    }
  };
  const end = await settledEnd(db, fenceWaitMs);
  // A long backlog is worked off in pages before the rest is compared in one statement.
  const isCaughtUp = !end || (await untilLast((tx, audit) => advance(tx, audit, { end, pageMax })));
  if (!isCaughtUp) return;
  await untilLast(compareNew);
  await untilLast((tx, audit) => verifyAgain(tx, audit, { now, pageMax }));
}

/** Runs a step under the lock of the audit's row, so that runs take turns. Problems make the full verification due. */
function inTransaction(db: Database, step: WorkStep, report: (problem: string) => void): Promise<Step> {
  return db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT id FROM ledger_audit FOR UPDATE`;
      const done = await step(tx, await tx.ledgerAudit.findFirstOrThrow());
      done.problems.forEach(report);
      if (done.problems.length > 0) await tx.ledgerAudit.updateMany({ data: { isSound: false } });
      return done;
    },
    { timeout: limits.workerStatementMsMax },
  );
}

/**
 * Returns the last ids of entries and transfers, once every transaction that may have been assigned one of them has
 * ended; null if one stays open. A transaction of the ledger gets its transaction id with the customer's lock, before
 * the ids of its records. So transactions that begin after the ids were read have larger transaction ids.
 */
async function settledEnd(db: Database, waitMs: number): Promise<Position | null> {
  const [last] = await db.$queryRaw<Position[]>`
    SELECT (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM ledger_entries_id_seq) AS "entryId",
      (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM ledger_transfers_id_seq) AS "transferId"`;
  const [fence] = await db.$queryRaw<{ id: bigint }[]>`SELECT pg_current_xact_id()::text::bigint AS id`;
  if (!last || !fence) throw new Error('The database did not answer.');
  const deadline = performance.now() + waitMs;
  for (;;) {
    const [open] = await db.$queryRaw<{ oldest: bigint }[]>`
      SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest`;
    if (open && open.oldest > fence.id) return last;
    if (performance.now() > deadline) return null;
    await delay(FENCE_POLL_MS);
  }
}

/** Moves the checkpoint on by one page. */
async function advance(
  tx: Transaction,
  { entryId, transferId }: LedgerAudit,
  { end, pageMax }: { end: Position; pageMax: number },
): Promise<Step> {
  if (entryId < end.entryId) {
    const page = { pass: 'latest', after: entryId, upTo: end.entryId, take: pageMax } as const;
    const { problems, last } = await entriesPage(tx, { ...page, verifiedTransferId: transferId });
    await tx.ledgerAudit.updateMany({ data: { entryId: last } });
    return { problems, isLast: false };
  }
  if (transferId >= end.transferId) return { problems: [], isLast: true };
  const page = { pass: 'latest', after: transferId, upTo: end.transferId, take: pageMax } as const;
  const { problems, last } = await transfersPage(tx, page);
  await tx.ledgerAudit.updateMany({ data: { transferId: last } });
  return { problems, isLast: false };
}

/** Verifies everything after the checkpoint, with all accounts. */
async function compareNew(tx: Transaction, audit: LedgerAudit): Promise<Step> {
  const [clock] = await tx.$queryRaw<{ now: Date }[]>`SELECT now() AS now`;
  const problems = await problemsSince(tx, audit);
  const settledFrom = new Date((clock?.now ?? audit.settledFrom).getTime() - TRANSACTION_MS_MAX);
  if (settledFrom > audit.settledFrom) await tx.ledgerAudit.updateMany({ data: { settledFrom } });
  return { problems, isLast: true };
}

/** Makes one page of the full verification, which ends at the checkpoint. */
async function verifyAgain(
  tx: Transaction,
  audit: LedgerAudit,
  { now, pageMax }: { now: Date; pageMax: number },
): Promise<Step> {
  if (!audit.isFullRunning) return beginFull(tx, audit, now);
  const { problems, ...place } = await fullPage(tx, audit, pageMax);
  const data = { ...place, fullProblems: { increment: problems.length } };
  await tx.ledgerAudit.updateMany({ data });
  if (Object.keys(place).length > 0) return { problems, isLast: false };
  return endFull(tx, audit, now);
}

/**
 * Begins a full verification if one is due: once a day, and in every run after a problem, until the problem is mended.
 */
async function beginFull(tx: Transaction, audit: LedgerAudit, now: Date): Promise<Step> {
  const sinceMs = now.getTime() - (audit.fullBeganAt?.getTime() ?? 0);
  if (audit.isSound && sinceMs < FULL_PERIOD_MS) return { problems: [], isLast: true };
  await tx.ledgerAuditSum.deleteMany({ where: { pass: 'full' } });
  const start = {
    fullEntryId: BEFORE_ALL,
    fullTransferId: BEFORE_ALL,
    fullReservationId: null,
    fullProblems: 0,
  };
  await tx.ledgerAudit.updateMany({ data: { ...start, isFullRunning: true, fullBeganAt: now } });
  return { problems: [], isLast: false };
}

type Place = Partial<Pick<LedgerAudit, 'fullEntryId' | 'fullTransferId' | 'fullReservationId'>>;

/** Verifies one page, and returns where the next one begins; no position if everything up to the checkpoint is done. */
async function fullPage(
  tx: Transaction,
  audit: LedgerAudit,
  pageMax: number,
): Promise<Place & { problems: string[] }> {
  const pass = 'full';
  if (audit.fullReservationId !== ALL_RESERVATIONS) {
    const page = { after: audit.fullReservationId, take: pageMax };
    const { problems, last } = await reservationsPage(tx, page);
    return { problems, fullReservationId: last ?? ALL_RESERVATIONS };
  }
  if (audit.fullEntryId < audit.entryId) {
    const page = { pass, after: audit.fullEntryId, upTo: audit.entryId, take: pageMax } as const;
    const { problems, last } = await entriesPage(tx, { ...page, verifiedTransferId: audit.fullTransferId });
    return { problems, fullEntryId: last };
  }
  if (audit.fullTransferId < audit.transferId) {
    const page = { pass, after: audit.fullTransferId, upTo: audit.transferId, take: pageMax } as const;
    const { problems, last } = await transfersPage(tx, page);
    return { problems, fullTransferId: last };
  }
  return { problems: [] };
}

/** Compares the new sums with those of the checkpoint, and replaces them, so that a change is reported once. */
async function endFull(tx: Transaction, audit: LedgerAudit, now: Date): Promise<Step> {
  const problems = await changedAccounts(tx);
  await tx.ledgerAuditSum.deleteMany({ where: { pass: 'latest' } });
  await tx.ledgerAuditSum.updateMany({ where: { pass: 'full' }, data: { pass: 'latest' } });
  const isSound = audit.fullProblems + problems.length === 0;
  await tx.ledgerAudit.updateMany({ data: { isSound, isFullRunning: false, fullEndedAt: now } });
  return { problems, isLast: true };
}
