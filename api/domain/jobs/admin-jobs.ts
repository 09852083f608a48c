/**
 * All customers' jobs for administrators: filtered, paginated, and counted by state. The newest come first, and among
 * jobs that wait for people those that have waited longest.
 */
import { z } from 'zod';
import { textOrNullOf } from '#contracts/messages/answers.ts';
import { messageOrNull } from '#contracts/messages/message.ts';
import type { AdminJobsFilter, AdminJobsQuery } from '#contracts/jobs/admin-jobs.ts';
import { adminJobsCountedMax, noPortal, type SpecialJob } from '#contracts/jobs/admin-job-rules.ts';
import { shownStates } from '#contracts/jobs/shown-state.ts';
import type { JobBank } from '#contracts/calls/banks-answers.ts';
import type { AdminJob, AdminJobsAnswer, StateCount } from '#contracts/calls/jobs/admin-jobs-answers.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import type { Database } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { withStatementLimit } from '#api/domain/bounded-query.ts';
import { banksToName } from '#api/domain/portals/banks.ts';
import { timesOfDays } from '#api/domain/dhaka-days.ts';
import { stuckTimeoutMs } from '#workflows/ids.ts';
import { shownAs, shownStateSql } from './shown-states.ts';

/** Time limit of a statement, because a filter that matches few of very many jobs scans most of them. */
export const JOBS_STATEMENT_MS_MAX = 8_000;
/** Maximum number of customers whose ids are listed in a statement. */
const CUSTOMERS_MAX = 1_000;

type Line = Omit<
  AdminJob,
  'bank' | 'customer' | 'createdAt' | 'finishedAt' | 'creditsUsed' | 'waitsSince' | 'endsByItselfAt'
> & {
  userId: string;
  userName: string;
  userEmail: string;
  captured: bigint;
  bankKey: string | null;
  createdAt: Date;
  finishedAt: Date | null;
  waitsSince: Date | null;
  stoppedSince: Date | null;
};

/** Returns a page of jobs. `next` is the cursor to pass as `after` for the next page; null on the last page. */
export async function listJobs(
  db: Database,
  { after, limit, ...filter }: AdminJobsQuery,
): Promise<Omit<AdminJobsAnswer, 'success'>> {
  const conditions = await jobConditions(db, filter);
  const waitsSince = filter.special ? waitsSinceOf[filter.special] : undefined;
  if (after) conditions.push(isAfter(after, waitsSince));
  const lines = await withStatementLimit(
    db,
    JOBS_STATEMENT_MS_MAX,
    (tx) => tx.$queryRaw<Line[]>`
      SELECT j.id, j.service_id AS "serviceId", j.service_name AS "serviceName", j.file_name AS "fileName", j.portal,
        j.bank_key AS "bankKey", j.is_practice AS "isPractice", j.state, ${shownStateSql} AS "shownState", j.error_code AS "errorCode", j.error_message AS "errorMessage", j.rows_total AS "rowsTotal",
        j.rows_done AS "rowsDone", j.rows_failed AS "rowsFailed", j.rows_refused AS "rowsRefused", j.rows_not_found AS "rowsNotFound",
        j.captured_hundredths AS captured,
        j.created_at AS "createdAt", j.finished_at AS "finishedAt",
        ${waitsSince ?? Prisma.sql`NULL::timestamptz`} AS "waitsSince", ${stoppedSince} AS "stoppedSince", u.id AS "userId", u.name AS "userName", u.email AS "userEmail"
      FROM jobs j JOIN users u ON u.id = j.user_id
      WHERE ${Prisma.join(conditions, ' AND ')}
      ORDER BY ${waitsSince ? Prisma.sql`${waitsSince}, j.id` : Prisma.sql`j.created_at DESC, j.id DESC`}
      LIMIT ${limit + 1}::integer`,
  );
  const listed = lines.slice(0, limit);
  const bankOf = await banksToName(db, listed);
  const jobs = listed.map((line) => jobView(line, bankOf(line)));
  const last = jobs.at(-1);
  return {
    jobs,
    next: last && lines.length > limit ? `${last.waitsSince ?? last.createdAt}_${last.id}` : null,
  };
}

type Cursor = NonNullable<AdminJobsQuery['after']>;

const isAfter = ({ at, id }: Cursor, waitsSince: Prisma.Sql | undefined): Prisma.Sql =>
  waitsSince
    ? Prisma.sql`(${waitsSince}, j.id) > (${at}, ${id}::uuid)`
    : Prisma.sql`(j.created_at, j.id) < (${at}, ${id}::uuid)`;

/** Returns when a stop that nobody decides ends the job; null if the job waits for no decision. */
export const endOfStop = (since: Date | null): string | null =>
  since && new Date(since.getTime() + stuckTimeoutMs).toISOString();

function jobView(line: Line, bank: JobBank): AdminJob {
  const {
    userId,
    userName,
    userEmail,
    captured,
    createdAt,
    finishedAt,
    waitsSince,
    stoppedSince: since,
    errorMessage,
    bankKey: _,
    ...job
  } = line;
  return {
    ...job,
    bank,
    ...textOrNullOf('errorMessage', messageOrNull(errorMessage)),
    customer: { id: userId, name: userName, email: userEmail },
    creditsUsed: creditsFromHundredths(captured),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    waitsSince: waitsSince?.toISOString() ?? null,
    endsByItselfAt: endOfStop(since),
  };
}

/**
 * Counts the newest jobs by shown state, ignoring the filter's states, so that the other states are shown too. `isMore`
 * is true if more jobs match than are counted.
 */
