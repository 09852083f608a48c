/**
 * Files a row on a test's own database as a job does: looks it up first, and looks it up again after a lost answer
 * before doing anything else.
 */
import { fileOnce, type FilingEnd } from '#activities/rows/filing.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { intentKey } from '#api/domain/jobs/filings/intent-keys.ts';
import type { Database } from '#prisma/client.ts';
import type { Filing, RunContext, SubmitRunner } from '#services/runner.ts';
import { claimedLease } from './leases.ts';
import { runContext } from './run-context.ts';

/** Covers the look-up right after a lost answer and the end of the settling time, which is short here. */
const TRIES_MAX = 4;
const EFFECT_MS = 1;

/**
 * `openSession` is called again after a lost answer, as a job logs in again. Faults before the filing click are thrown.
 */
export async function fileRows(given: {
  db: Database;
  serviceId: string;
  portal: string;
  login: string;
  runner: SubmitRunner;
  rows: Filing;
  naturalKey: string;
  openSession: () => Promise<PortalSession>;
  context?: Partial<RunContext>;
  jobId?: string;
  refusesTwins?: boolean;
}): Promise<FilingEnd> {
  const { db, runner, rows, portal, openSession, jobId, refusesTwins = true } = given;
  const { claim, by } = await claimedLease(db, { portal, ...(jobId ? { jobId } : {}) });
  for (let attempt = 1; ; attempt += 1) {
    const result = await fileOnce({
      db,
      runner,
      rows,
      portal,
      by,
      claim: attempt === 1 ? claim : (await claimedLease(db, { portal, jobId: by.jobId })).claim,
      effectMs: EFFECT_MS,
      vouchedAt: null,
      refusesTwins,
      keys: { key: intentKey(given), formerKeys: [], overlappingPrefixes: [], sharedKeys: [] },
      context: { ...runContext(given.context), session: await openSession() },
      onUncertain: async () => undefined,
      onRepeated: async () => undefined,
      onTwins: async () => undefined,
    });
    const isTriedAgain = result.aside?.why === 'confirming' || result.filed !== undefined;
    if (!isTriedAgain || attempt === TRIES_MAX) return result;
  }
}
