/**
 * Audit entries about what administrators decide about jobs and the jobs' workflows carry out. They are written with
 * the change, so that they exist even if the workflow's answer is lost; the administrator's call writes them too,
 * because workflows and workers of an earlier release do not. Each is written once.
 */
import { recordChange } from '#api/domain/accounts/audit.ts';
import type { Transaction } from '#prisma/client.ts';
import type { Decider, StuckDecision } from '#workflows/messages.ts';

type JobValues = Record<string, string | number>;

/** `since` identifies the stop; `by` is missing if an earlier release passed the decision on. */
export type DecidedStop = { since: string; decision: StuckDecision; by?: Decider };

/** Records who decided about a stop of a job. */
export async function recordStopDecision(
  tx: Transaction,
  { jobId, since, decision, by }: DecidedStop & { jobId: string },
): Promise<void> {
  const change = { action: 'stuck job decided', before: { state: 'parked', since }, after: { decision } };
  if (by) await recordOnce(tx, jobId, { ...by, ...change });
}

/** Records who has run the failed rows of a customer's job again. `attempt` and `state` are those before that. */
export async function recordRetry(
  tx: Transaction,
  { id, state, attempt }: { id: string; state: string; attempt: number },
  by: Decider,
): Promise<void> {
  const after = { state: 'queued', attempt: attempt + 1 };
  await recordOnce(tx, id, { ...by, action: 'job retried', before: { state, attempt }, after });
}

/** The lock on the job makes the second of two writers find the entry of the first. */
async function recordOnce(
  tx: Transaction,
  jobId: string,
  change: Decider & { action: string; before: JobValues; after: JobValues },
): Promise<void> {
  await tx.$queryRaw`SELECT id FROM jobs WHERE id = ${jobId}::uuid FOR UPDATE`;
  const subject = `job/${jobId}`;
  const { action, before, after } = change;
  const known = await tx.auditEntry.count({
    where: { subject, action, before: { equals: before }, after: { equals: after } },
  });
  if (known === 0) await recordChange(tx, { ...change, subject });
}
