/** The family `jobs`: how many jobs the platform takes, how large they may be, and how long they wait. */
import type { Family } from './family.ts';
import { benchCosts } from './jobs/costs.ts';
import { benchLargeJob } from './jobs/large.ts';
import { benchStarts } from './jobs/starts.ts';
import { benchSteady } from './jobs/steady.ts';
import { benchJobs } from './jobs/throughput.ts';
import { benchWaiting } from './jobs/waiting.ts';

const LARGE_ROWS = 1_000;
const STEADY_MINUTES = 30;

export const jobs: Family = {
  throughput: {
    against: 'a baseline workflow with one activity on the same Temporal server',
    measure: async ({ stack }) => benchJobs(await stack()),
  },
  starts: {
    against: 'the limits for starts at the same moment',
    measure: async ({ stack }) => benchStarts(await stack()),
  },
  waiting: {
    against: 'the limits for one portal with 2,000 waiting jobs',
    measure: async ({ stack }) => benchWaiting(await stack()),
  },
  large: {
    against: 'a job of 100 rows',
    measure: async ({ stack, options }) => benchLargeJob(await stack(), options.rows ?? LARGE_ROWS),
  },
  costs: {
    against: 'the figures in docs/scale.md',
    measure: async ({ stack }) => benchCosts(await stack()),
  },
  steady: {
    against: 'memory, open files and queues at the beginning of the same run',
    measure: async ({ stack, options }) => benchSteady(await stack(), options.minutes ?? STEADY_MINUTES),
    isOnlyByName: true,
  },
};
