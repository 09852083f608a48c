/** A chunk of the jobs of `chargedJobs` whose rows meet what a test plays, without a portal. */
import type { Deps } from '#api/deps.ts';
import { Chunk, type ChunkDeps } from '#activities/rows/chunk.ts';
import type { ChunkEnd } from '#activities/rows/chunk-end.ts';
import { markRunning, type WorkedJob } from '#api/domain/jobs/job-steps.ts';
import { expSearchService as service } from '#services/exp-search/service.ts';
import type { RowResult } from '#services/runner.ts';
import { runners } from '#services/runners.ts';

const ROWS_MAX = 10;

/** Marks the job's first attempt as running. */
export async function runningJob({ db }: Pick<Deps, 'db'>, jobId: string): Promise<WorkedJob> {
  const job = await markRunning(db, { jobId, attempt: 1 }, new Date());
  if (!job) throw new Error(`Job ${jobId} does not run.`);
  return job;
}

/** Works a chunk of the job; `run` is what happens to each row, from the first to the last. */
export async function workedChunk(
  deps: Deps,
  jobId: string,
  run: (turn: number) => Promise<RowResult>,
): Promise<ChunkEnd> {
  const realRunner = runners['exp-search'];
  let turns = 0;
  runners['exp-search'] = { outputColumns: [], run: () => run((turns += 1)) };
  const sessions = { open: async () => ({ portal: 'bb-exp', login: null }), close: async () => {} };
  const temporal = { workflow: { getHandle: () => ({ signal: async () => {} }) } };
  const draining = new AbortController().signal;
  const chunkDeps = { ...deps, temporal, sessions, draining } as unknown as ChunkDeps;
  const slot = { signal: new AbortController().signal, leave: () => {} };
  try {
    const job = await runningJob(deps, jobId);
    return await new Chunk(chunkDeps, { job, service, lease: null, slot }).work(ROWS_MAX);
  } finally {
    runners['exp-search'] = realRunner;
  }
}
