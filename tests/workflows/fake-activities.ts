/**
 * Activities that simulate the database and the portal for workflow tests: programmable, with a record of every call.
 */
import { ApplicationFailure } from '@temporalio/activity';
import type { Activities } from '#activities/index.ts';
import type { ChunkEnd } from '#activities/rows/chunk-end.ts';
import type { RowCounts, LeaseAnswer, StoredWaiting } from '#workflows/messages.ts';

type Finished = Parameters<Activities['endJob']>[0];
type Decided = Parameters<Activities['applyDecision']>[0];

export type Scenario = {
  rowsTotal: number;
  balanceHundredths: number;
  priceHundredths: number;
  /** One answer per chunk, in order; an answer may be a function that waits. The last one repeats. */
  chunks: (ChunkEnd | (() => Promise<ChunkEnd>))[];
  /** The answer of the portal's queue when the job is admitted; a free lease by default. */
  queued?: LeaseAnswer;
  /** The answers of the portal's queue in order; a free lease after the last one. */
  leases?: LeaseAnswer[];
  /** Throws while the credits cannot be reserved. */
  admission?: () => Promise<void>;
  /** Runs during a request to the portal's queue, after the queue was read. */
  meanwhile?: () => Promise<void>;
};

export type Record = {
  calls: string[];
  finished: Finished[];
  /** Kinds of the reasons for which the job was parked. */
  waits: string[];
  /** The stops at which the job waited for a person, and the decisions that were applied to them. */
  stops: StoredWaiting[];
  decided: Decided[];
  /** What the job knew of the leases that it released. */
  released: ({ id: string } | undefined)[];
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

const granted: LeaseAnswer = { granted: true, position: null, askAgainMs: 25_000 };

export function fakeActivities(scenario: Scenario): { activities: Partial<Activities>; record: Record } {
  const record: Record = {
    calls: [],
    finished: [],
    waits: [],
    stops: [],
    decided: [],
    released: [],
    chunks: 0,
    balanceHundredths: scenario.balanceHundredths,
    heldHundredths: 0,
  };
  const reserve = async () => {
    await scenario.admission?.();
    record.calls.push('reserve');
    if (record.balanceHundredths < scenario.priceHundredths) {
      throw ApplicationFailure.nonRetryable('Insufficient credits.', 'INSUFFICIENT_CREDITS');
    }
    record.balanceHundredths -= scenario.priceHundredths;
    record.heldHundredths += scenario.priceHundredths;
    const place = scenario.queued ?? granted;
    await scenario.meanwhile?.();
    return { newBalanceHundredths: record.balanceHundredths, rowsTotal: scenario.rowsTotal, place };
  };
  const activities: Partial<Activities> = {
    admitJob: reserve,
    reopenJob: reserve,
    requestSlot: async () => {
      record.calls.push('requestSlot');
      const answer = scenario.leases?.shift() ?? granted;
      await scenario.meanwhile?.();
      return answer;
    },
    releaseSlot: async (lease) => {
      record.released.push(lease);
      record.calls.push('releaseSlot');
    },
    parkJob: async ({ waiting }) => {
      record.waits.push(waiting.kind);
      if (waiting.kind === 'person') record.stops.push(waiting);
    },
    applyDecision: async (decided) => {
      record.calls.push(decided.decision);
      record.decided.push(decided);
    },
    runRows: async () => {
      record.calls.push('runRows');
      const answer = scenario.chunks[Math.min(record.chunks, scenario.chunks.length - 1)];
      record.chunks += 1;
      if (!answer) throw new Error('The scenario has no chunk.');
      return typeof answer === 'function' ? answer() : answer;
    },
    endJob: async (input) => {
      record.calls.push('endJob');
      record.finished.push(input);
      record.balanceHundredths += record.heldHundredths;
      record.heldHundredths = 0;
      return counts(scenario.rowsTotal, scenario.rowsTotal);
    },
  };
  return { activities, record };
}
