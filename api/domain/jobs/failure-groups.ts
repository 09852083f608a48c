/** Groups the failed rows of a job that ended alike, so that each problem is read and corrected once. */
import { succeededOutcomes, type RowOutcome } from '#contracts/jobs/jobs.ts';
import type { FailureGroup } from '#contracts/calls/jobs/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import { textOf } from '#contracts/messages/answers.ts';
import { storedMessage } from '#contracts/messages/message.ts';
import { noJson, type Database } from '#prisma/client.ts';

type Group = { outcome: RowOutcome; message: unknown; rows: number; firstRow: number };

/** Returns the largest groups, and how many failed rows belong to none of them. */
export async function failureGroups(
  db: Database,
  { id: jobId }: { id: string },
): Promise<{ groups: FailureGroup[]; otherRows: number }> {
  const groups = await db.$queryRaw<(Group & { rowsFailed: number })[]>`
    SELECT outcome, message, count(*)::integer AS rows, min(row_number) AS "firstRow",
      sum(count(*)) OVER ()::integer AS "rowsFailed"
    FROM job_rows WHERE job_id = ${jobId}::uuid AND outcome <> ALL(${[...succeededOutcomes]}::text[])
    GROUP BY outcome, message ORDER BY rows DESC, "firstRow" LIMIT ${limits.failureGroupsListMax}`;
  const listed = groups.reduce((sum, { rows }) => sum + rows, 0);
  return {
    groups: groups.map(({ outcome, message, rows, firstRow }) => ({
      outcome,
      ...textOf('message', storedMessage(message)),
      rows,
      firstRow,
    })),
    otherRows: (groups[0]?.rowsFailed ?? 0) - listed,
  };
}

/** Returns a condition that matches rows with the same outcome and message as this one; none if the row is unknown. */
export async function endedLike(db: Database, jobId: string, rowNumber: number) {
  const row = await db.jobRow.findUnique({
    where: { jobId_rowNumber: { jobId, rowNumber } },
    select: { outcome: true, message: true },
  });
  if (!row) return { rowNumber: 0 };
  return { outcome: row.outcome, message: { equals: row.message ?? noJson } };
}
