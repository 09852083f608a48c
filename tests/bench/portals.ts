/** The family `portals`: how fast rows are worked on portals, and the memory that sessions leave behind. */
import type { Family } from './family.ts';
import { benchFourPortals } from './portals/at-once.ts';
import { benchRows, rowServices } from './portals/rows.ts';
import { benchSessionMemory } from './portals/session-memory.ts';

/** The default number of rows for each service. */
const SERVICE_ROWS = 30;
const SESSIONS = 200;

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
  sessions: {
    against: 'the memory after a tenth of the sessions',
    measure: async ({ stack, options }) => benchSessionMemory(await stack(), options.sessions ?? SESSIONS),
  },
};
