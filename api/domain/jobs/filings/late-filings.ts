/** Filings that the portal lists after their row has ended as uncertain: the customer is given the number. */
import { jobMessages } from '#contracts/jobs/messages.ts';
import { jsonb, type Database } from '#prisma/client.ts';
import { notify } from '#api/domain/messaging/notifications.ts';
import type { DueFiling } from './read-backs.ts';
import { isOfRowSql, isOpenSql } from './intents.ts';
import { outdateResults } from '#api/domain/jobs/job-files.ts';
import { lockJob } from '#api/domain/jobs/job-record.ts';

/**
 * Records that the portal lists the filing, so that it is not filed again, and gives its rows the number, which is null
 * if the portal has not assigned one yet. The rows stay uncertain and are not charged, because their values and
 * documents are missing: running them again fetches these. Returns whether a row was changed. Does nothing to a filing
 * that was answered or sent again since it was read, or to rows that have run again.
 */
export function noteLateFiling(
  db: Database,
  { id, jobId, rowNumber, commits }: Pick<DueFiling, 'id' | 'jobId' | 'rowNumber' | 'commits'>,
  reference: string | null,
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const job = await lockJob(tx, jobId);
    const isNoted = await tx.$executeRaw`
      UPDATE portal_intents i SET state = 'done', reference = coalesce(${reference}, i.reference),
        updated_at = clock_timestamp()
      WHERE i.id = ${id}::uuid AND i.commits = ${commits}::integer AND ${isOpenSql}`;
    if (!isNoted) return false;
    const changed = await tx.$executeRaw`
      UPDATE job_rows r SET portal_reference = ${reference}, message = ${jsonb(jobMessages.rowFiledBeforeEnd())}
      FROM portal_intents i WHERE i.id = ${id}::uuid AND ${isOfRowSql} AND r.outcome = 'UNCERTAIN'`;
    if (!changed) return false;
    await outdateResults(tx, jobId);
    await notify(tx, {
      key: `filing_found:${jobId}:${rowNumber}`,
      userId: job.userId,
      type: 'other',
      kind: 'filing_found',
      values: { service: job.serviceName, file: job.fileName, row: rowNumber, reference: reference ?? '' },
      actionUrl: `/dashboard/jobs/${jobId}`,
    });
    return true;
  });
}
