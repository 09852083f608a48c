/** The activity that works a chunk of a job's rows under the job's place on the portal. */
import { ApplicationFailure, Context } from '@temporalio/activity';
import { markRunning } from '#api/domain/jobs/job-steps.ts';
import { findService } from '#services/catalogue.ts';
import { beating } from './heartbeats.ts';
import { endJob } from './job-end.ts';
import { keepLease } from './lease-keeper.ts';
import { Chunk, countsOf, type ChunkDeps, type ChunkEnd } from './row-chunk.ts';
import { ownWorkflowId } from './workflow-state.ts';

export type RowActivities = ReturnType<typeof rowActivities>;
type ChunkInput = { jobId: string; attempt: number; rowsMax: number };

export function rowActivities(deps: ChunkDeps) {
  return {
    runRows: (input: ChunkInput): Promise<ChunkEnd> => beating(() => runRows(deps, input)),
  };
}

async function runRows(deps: ChunkDeps, input: ChunkInput): Promise<ChunkEnd> {
  const end = await runChunk(deps, input);
  return end.end === 'finished' ? { ...end, isEnded: await tryToEnd(deps, input) } : end;
}

/** Most jobs end here, without another step through the server; what fails is made up for by the workflow. */
async function tryToEnd(deps: ChunkDeps, job: { jobId: string; attempt: number }): Promise<boolean> {
  try {
    await endJob(deps, { ...job, state: 'completed', errorCode: null, errorMessage: null });
    return true;
  } catch (error) {
    deps.logger.warn({ jobId: job.jobId, err: error }, 'a job could not be ended at once');
    return false;
  }
}

/** Under the job's lease on the portal, where the service has one: it passes to this run when no other works under it. */
async function runChunk(
  deps: ChunkDeps,
  { jobId, rowsMax }: { jobId: string; rowsMax: number },
): Promise<ChunkEnd> {
  const { cancellationSignal } = Context.current();
  const { serviceId } = await deps.db.job.findUniqueOrThrow({ where: { id: jobId } });
  const service = findService(serviceId);
  if (!service)
    throw ApplicationFailure.nonRetryable(`Service ${serviceId} cannot be run.`, 'SERVICE_NOT_AVAILABLE');
  const place = { portal: service.portal ?? '', holder: ownWorkflowId() };
  const lease = service.portal ? await keepLease(deps, place, cancellationSignal) : undefined;
  if (lease === null) return { end: 'place lost', rows: await countsOf(deps, jobId) };
  try {
    const job = await markRunning(deps.db, jobId, deps.clock());
    return await new Chunk(deps, { job, service, lease: lease ?? null }).work(rowsMax);
  } finally {
    await lease?.leave();
  }
}
