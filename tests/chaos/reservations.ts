/** Finds credits that stay held without a live job: its job is missing or has ended, or its workflow is gone. */
import { isRunning } from '#activities/workflow-state.ts';
import type { Temporal } from '#temporal/client.ts';
import type { TestStack } from '#tests/harness/stack.ts';
import { jobWorkflowId } from '#workflows/ids.ts';

/** A workflow that was lost is replaced within a minute, so a reservation may be without one for a shorter time. */
export const STRAY_MS = 120_000;

type Watched = Pick<TestStack, 'db'>;
type Reservation = { jobId: string; attempt: number; serviceId: string | null; isCurrent: boolean };

export type ReservationWatch = {
  /** Looks once; returns the number of reservations without a live job at the moment. */
  look: () => Promise<number>;
  /** Describes the reservations that were without a live job at every look for `strayMs`. */
  problems: () => string[];
};

/** Watches all open reservations from look to look. */
export function watchReservations(
  { db }: Watched,
  temporal: Temporal,
  strayMs: number = STRAY_MS,
): ReservationWatch {
  const sinceMs = new Map<string, number>();
  const problems = new Set<string>();
  return {
    problems: () => [...problems],
    look: async () => {
      const found = new Set(await strayReservations(db, temporal));
      const nowMs = Date.now();
      for (const known of sinceMs.keys()) if (!found.has(known)) sinceMs.delete(known);
      for (const stray of found) {
        const firstMs = sinceMs.get(stray) ?? nowMs;
        sinceMs.set(stray, firstMs);
        if (nowMs - firstMs >= strayMs) problems.add(stray);
      }
      return found.size;
    },
  };
}

async function strayReservations(db: Watched['db'], temporal: Temporal): Promise<string[]> {
  const open = await db.$queryRaw<Reservation[]>`
    SELECT r.job_id::text AS "jobId", r.attempt, j.service_id AS "serviceId",
      coalesce(j.finished_at IS NULL AND j.attempt = r.attempt, false) AS "isCurrent"
    FROM reservations r LEFT JOIN jobs j ON j.id = r.job_id WHERE r.settled_at IS NULL`;
  const strays: string[] = [];
  for (const { jobId, attempt, serviceId, isCurrent } of open) {
    const held = `credits are held for run ${attempt} of job ${jobId}`;
    if (serviceId === null) strays.push(`${held}, which does not exist`);
    else if (!isCurrent) strays.push(`${held}, which has ended`);
    else if (!(await isRunning({ temporal }, jobWorkflowId(serviceId, jobId))))
      strays.push(`${held}, whose workflow is gone`);
  }
  return strays;
}
