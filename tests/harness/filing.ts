/** Files a row as a job does, on a test's own database: looked up first, a lost answer looked up before anything else. */
import { randomUUID } from 'node:crypto';
import { fileOnce } from '#activities/filing.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { intentKey } from '#api/domain/intents.ts';
import type { Database } from '#prisma/client.ts';
import type { Filing, RowResult, RunContext, SubmitRunner } from '#services/runner.ts';
import { runContext } from './run-context.ts';

/** As many tries as a job makes before it waits for a person. */
const TRIES_MAX = 3;

/** `openSession` is asked anew after a lost answer, as a job logs in again. Faults before the filing click are thrown. */
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
}): Promise<RowResult> {
  const { db, runner, rows, portal, openSession } = given;
  const by = { userId: 'test', jobId: given.jobId ?? randomUUID(), rowNumber: 1 };
  for (let attempt = 1; ; attempt += 1) {
    const result = await fileOnce({
      db,
      runner,
      rows,
      portal,
      by,
      key: intentKey(given.login, given.serviceId, given.naturalKey),
      forgottenKeys: [],
      context: { ...runContext(given.context), session: await openSession() },
      onUncertain: () => undefined,
    });
    if (result.outcome !== 'UNCERTAIN' || attempt === TRIES_MAX) return result;
  }
}
