/** The family `portals`: how fast rows are worked on portals, and the memory that sessions leave behind. */
import type { Family } from './family.ts';
import { benchFourPortals } from './portals/at-once.ts';
import { benchRows, rowServices } from './portals/rows.ts';
import { benchSessionsOfAJob } from './portals/sessions-of-a-job.ts';
import { benchSessionMemory } from './portals/session-memory.ts';
import { benchWorkers } from './portals/workers.ts';

/** The default number of rows for each service. */
const SERVICE_ROWS = 30;
const SESSIONS = 2_000;
/** Rows of a job that is worked in several sessions. */
const JOB_ROWS = 200;
/** Rows of each of the jobs that several workers share. */
const WORKER_ROWS = 1;

export const portals: Family = {
  rows: {
    against: 'a baseline script that makes the same clicks and downloads',
    measure: async ({ stack, options: { rows = SERVICE_ROWS, service } }) =>
      benchRows(await stack(), { rows, services: service ? [service] : rowServices }),
  },
  'at-once': {
    against: 'the same rows with one session at a time',
    measure: async ({ stack }) => benchFourPortals(await stack()),
  },
  'sessions-of-a-job': {
    against: 'the same job in one session',
    measure: async ({ stack, options }) => benchSessionsOfAJob(await stack(), options.rows ?? JOB_ROWS),
  },
  workers: {
    against: 'the same jobs on one worker',
    measure: async ({ stack, options }) => benchWorkers(await stack(), options.rows ?? WORKER_ROWS),
    isOnlyByName: true,
  },
  sessions: {
    against: 'the memory after twenty sessions',
    measure: async ({ stack, options }) => benchSessionMemory(await stack(), options.sessions ?? SESSIONS),
  },
};
