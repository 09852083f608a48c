/** Activities that play the database and the portal for workflow tests: programmable, with a record of every call. */
import { ApplicationFailure } from '@temporalio/activity';
import type { Activities } from '#activities/index.ts';
import type { ChunkEnd } from '#activities/rows.ts';
import type { RowCounts } from '#workflows/messages.ts';

type Finished = Parameters<Activities['finishJob']>[0];

export type Scenario = {
  rowsTotal: number;
  balanceHundredths: number;
  priceHundredths: number;
  /** One answer per chunk, in order; a function may wait. The last one repeats. */
  chunks: (ChunkEnd | (() => Promise<ChunkEnd>))[];
};

export type Record = {
  calls: string[];
  finished: Finished[];
  states: string[];
  chunks: number;
  balanceHundredths: number;
  heldHundredths: number;
};

export const counts = (total: number, done: number, failed = 0): RowCounts => ({
  total,
  done,
  succeeded: done - failed,
  failed,
});

export function fakeActivities(scenario: Scenario): { activities: Partial<Activities>; record: Record } {
  const record: Record = {
    calls: [],
    finished: [],
    states: [],
    chunks: 0,
    balanceHundredths: scenario.balanceHundredths,
    heldHundredths: 0,
  };
  const reserve = async () => {
    record.calls.push('reserve');
    if (record.balanceHundredths < scenario.priceHundredths) {
      throw ApplicationFailure.nonRetryable('Insufficient credits.', 'INSUFFICIENT_CREDITS');
    }
    record.balanceHundredths -= scenario.priceHundredths;
    record.heldHundredths += scenario.priceHundredths;
    return { newBalanceHundredths: record.balanceHundredths, rowsTotal: scenario.rowsTotal };
  };
  const activities: Partial<Activities> = {
    admitJob: reserve,
    reopenJob: reserve,
    requestSlot: async () => {
      record.calls.push('requestSlot');
      return { granted: true, position: null, pause: null };
    },
    setJobState: async ({ state }) => {
      record.states.push(state);
    },
    skipRow: async () => {
      record.calls.push('skipRow');
    },
    runRows: async () => {
      record.calls.push('runRows');
      const answer = scenario.chunks[Math.min(record.chunks, scenario.chunks.length - 1)];
      record.chunks += 1;
      if (!answer) throw new Error('The scenario has no chunk.');
      return typeof answer === 'function' ? answer() : answer;
    },
    collectResults: async () => {
      record.calls.push('collectResults');
    },
    finishJob: async (input) => {
      record.calls.push('finishJob');
      record.finished.push(input);
      record.balanceHundredths += record.heldHundredths;
      record.heldHundredths = 0;
      return counts(scenario.rowsTotal, scenario.rowsTotal);
    },
    projectQueue: async () => undefined,
    projectPause: async () => undefined,
    readPause: async () => null,
    findEndedWorkflows: async () => [],
  };
  return { activities, record };
}
