/**
 * A steady load: five jobs and 300 reads a second for some minutes. Memory, open files and queues of API and worker are
 * looked at every ten seconds, and what they grow by in an hour is reported.
 */
import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import { memoryMibOf } from '#tests/harness/proc.ts';
import { pidOf, quantile, report, slopeOf, type BenchStack } from '../measure.ts';
import { onePage, runJob, watchJobs } from './throughput.ts';

const JOBS_PER_SECOND = Number(process.env['BENCH_JOBS_PER_SECOND'] ?? 5);
const READS_PER_SECOND = Number(process.env['BENCH_READS_PER_SECOND'] ?? 300);
/** Reads are sent in small groups, so that the client needs few timers. */
const GROUPS_PER_SECOND = 20;
const LOOK_MS = 10_000;
/** The load grows to its full size meanwhile. */
const WARM_UP_MS = 90_000;
/** With more in flight than are sent in ten seconds, the machine does not follow, and the figures would be those of a queue. */
const SECONDS_BEHIND_MAX = 10;

type Sample = { atMs: number } & Record<string, number>;

export async function benchSteady(bench: BenchStack, minutes: number): Promise<void> {
  const watch = watchJobs(bench);
  const load = steadyLoad(bench, watch.ended);
  try {
    await during(WARM_UP_MS, load, async () => undefined, growing);
    load.reset();
    const samples: Sample[] = [];
    const look = async (): Promise<void> => void samples.push(await sampleOf(bench, load));
    await during(minutes * MINUTE_MS, load, look, full);
    reportGrowth(samples, minutes);
    report(
      `${JOBS_PER_SECOND} jobs and ${READS_PER_SECOND} reads a second for ${minutes} minutes`,
      load.figures(),
    );
  } finally {
    watch.stop();
  }
}

type Load = ReturnType<typeof steadyLoad>;

/** Starts jobs and reads at fixed times, whether or not the earlier ones have ended. */
function steadyLoad(bench: BenchStack, ended: (jobId: string) => Promise<void>) {
  const sample = onePage();
  let jobMs: number[] = [];
  let readMs: number[] = [];
  let failures: string[] = [];
  const inFlight = { jobs: 0, reads: 0 };
  const timed = async (kind: 'jobs' | 'reads', work: () => Promise<unknown>): Promise<void> => {
    inFlight[kind] += 1;
    const begun = performance.now();
    try {
      await work();
      (kind === 'jobs' ? jobMs : readMs).push(performance.now() - begun);
    } catch (error) {
      failures.push(String(error));
    } finally {
      inFlight[kind] -= 1;
    }
  };
  let lastJob = '';
  const places = (): string[] => [
    `/api/jobs/${lastJob}/status`,
    '/api/jobs?limit=10',
    `/api/notifications/${bench.customer.userId}/unread-count`,
  ];
  return {
    inFlight,
    startJob: () =>
      timed('jobs', async () => {
        lastJob = await runJob(bench, sample, ended);
      }),
    startRead: (index: number) => {
      const known = lastJob === '' ? places().slice(1) : places();
      if (inFlight.reads > READS_PER_SECOND * SECONDS_BEHIND_MAX)
        throw new Error(
          `${inFlight.reads} reads and ${inFlight.jobs} jobs wait: this machine does not follow ${JOBS_PER_SECOND} jobs and ${READS_PER_SECOND} reads a second now. BENCH_JOBS_PER_SECOND and BENCH_READS_PER_SECOND choose less.`,
        );
      return timed('reads', () => bench.customer.call(known[index % known.length] ?? ''));
    },
    reset: (): void => {
      jobMs = [];
      readMs = [];
      failures = [];
    },
    figures: () => ({
      jobs: String(jobMs.length),
      'job p50 ms': quantile(jobMs, 0.5),
      'job p99 ms': quantile(jobMs, 0.99),
      reads: String(readMs.length),
      'read p50 ms': quantile(readMs, 0.5),
      'read p99 ms': quantile(readMs, 0.99),
      failures: String(failures.length),
      why: [...new Set(failures)].slice(0, 3).join(' ') || 'nothing',
    }),
  };
}

/** Returns the share of the load that is sent after this part of the time. */
type Course = (done: number) => number;
const full: Course = () => 1;
/** New processes answer slowly until their code is compiled, and a queue that they begin with does not end under a full load. */
const growing: Course = (done) => done;

async function during(
  durationMs: number,
  load: Load,
  look: () => Promise<void>,
  course: Course,
): Promise<void> {
  const started: Promise<void>[] = [];
  const due = { reads: 0, jobs: 0 };
  const begun = performance.now();
  let nextLook = begun + LOOK_MS;
  const groups = Math.round((durationMs / 1000) * GROUPS_PER_SECOND);
  for (let group = 0; group < groups; group += 1) {
    await delay(Math.max(0, begun + (group / GROUPS_PER_SECOND) * 1000 - performance.now()));
    const share = course(group / groups) / GROUPS_PER_SECOND;
    due.reads += share * READS_PER_SECOND;
    due.jobs += share * JOBS_PER_SECOND;
    for (; due.reads >= 1; due.reads -= 1) void load.startRead(group + Math.floor(due.reads));
    for (; due.jobs >= 1; due.jobs -= 1) started.push(load.startJob());
    if (performance.now() < nextLook) continue;
    nextLook += LOOK_MS;
    await look();
  }
  await Promise.all(started);
}

const descriptorsOf = (pid: string): number => readdirSync(`/proc/${pid}/fd`).length;

async function sampleOf(bench: BenchStack, { inFlight }: Load): Promise<Sample> {
  const [api, worker] = [pidOf(bench, 'api'), pidOf(bench, 'worker')];
  return {
    atMs: performance.now(),
    'API MiB': memoryMibOf(api),
    'worker MiB': memoryMibOf(worker),
    'API descriptors': descriptorsOf(api),
    'worker descriptors': descriptorsOf(worker),
    'open jobs': await bench.db.job.count({ where: { finishedAt: null } }),
    'reads in flight': inFlight.reads,
  };
}

function reportGrowth(samples: readonly Sample[], minutes: number): void {
  const [first] = samples;
  if (!first) throw new Error('The time was too short for a sample.');
  for (const name of Object.keys(first).filter((key) => key !== 'atMs')) {
    const points = samples.map((sample) => ({ x: sample.atMs / HOUR_MS, y: sample[name] ?? Number.NaN }));
    report(`${name} over ${minutes} minutes`, {
      first: first[name] ?? Number.NaN,
      last: samples.at(-1)?.[name] ?? Number.NaN,
      most: Math.max(...points.map(({ y }) => y)),
      'growth in an hour': slopeOf(points),
    });
  }
}
