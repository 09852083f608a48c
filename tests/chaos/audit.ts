/**
 * Checks what must hold however a run was disturbed: every filing is on its portal once, and the credits agree with the
 * rows.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import type { JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { chargedOutcomes, type RowOutcome } from '#contracts/jobs/jobs.ts';
import type { Temporal } from '#temporal/client.ts';
import type { RestingJob } from '#tests/harness/resting-jobs.ts';
import type { TestStack } from '#tests/harness/stack.ts';
import { STRAY_MS, watchReservations } from './reservations.ts';

const LOOK_EVERY_MS = 5_000;
/** One look more than fits into the time after which a reservation is stray. */
const LOOKS_MAX = STRAY_MS / LOOK_EVERY_MS + 1;

type Audited = Pick<TestStack, 'db' | 'journal'>;

const isFiled = ({ service }: RestingJob): boolean => service.effect === 'submit';
/** Rows that have not ended well, of a job that has not ended. */
const waitingRows = ({ job, rows }: RestingJob): JobRow[] =>
  job.state === 'completed' ? [] : rows.filter(({ outcome }) => outcome !== 'SUCCESS');
const referencesOf = ({ rows }: RestingJob): Set<string | null> =>
  new Set(rows.filter(({ outcome }) => outcome === 'SUCCESS').map(({ portalReference }) => portalReference));

/** Problems with filings and credits after the jobs; empty for a correct run. */
export async function auditProblems(
  stack: Audited,
  temporal: Temporal,
  jobs: readonly RestingJob[],
): Promise<string[]> {
  return [
    ...(await filingProblems(stack, jobs)),
    ...jobs.flatMap(rowProblems),
    ...(await verifyLedger(stack.db)).map((problem) => JSON.stringify(problem)),
    ...(await endedReservations(stack)),
    ...(await strayReservations(stack, temporal)),
  ];
}

/** How many rows of each service have each outcome, for the record of a run. */
export function countRows(jobs: readonly RestingJob[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { service, rows } of jobs)
    for (const { outcome } of rows) {
      const what = `${service.id} ${outcome}`;
      counts[what] = (counts[what] ?? 0) + 1;
    }
  return counts;
}

/**
 * Checks the portals' own journals: nothing is stored twice, no row reports a filing that is not there, and each filing
 * there is reported, except those of rows that wait for a person.
 */
export async function filingProblems(
  stack: Pick<Audited, 'journal'>,
  jobs: readonly RestingJob[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const portal of new Set(jobs.filter(isFiled).map(({ service }) => service.portal ?? ''))) {
    const stored = (await stack.journal(portal)).filter(({ kind }) => kind === 'commit');
    const keys = stored.map(({ key }) => key ?? '');
    problems.push(...repeated(keys).map((key) => `${portal}: ${key} was filed twice`));
    const filed = jobs.filter((job) => isFiled(job) && job.service.portal === portal);
    const references = filed.reduce((sum, job) => sum + referencesOf(job).size, 0);
    if (references > stored.length)
      problems.push(`${portal}: ${references} filings were reported, ${stored.length} are stored`);
    const waiting = filed.flatMap(waitingRows).length;
    if (references + waiting < stored.length)
      problems.push(
        `${portal}: ${stored.length} filings are stored, ${references} were reported, ${waiting} rows wait`,
      );
  }
  return problems;
}

/** Reads each key once, because a long run has many thousands of them. */
function repeated(keys: readonly string[]): string[] {
  const seen = new Set<string>();
  return keys.filter((key) => seen.size === seen.add(key).size);
}

function rowProblems({ service, job, rows }: RestingJob): string[] {
  if (!job.finishedAt) return [];
  const open = rows.filter(({ outcome }) => outcome === 'PENDING' || outcome === 'CONFIRMING');
  const wrong = rows.filter(
    ({ outcome, charged, sameAsRow }) =>
      charged !== (sameAsRow === null && chargedOutcomes.has(outcome as RowOutcome)),
  );
  return [
    ...(job.state === 'completed' ? open : []).map(
      ({ rowNumber }) => `${service.id}: row ${rowNumber} is open`,
    ),
    ...wrong.map(({ rowNumber, outcome }) => `${service.id}: row ${rowNumber}, ${outcome}, wrongly charged`),
  ];
}

/** Credits that are held for a job that has ended. */
async function endedReservations({ db }: Audited): Promise<string[]> {
  const stray = await db.$queryRaw<{ id: string }[]>`
    SELECT j.id::text FROM jobs j JOIN reservations r ON r.job_id = j.id
    WHERE j.finished_at IS NOT NULL AND r.settled_at IS NULL`;
  return stray.map(({ id }) => `credits are held for job ${id}, which has ended`);
}

/** Waits for the reconciliation to return credits that are held for no live job, and reports what it leaves. */
async function strayReservations(stack: Audited, temporal: Temporal): Promise<string[]> {
  const watch = watchReservations(stack, temporal);
  for (let looks = 1; (await watch.look()) > 0 && looks <= LOOKS_MAX; looks += 1) await delay(LOOK_EVERY_MS);
  return watch.problems();
}
