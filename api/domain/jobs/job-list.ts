/**
 * A customer's own jobs: filtered, searched and paged, newest first. The search reads the rows of the customer's jobs
 * without an index, so the number of rows and the time of a statement are limited.
 */
import type { JobBank } from '#contracts/calls/banks-answers.ts';
import type { ListedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { paginationOf, type Pagination } from '#contracts/envelope.ts';
import { rowSearchCharactersMin } from '#contracts/jobs/job-list-rules.ts';
import type { JobListQuery } from '#contracts/jobs/jobs.ts';
import { textOrNullOf } from '#contracts/messages/answers.ts';
import { messageOrNull } from '#contracts/messages/message.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { services } from '#services/catalogue.ts';
import { withStatementLimit } from '#api/domain/bounded-query.ts';
import { likePattern } from '#api/domain/like-pattern.ts';
import { banksNamed, banksToName } from '#api/domain/portals/banks.ts';
import { timesOfDays } from '#api/domain/dhaka-days.ts';
import { countFiles } from './listed-files.ts';
import { areFilesPending, commonView, downloadUrl, type StoredJob } from './job-views.ts';
import { shownAs } from './shown-states.ts';

/** A search through the largest number of rows takes about a second. */
const SEARCH_STATEMENT_MS_MAX = 5_000;
/** Rows of the customer's latest jobs that one search reads. */
const ROWS_SEARCHED_MAX = 50_000;
/** Shorter texts of such characters are more likely part of something else than the start of a job number. */
const JOB_NUMBER_START = /^[0-9a-f-]{8,36}$/;

/** A longer matching value is cut. */
const MATCHED_CHARACTERS_MAX = 200;

type Owner = { id: string; token?: { serviceIds: readonly string[] | null } };
type MatchedRow = NonNullable<ListedJob['matchedRow']>;
type Hit = { id: string; row: MatchedRow | null };
type Found = { total: number; page: Hit[]; rowsSearchedFrom: Date | null };

/**
 * Returns a page of the customer's jobs. A token limited to services sees only their jobs. `rowsSearchedFrom` is the
 * time of the oldest job whose rows were searched if there are older ones; null if all were searched, or none.
 */
export async function jobList(
  db: Database,
  owner: Owner,
  query: JobListQuery,
  { now, rowsSearchedMax = ROWS_SEARCHED_MAX }: { now: Date; rowsSearchedMax?: number },
): Promise<{ jobs: ListedJob[]; pagination: Pagination; rowsSearchedFrom: string | null }> {
  const { q } = query;
  const found =
    q === undefined
      ? await pageOf(db, owner, query)
      : await withStatementLimit(db, SEARCH_STATEMENT_MS_MAX, (tx) =>
          searchJobs(tx, owner, q, { query, rowsSearchedMax }),
        );
  const rowOf = new Map(found.page.map(({ id, row }) => [id, row]));
  const ids = [...rowOf.keys()];
  const [jobs, filesOf] = await Promise.all([
    db.job.findMany({
      where: { id: { in: ids }, userId: owner.id },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    }),
    countFiles(db, ids),
  ]);
  const bankOf = await banksToName(db, jobs);
  return {
    jobs: jobs.map((job) =>
      listedJob(job, {
        filesCount: filesOf.get(job.id) ?? 0,
        matchedRow: rowOf.get(job.id) ?? null,
        bank: bankOf(job),
        now,
      }),
    ),
    pagination: paginationOf(query.page, query.limit, found.total),
    rowsSearchedFrom: found.rowsSearchedFrom?.toISOString() ?? null,
  };
}

function listedJob(
  job: StoredJob,
  about: { filesCount: number; matchedRow: MatchedRow | null; bank: JobBank; now: Date },
): ListedJob {
  const { filesCount, matchedRow, bank, now } = about;
  return {
    id: job.id,
    ...commonView(job, bank),
    creditsUsed: creditsFromHundredths(job.finishedAt ? job.capturedAmount : job.reservedAmount),
    filesCount,
    ...textOrNullOf('errorMessage', messageOrNull(job.errorMessage)),
    filesPending: areFilesPending(job),
    downloadUrl: downloadUrl(job, filesCount, now),
    matchedRow,
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
    expiresAt: job.expiresAt?.toISOString() ?? null,
  };
}

/** Reads only the jobs of the page and counts the others. */
async function pageOf(db: Database, owner: Owner, query: JobListQuery): Promise<Found> {
  const { page, limit } = query;
  const conditions = Prisma.join(conditionsOf(owner, query), ' AND ');
  const [found] = await db.$queryRaw<{ total: number; ids: string[] }[]>`
    SELECT (SELECT count(*)::integer FROM jobs j WHERE ${conditions}) AS total, ARRAY(
      SELECT j.id FROM jobs j WHERE ${conditions}
      ORDER BY j.created_at DESC, j.id DESC LIMIT ${limit}::integer OFFSET ${(page - 1) * limit}::integer
    ) AS ids`;
  return {
    total: found?.total ?? 0,
    page: (found?.ids ?? []).map((id) => ({ id, row: null })),
    rowsSearchedFrom: null,
  };
}

async function searchJobs(
  tx: Transaction,
  owner: Owner,
  q: string,
  { query, rowsSearchedMax }: { query: JobListQuery; rowsSearchedMax: number },
): Promise<Found> {
  const { page, limit } = query;
  const searchesRows = q.length >= rowSearchCharactersMin;
  const pattern = likePattern(q);
  const bankKeys = await banksNamed(tx, q);
  // The rows of each job are found by the key of their table. A condition with EXISTS could make the database read the
  // rows of all customers instead.
  const [found] = await tx.$queryRaw<Found[]>`
    WITH own AS (
      SELECT j.id, j.created_at, ${isNamed(q, bankKeys)} AS is_named,
        j.files_deleted_at IS NULL AS has_rows,
        sum(CASE WHEN j.files_deleted_at IS NULL THEN j.rows_total ELSE 0 END)
          OVER (ORDER BY j.created_at DESC, j.id DESC) <= ${rowsSearchedMax}::bigint AS is_in_reach
      FROM jobs j WHERE ${Prisma.join(conditionsOf(owner, query), ' AND ')}
    ), hits AS MATERIALIZED (
      SELECT own.id, own.created_at, hit.row_number
      FROM own LEFT JOIN LATERAL (
        SELECT r.row_number FROM (
          SELECT * FROM job_rows
          WHERE ${searchesRows} AND NOT own.is_named AND own.has_rows AND own.is_in_reach AND job_id = own.id
          ORDER BY row_number OFFSET 0
        ) r WHERE ${isInRow(q)} LIMIT 1
      ) hit ON TRUE
      WHERE own.is_named OR hit.row_number IS NOT NULL
    ), shown AS (
      SELECT * FROM hits ORDER BY created_at DESC, id DESC LIMIT ${limit}::integer OFFSET ${(page - 1) * limit}::integer
    )
    SELECT (SELECT count(*)::integer FROM hits) AS total,
      (SELECT COALESCE(jsonb_agg(jsonb_build_object('id', shown.id, 'row', matched.row)), '[]') FROM shown LEFT JOIN LATERAL (
        SELECT jsonb_build_object('rowNumber', r.row_number, 'value', (
          SELECT left(c.value, ${MATCHED_CHARACTERS_MAX}::integer) FROM ${valuesOfRow} WHERE c.value ILIKE ${pattern} LIMIT 1
        )) AS row
        FROM job_rows r WHERE r.job_id = shown.id AND r.row_number = shown.row_number
      ) matched ON TRUE) AS page,
      CASE WHEN ${searchesRows} AND EXISTS (SELECT FROM own WHERE has_rows AND NOT is_in_reach)
        THEN (SELECT min(created_at) FROM own WHERE is_in_reach) END AS "rowsSearchedFrom"`;
  if (!found) throw new Error('The search of jobs returned nothing.');
  return found;
}

/** Conditions on a job `j`; the first one keeps every other customer's jobs and rows out of the search. */
function stateCondition(state: JobListQuery['state']): Prisma.Sql {
  if (state === 'open') return Prisma.sql`(j.finished_at IS NULL AND j.state <> 'draft')`;
  return state ? shownAs(state) : Prisma.sql`j.state <> 'draft'`;
}

function conditionsOf({ id, token }: Owner, { state, service, from, to }: JobListQuery): Prisma.Sql[] {
  const { gte, lt } = timesOfDays({ dateFrom: from, dateTo: to });
  return [
    Prisma.sql`j.user_id = ${id}`,
    stateCondition(state),
    ...(token?.serviceIds ? [Prisma.sql`j.service_id = ANY(${[...token.serviceIds]}::text[])`] : []),
    ...(service ? [Prisma.sql`j.service_id = ${service}`] : []),
    ...(gte ? [Prisma.sql`j.created_at >= ${gte}`] : []),
    ...(lt ? [Prisma.sql`j.created_at < ${lt}`] : []),
  ];
}

/**
 * Matches a job `j` by the file name, the service in either language, one of the banks, or the start of the job number.
 */
function isNamed(q: string, bankKeys: readonly string[]): Prisma.Sql {
  const pattern = likePattern(q);
  const lower = q.toLowerCase();
  // Bengali keyboards encode the same letter in more than one way.
  const wanted = lower.normalize('NFC');
  const isWanted = (name: string): boolean => name.toLowerCase().normalize('NFC').includes(wanted);
  const serviceIds = services
    .filter(({ name, bengali }) => isWanted(name) || isWanted(bengali.name))
    .map(({ id }) => id);
  const byNumber = JOB_NUMBER_START.test(lower)
    ? Prisma.sql`OR j.id::text LIKE ${`${lower}%`}`
    : Prisma.empty;
  return Prisma.sql`(j.file_name ILIKE ${pattern} OR j.service_name ILIKE ${pattern}
    OR j.service_id ILIKE ${pattern} OR j.service_id = ANY(${serviceIds}::text[])
    OR j.bank_key = ANY(${[...bankKeys]}::text[]) ${byNumber})`;
}

/** The values of a row `r` by column, as a table `c`: what was sent, then what came back. */
const valuesOfRow = Prisma.sql`(
  SELECT value FROM jsonb_each_text(CASE jsonb_typeof(r.source) WHEN 'object' THEN r.source ELSE '{}' END)
  UNION ALL
  SELECT value FROM jsonb_each_text(CASE jsonb_typeof(r.values) WHEN 'object' THEN r.values ELSE '{}' END)
  UNION ALL
  SELECT r.portal_reference) c`;

/**
 * Matches a value of a row `r`, but not a heading. The text of the whole row is tested first, which is much faster and
 * leaves few rows whose values must be looked at one by one.
 */
function isInRow(q: string): Prisma.Sql {
  const pattern = likePattern(q);
  const json = likePattern(JSON.stringify(q).slice(1, -1));
  return Prisma.sql`(r.portal_reference ILIKE ${pattern} OR ((r.source::text COLLATE "C" ILIKE ${json} OR r.values::text COLLATE "C" ILIKE ${json})
    AND EXISTS (SELECT FROM ${valuesOfRow} WHERE c.value ILIKE ${pattern})))`;
}