export async function countJobs(
  db: Database,
  filter: AdminJobsFilter,
  countedMax: number = adminJobsCountedMax,
): Promise<{ counts: StateCount[]; isMore: boolean }> {
  const conditions = await jobConditions(db, { ...filter, state: undefined, shown: undefined });
  const counted = await withStatementLimit(
    db,
    JOBS_STATEMENT_MS_MAX,
    (tx) => tx.$queryRaw<(StateCount & { isMore: boolean })[]>`
      SELECT state, count(*) FILTER (WHERE n <= ${countedMax}::integer)::integer AS count,
        max(n) > ${countedMax}::integer AS "isMore"
      FROM (
        SELECT state, row_number() OVER () AS n FROM (
          SELECT ${shownStateSql} AS state FROM jobs j WHERE ${Prisma.join(conditions, ' AND ')}
          ORDER BY j.created_at DESC, j.id DESC LIMIT ${countedMax + 1}::integer
        ) newest
      ) numbered GROUP BY state`,
  );
  const countOf = new Map(counted.map(({ state, count }) => [state, count]));
  return {
    counts: shownStates.map((state) => ({ state, count: countOf.get(state) ?? 0 })),
    isMore: counted.some(({ isMore }) => isMore),
  };
}

/** Returns SQL conditions on a job `j`; never empty. */
export async function jobConditions(db: Database, filter: AdminJobsFilter): Promise<Prisma.Sql[]> {
  const { serviceId, portal, state, shown, errorCode, customer, text, endedSince, special, practice } =
    filter;
  const { gte, lt } = timesOfDays(filter);
  return [
    state ? Prisma.sql`j.state = ${state}` : Prisma.sql`j.state <> 'draft'`,
    ...(shown ? [shownAs(shown)] : []),
    ...(serviceId ? [Prisma.sql`j.service_id = ${serviceId}`] : []),
    ...(portal
      ? [portal === noPortal ? Prisma.sql`j.portal IS NULL` : Prisma.sql`j.portal = ${portal}`]
      : []),
    ...(errorCode ? [endedWith(errorCode)] : []),
    ...(customer ? [await isOfCustomersLike(db, customer)] : []),
    ...(text ? [named(text)] : []),
    ...(gte ? [Prisma.sql`j.created_at >= ${gte}`] : []),
    ...(lt ? [Prisma.sql`j.created_at < ${lt}`] : []),
    ...(endedSince ? [Prisma.sql`j.finished_at >= ${new Date(endedSince)}`] : []),
    ...(special ? [isSpecial[special]] : []),
    ...(practice ? [Prisma.sql`j.is_practice = ${practice === 'only'}`] : []),
  ];
}

const isSpecial: Record<SpecialJob, Prisma.Sql> = {
  for_team: Prisma.sql`(j.finished_at IS NULL AND ((j.state = 'parked' AND j.waiting ->> 'kind' = 'person')
    OR EXISTS (SELECT 1 FROM job_rows r WHERE r.job_id = j.id AND r.aside = 'person' AND r.outcome IS NULL)))`,
  for_customer: Prisma.sql`(j.state = 'parked' AND j.waiting ->> 'kind' = 'challenge')`,
  holding_credits: Prisma.sql`EXISTS (
    SELECT 1 FROM reservations h WHERE h.job_id = j.id AND h.settled_at IS NULL AND h.amount > 0)`,
};

/** Since when the job waits for a decision of the team; null if it does not. */
const stoppedSince = Prisma.sql`(CASE WHEN j.state = 'parked' AND j.waiting ->> 'kind' = 'person'
  THEN (j.waiting ->> 'since')::timestamptz(3) END)`;

/** Since when a job of such a list waits, as the order of the list. */
const waitsSinceOf: Partial<Record<SpecialJob, Prisma.Sql>> = {
  for_team: Prisma.sql`least(${stoppedSince}, (
    SELECT min(coalesce(r.aside_at, j.started_at, j.created_at)) FROM job_rows r
    WHERE r.job_id = j.id AND r.aside = 'person' AND r.outcome IS NULL))`,
  for_customer: Prisma.sql`(j.waiting ->> 'since')::timestamptz(3)`,
};

/** Matches the job's own error, or a failed row of a job. Rows are deleted together with the job's files. */
const endedWith = (code: string): Prisma.Sql =>
  Prisma.sql`(j.error_code = ${code} OR (j.files_deleted_at IS NULL AND j.rows_failed > 0 AND EXISTS (
    SELECT 1 FROM job_rows r WHERE r.job_id = j.id AND r.outcome = ${code})))`;

const isJobNumber = (text: string): boolean => z.uuid().safeParse(text.toLowerCase()).success;

const named = (text: string): Prisma.Sql =>
  isJobNumber(text)
    ? Prisma.sql`j.id = ${text.toLowerCase()}::uuid`
    : Prisma.sql`j.file_name ILIKE ${patternOf(text)}`;

const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/**
 * The customers are queried separately, so that the database knows their number when it plans the search of their jobs.
 * If they are very many, most jobs are theirs, and the search of the jobs looks each customer up.
 */
async function isOfCustomersLike(db: Database, words: string): Promise<Prisma.Sql> {
  const pattern = patternOf(words);
  const found = Prisma.sql`
    SELECT id FROM users WHERE email ILIKE ${pattern} OR name ILIKE ${pattern} OR company ILIKE ${pattern}`;
  const customers = await db.$queryRaw<{ id: string }[]>`${found} LIMIT ${CUSTOMERS_MAX + 1}::integer`;
  if (customers.length > CUSTOMERS_MAX) return Prisma.sql`j.user_id IN (${found})`;
  return Prisma.sql`j.user_id = ANY(${customers.map(({ id }) => id)}::text[])`;
}
