/** The states of jobs that people see, as SQL for filters and counts. `shownStateOf` computes the same for one job. */
import type { ShownState } from '#contracts/jobs/shown-state.ts';
import { Prisma } from '#prisma/generated/client.ts';

/** The shown state of a job `j`. */
export const shownStateSql = Prisma.sql`(CASE
  WHEN j.state IN ('draft', 'queued', 'parked') THEN 'waiting'
  WHEN j.state IN ('running', 'collecting') THEN 'running'
  WHEN j.state = 'cancelled' THEN 'cancelled'
  WHEN j.state = 'completed' AND j.rows_succeeded + j.rows_not_found >= j.rows_total THEN 'done'
  WHEN j.rows_succeeded + j.rows_not_found > 0 THEN 'partly_done'
  ELSE 'failed' END)`;

/** The stored states behind each shown state. They come first in a condition, because only they have an index. */
const statesOf: Record<ShownState, readonly string[]> = {
  waiting: ['queued', 'parked'],
  running: ['running', 'collecting'],
  partly_done: ['completed', 'failed'],
  done: ['completed'],
  failed: ['completed', 'failed'],
  cancelled: ['cancelled'],
};

/** Returns the condition that a job `j` is shown in this state; drafts never are. */
export const shownAs = (shown: ShownState): Prisma.Sql =>
  Prisma.sql`(j.state = ANY(${[...statesOf[shown]]}::text[]) AND ${shownStateSql} = ${shown})`;
