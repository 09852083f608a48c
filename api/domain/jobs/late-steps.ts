/**
 * Steps of a job that were frozen and go on late. When a step was scheduled, and when the later steps were, is known by
 * Temporal's clock alone, so that the clocks of workers do not count.
 */
import { Prisma } from '#prisma/generated/client.ts';

/** The kind of the events about rows that are worked. */
export const RUNNING = 'running';
/** Begins the keys of such events; the time of scheduling by Temporal's clock follows. Other kinds share it. */
export const RESUMED_KEY = 'resumed-';
const END_OF_TIME = new Date('9999-12-31T00:00:00Z');

/** SQL: the job `j` has begun to work rows after the step was scheduled. */
export const hasContinuedSql = (scheduledAt: Date = END_OF_TIME): Prisma.Sql => Prisma.sql`
  EXISTS (SELECT FROM job_events e WHERE e.job_id = j.id AND e.kind = ${RUNNING}
    AND starts_with(e.key, ${RESUMED_KEY})
    AND e.key COLLATE "C" > ${RESUMED_KEY + scheduledAt.toISOString()})`;

/** A step that asks for the job's lease; `attempt` is absent in workflows of an earlier release. */
type AskingStep = { jobId: string; attempt?: number | undefined; scheduledAt: Date };

/**
 * SQL: a query of the job that still needs the lease the step asks for. It has no row if the job has ended, runs another
 * attempt, or was parked or has continued after the step was scheduled. It waits for whoever parks the job now.
 */
export const askingJobSql = ({ jobId, attempt, scheduledAt }: AskingStep): Prisma.Sql => Prisma.sql`
  SELECT 1 FROM jobs j
  WHERE j.id = ${jobId}::uuid AND j.finished_at IS NULL AND j.attempt = coalesce(${attempt ?? null}::integer, j.attempt)
    AND NOT (j.state = 'parked'
      AND coalesce(j.waiting ->> 'parkedAt', '') COLLATE "C" > ${scheduledAt.toISOString()})
    AND NOT ${hasContinuedSql(scheduledAt)}
  FOR SHARE OF j`;
