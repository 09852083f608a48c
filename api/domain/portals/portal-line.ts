/** Queue positions of jobs, computed on demand and cached for a second. */
import { limits } from '#contracts/limits.ts';
import type { Database } from '#prisma/client.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import type { PortalPause } from '#workflows/messages.ts';
import { closureAt, readOpeningTimes, type Closure, type OpeningTimes } from './opening-hours.ts';
import { leaseState, positionsOn } from './portal-leases.ts';
import { readPause } from './portals.ts';

/** `position` counts from 1, and is null for a job that is not queued. `pause` and `closure` are its portal's. */
export type Standing = { position: number | null; pause: PortalPause | null; closure: Closure | null };

type Line = {
  readAtMs: number;
  positions: Promise<Map<string, number>>;
  pause: Promise<PortalPause | null>;
  times: Promise<OpeningTimes>;
};

const KEPT_MS = 1_000;
/** Caches the queue per portal; there are few portals. */
const lines = new WeakMap<Database, Map<string, Line>>();

/** Returns the job's position in its portal's queue. All values are null for a job that is not queued. */
export async function standingOf(
  db: Database,
  job: { id: string; serviceId: string; portal: string | null; state: string },
  now: Date,
): Promise<Standing> {
  if (job.portal === null || job.state !== 'queued') return { position: null, pause: null, closure: null };
  const { positions, pause, times } = lineOf(db, job.portal);
  const holder = jobWorkflowId(job.serviceId, job.id);
  const front = await positions;
  const isRead = front.has(holder) || front.size < limits.queuePositionsReadMax;
  const position = isRead ? (front.get(holder) ?? null) : await positionBehind(db, job.portal, holder);
  return { position, pause: await pause, closure: closureAt(await times, now) };
}

async function positionBehind(db: Database, portal: string, holder: string): Promise<number | null> {
  return (await leaseState(db, { portal, holder })).position;
}

function lineOf(db: Database, portal: string): Line {
  const known = lines.get(db) ?? new Map<string, Line>();
  lines.set(db, known);
  const kept = known.get(portal);
  if (kept && performance.now() - kept.readAtMs < KEPT_MS) return kept;
  const line: Line = {
    readAtMs: performance.now(),
    positions: positionsOn(db, portal),
    pause: readPause(db, portal),
    times: readOpeningTimes(db, portal),
  };
  known.set(portal, line);
  // A failed query is not cached.
  Promise.all([line.positions, line.pause, line.times]).catch(() => known.delete(portal));
  return line;
}
