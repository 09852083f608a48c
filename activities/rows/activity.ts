/** The activity that works a chunk of a job's rows while the job holds its lease on the portal. */
import { ApplicationFailure, Context } from '@temporalio/activity';
import { noteInSpan } from '#api/adapters/tracing.ts';
import { markRunning } from '#api/domain/jobs/job-steps.ts';
import type { PortalPlace } from '#contracts/portals/practice-portals.ts';
import { jobOutline, rowCountsOf, type JobOutline } from '#api/domain/jobs/worked-jobs.ts';
import { findService } from '#services/catalogue.ts';
import { beating } from '#activities/heartbeats.ts';
import { endSmallJob } from '#activities/job-end.ts';
import { underPageMap } from '#activities/applied-page-maps.ts';
import type { BesideSlots, Slot } from './beside-slots.ts';
import { underLease } from './lease-keeper.ts';
import type { ChunkEnd } from './chunk-end.ts';
import { Chunk, type ChunkDeps, type ChunkGiven } from './chunk.ts';

export type RowActivities = ReturnType<typeof rowActivities>;
type ChunkInput = { jobId: string; attempt: number; rowsMax: number };

export function rowActivities(deps: ChunkDeps & { slots: BesideSlots }) {
  return {
    runRows: (input: ChunkInput): Promise<ChunkEnd> =>
      deps.slots.run((slot) => beating(() => runRows(deps, input, slot))),
  };
}

async function runRows(deps: ChunkDeps, input: ChunkInput, slot: Slot): Promise<ChunkEnd> {
  const outline = await jobOutline(deps.db, input.jobId);
  const end = await runChunk(deps, input, { outline, slot });
  return end.end === 'finished' ? { ...end, isEnded: await tryToEnd(deps, input, outline) } : end;
}

/**
 * Tries to end the job, which saves most jobs a round trip through the server. If this fails, the workflow ends it, as it
 * does if the job is large: while its files are written, its slot serves other jobs.
 */
async function tryToEnd(
  deps: ChunkDeps,
  { jobId, attempt }: ChunkInput,
  outline: JobOutline,
): Promise<boolean> {
  try {
    const end = { jobId, attempt, state: 'completed', errorCode: null, errorMessage: null } as const;
    return await endSmallJob(deps, end, outline);
  } catch (error) {
    deps.logger.warn({ jobId, err: error }, 'a job could not be ended at once');
    return false;
  }
}

/**
 * Runs the chunk under the job's lease, if the service uses a portal. The lease passes to this run once no other run
 * works under it.
 */
async function runChunk(
  deps: ChunkDeps,
  input: ChunkInput,
  { outline, slot }: { outline: JobOutline; slot: Slot },
): Promise<ChunkEnd> {
  const { jobId } = input;
  const { serviceId, portal } = outline;
  noteInSpan({ service: serviceId, portal, jobId });
  const service = findService(serviceId);
  if (!service)
    throw ApplicationFailure.nonRetryable(`Service ${serviceId} cannot be run.`, 'SERVICE_NOT_AVAILABLE');
  if (!portal) return workChunk(deps, input, { service, lease: null, slot });
  const end = await underLease(deps, { portal, signal: slot.signal }, ({ lease }) =>
    underPageMap(deps, portal as PortalPlace, () => workChunk(deps, input, { service, lease, slot })),
  );
  return end ?? { end: 'place lost', rows: await rowCountsOf(deps.db, jobId) };
}

async function workChunk(
  deps: ChunkDeps,
  { jobId, attempt, rowsMax }: ChunkInput,
  given: Omit<ChunkGiven, 'job'>,
): Promise<ChunkEnd> {
  const scheduledAt = new Date(Context.current().info.scheduledTimestampMs);
  const job = await markRunning(deps.db, { jobId, attempt }, deps.clock(), scheduledAt);
  // A worker that was frozen begins the chunk of an earlier run.
  if (!job) return { end: 'cancelled', rows: await rowCountsOf(deps.db, jobId) };
  const { requestId } = job;
  noteInSpan({ requestId });
  // Log lines of the run contain the request id that its customer received.
  const logger = requestId === null ? deps.logger : deps.logger.child({ requestId });
  return new Chunk({ ...deps, logger }, { job, ...given }).work(rowsMax);
}
