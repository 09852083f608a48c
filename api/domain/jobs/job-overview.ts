/** Figures about jobs for the administrators' overview, without practice runs. Each statement reads a limited part. */
import type { Failures, ForPeople, Overview, WaitingJob } from '#contracts/calls/overview-answers.ts';
import { failedOutcomes } from '#contracts/jobs/row-outcomes.ts';
import { limits } from '#contracts/limits.ts';
import type { DatabaseOrTransaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { shownStateSql } from './shown-states.ts';

/** Maximum number of ended jobs that are counted; the latest ones are. */
const ENDED_JOBS_MAX = 10_000;
/** Maximum number of failed jobs whose rows are read. No further job is read once those before have this many rows. */
const FAILED_JOBS_MAX = 500;
const FAILED_ROWS_MAX = 20_000;

/** Counts the open jobs of services that need no portal. */
export async function openWithoutPortal(db: DatabaseOrTransaction): Promise<Overview['withoutPortal']> {
  const [counts] = await db.$queryRaw<Overview['withoutPortal'][]>`
    SELECT count(*) FILTER (WHERE state IN ('running', 'collecting'))::integer AS running,
      count(*) FILTER (WHERE state = 'queued')::integer AS queued,
      count(*) FILTER (WHERE state = 'parked')::integer AS parked
    FROM jobs WHERE finished_at IS NULL AND portal IS NULL AND NOT is_practice`;
  return counts ?? { running: 0, queued: 0, parked: 0 };
}

type WaitingLine = Omit<WaitingJob, 'customer' | 'since'> & {
  since: Date;
  userId: string;
  userName: string;
  userEmail: string;
};

/**
 * Lists the jobs that have waited longest. The time counts from the reservation of their credits, because a job that
 * runs again has an old date of creation.
 */
export async function longestWaiting(db: DatabaseOrTransaction): Promise<WaitingJob[]> {
  const lines = await db.$queryRaw<WaitingLine[]>`
    SELECT j.id, j.service_id AS "serviceId", j.service_name AS "serviceName", j.file_name AS "fileName", j.portal,
      j.state, h.created_at AS since, u.id AS "userId", u.name AS "userName", u.email AS "userEmail"
    FROM reservations h JOIN jobs j ON j.id = h.job_id AND j.attempt = h.attempt JOIN users u ON u.id = j.user_id
    WHERE h.settled_at IS NULL AND j.state IN ('queued', 'parked') AND NOT j.is_practice
    ORDER BY h.created_at LIMIT ${limits.longestWaitingListMax}::integer`;
  return lines.map(({ userId, userName, userEmail, since, ...job }) => ({
    ...job,
    customer: { id: userId, name: userName, email: userEmail },
    since: since.toISOString(),
  }));
}

/** Counts what waits for the team or for a customer, as the list's filters `for_team` and `for_customer` find it. */
export async function waitingForPeople(
  db: DatabaseOrTransaction,
): Promise<Pick<ForPeople, 'rows' | 'jobs' | 'challenges'>> {
  const [counts] = await db.$queryRaw<Pick<ForPeople, 'rows' | 'jobs' | 'challenges'>[]>`
    WITH aside AS MATERIALIZED (
      SELECT r.job_id FROM job_rows r JOIN jobs j ON j.id = r.job_id
      WHERE r.aside = 'person' AND r.outcome IS NULL AND j.finished_at IS NULL AND NOT j.is_practice
    ), stuck AS (
      SELECT id FROM jobs WHERE state = 'parked' AND waiting ->> 'kind' = 'person' AND NOT is_practice
      UNION SELECT job_id FROM aside
    )
    SELECT (SELECT count(*) FROM aside)::integer AS rows, (SELECT count(*) FROM stuck)::integer AS jobs,
      (SELECT count(*) FROM jobs WHERE state = 'parked' AND waiting ->> 'kind' = 'challenge' AND NOT is_practice
      )::integer AS challenges`;
  return counts ?? { rows: 0, jobs: 0, challenges: 0 };
}

/** Counts the jobs that have ended since the given time, and the outcomes of the failed ones. */
export async function failuresSince(db: DatabaseOrTransaction, since: Date): Promise<Failures> {
  const [counts] = await db.$queryRaw<Pick<Failures, 'ended' | 'isMore' | 'failed' | 'partlyDone'>[]>`
    SELECT count(*) FILTER (WHERE n <= ${ENDED_JOBS_MAX}::integer)::integer AS ended,
      count(*) > ${ENDED_JOBS_MAX}::integer AS "isMore",
      count(*) FILTER (WHERE n <= ${ENDED_JOBS_MAX}::integer AND shown = 'failed')::integer AS failed,
      count(*) FILTER (WHERE n <= ${ENDED_JOBS_MAX}::integer AND shown = 'partly_done')::integer AS "partlyDone"
    FROM (SELECT shown, row_number() OVER (ORDER BY finished_at DESC, id DESC) AS n
      FROM (${endedSince(since, ENDED_JOBS_MAX + 1)}) latest) ended`;
  const counted = counts ?? { ended: 0, isMore: false, failed: 0, partlyDone: 0 };
  const { considered, outcomes } = counted.failed > 0 ? await outcomesSince(db, since) : noOutcomes;
  return { since: since.toISOString(), ...counted, considered, outcomes };
}

const endedSince = (since: Date, jobsMax: number): Prisma.Sql => Prisma.sql`
  SELECT j.id, j.finished_at, j.error_code, j.rows_total, j.rows_failed, j.files_deleted_at, ${shownStateSql} AS shown
  FROM jobs j WHERE j.finished_at >= ${since} AND NOT j.is_practice
  ORDER BY j.finished_at DESC, j.id DESC LIMIT ${jobsMax}::integer`;

const noOutcomes: Pick<Failures, 'considered' | 'outcomes'> = { considered: 0, outcomes: [] };

/** Counts the failed jobs by outcome, as the list's filter by error finds them. */
async function outcomesSince(
  db: DatabaseOrTransaction,
  since: Date,
): Promise<Pick<Failures, 'considered' | 'outcomes'>> {
  const codes = [...failedOutcomes];
  const lines = await db.$queryRaw<{ code: Failures['outcomes'][number]['code'] | null; jobs: number }[]>`
    WITH failed AS (
      SELECT *, sum(rows_total) OVER (ORDER BY finished_at DESC, id DESC) - rows_total AS rows_before
      FROM (${endedSince(since, ENDED_JOBS_MAX)}) ended WHERE shown = 'failed'
      ORDER BY finished_at DESC, id DESC LIMIT ${FAILED_JOBS_MAX}::integer
    ), considered AS MATERIALIZED (SELECT * FROM failed WHERE rows_before < ${FAILED_ROWS_MAX}::integer),
    ends AS (
      SELECT id, error_code AS code FROM considered
      UNION SELECT c.id, r.outcome FROM considered c CROSS JOIN LATERAL (
        SELECT DISTINCT outcome FROM job_rows WHERE job_id = c.id) r
      WHERE c.files_deleted_at IS NULL AND c.rows_failed > 0
    )
    SELECT NULL AS code, count(*)::integer AS jobs FROM considered
    UNION ALL SELECT code, count(*)::integer AS jobs FROM ends WHERE code = ANY(${codes}::text[]) GROUP BY code
    ORDER BY jobs DESC, code`;
  const outcomes = lines.flatMap(({ code, jobs }) => (code === null ? [] : [{ code, jobs }]));
  return { considered: lines.find(({ code }) => code === null)?.jobs ?? 0, outcomes };
}
