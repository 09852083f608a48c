/** The result files and documents of listed jobs: their number, their first names, and the file of the failed rows. */
import type { Database } from '#prisma/client.ts';
import { resultName } from './result-names.ts';

/** Maximum number of names in a list; the job's page shows all. */
const NAMES_MAX = 20;
/** The kinds of a job's files that its customer sees; evidence is for administrators. */
export const customerFileKinds = ['result', 'document'];

export type ListedFiles = { count: number; names: string[]; failedRowsId: string | null };
type NamedJob = Parameters<typeof resultName>[0] & { id: string };

/** Returns the files of a job of the list. A job may have thousands of them, so only the first names are read. */
export async function filesOfListed(
  db: Database,
  jobs: readonly NamedJob[],
): Promise<(job: NamedJob) => ListedFiles> {
  const ids = jobs.map(({ id }) => id);
  const [counts, names, failedRows] = await Promise.all([
    countFiles(db, ids),
    firstNames(db, ids),
    failedRowsFiles(db, jobs),
  ]);
  return ({ id }) => ({
    count: counts.get(id) ?? 0,
    names: names.get(id) ?? [],
    failedRowsId: failedRows.get(id) ?? null,
  });
}

/** Counts them separately: the client's count within a list groups the files of all jobs. */
export async function countFiles(db: Database, jobIds: string[]): Promise<Map<string, number>> {
  const counts = await db.jobFile.groupBy({
    by: ['jobId'],
    where: { jobId: { in: jobIds }, kind: { in: customerFileKinds } },
    _count: true,
  });
  return new Map(counts.map(({ jobId, _count }) => [jobId, _count]));
}

/** The results come before the documents, each in the order of their names, which is that of the index. */
async function firstNames(db: Database, jobIds: string[]): Promise<Map<string, string[]>> {
  const named = await db.$queryRaw<{ jobId: string; names: string[] }[]>`
    SELECT j.id AS "jobId", (array_agg(f.name ORDER BY k.place, f.name))[1:${NAMES_MAX}::integer] AS names
    FROM unnest(${jobIds}::uuid[]) AS j(id)
    CROSS JOIN unnest(${customerFileKinds}::text[]) WITH ORDINALITY AS k(kind, place)
    CROSS JOIN LATERAL (SELECT name FROM job_files WHERE job_id = j.id AND kind = k.kind
      ORDER BY name LIMIT ${NAMES_MAX}::integer) f
    GROUP BY j.id`;
  return new Map(named.map(({ jobId, names }) => [jobId, names]));
}

async function failedRowsFiles(db: Database, jobs: readonly NamedJob[]): Promise<Map<string, string>> {
  const named = jobs.map((job) => ({ jobId: job.id, name: resultName(job, 'failed_rows.csv') }));
  const files = await db.jobFile.findMany({
    where: { kind: 'result', OR: named },
    select: { id: true, jobId: true },
  });
  return new Map(files.map(({ id, jobId }) => [jobId, id]));
}
