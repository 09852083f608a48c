/**
 * The updates of a job whose workflow is kept in no worker's memory, as after a worker was replaced or its cache was
 * full: every task replays the history, on a real Temporal server with simulated activities.
 */
import { WorkflowUpdateFailedError } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quote } from '#contracts/messages/message.ts';
import { until } from '#tests/harness/until.ts';
import { counts } from './fake-activities.ts';
import {
  deferred,
  finished,
  scenarioOf,
  startEvictingJobEnvironment,
  untilCancelled,
  type JobEnvironment,
} from './started-job.ts';

let environment: JobEnvironment['environment'];
let withJob: JobEnvironment['withJob'];

beforeAll(async () => {
  ({ environment, withJob } = await startEvictingJobEnvironment());
});
afterAll(() => environment?.teardown());

const stuck = { end: 'stuck' as const, message: quote('Row 2 could not be worked.'), rows: counts(3, 1) };
const question = {
  kind: 'challenge',
  message: quote('The portal asks for a code.'),
  since: new Date(0).toISOString(),
  challenge: {
    id: 'question-1',
    kind: 'otp',
    hasPicture: false,
    expiresAt: new Date(0).toISOString(),
    prompt: quote('The code'),
  },
};

describe('workflows that are evicted after every task', () => {
  it.each(['admit', 'retryFailedRows'] as const)(
    'an evicted job reserves its credits once when %s is asked',
    async (opening) => {
      const record = await withJob(scenarioOf({}), { opening }, async (job) => {
        expect(await job.admission).toEqual({ newBalanceHundredths: 850, queuePosition: null, rowsTotal: 3 });
        await job.result;
        expect(await job.progress()).toMatchObject({ state: 'completed', rows: { done: 3 } });
      });
      expect(record.calls).toEqual(['reserve', 'runRows']);
    },
  );

  it.each(['admit', 'retryFailedRows'] as const)(
    'an evicted job is refused by %s when the balance does not cover it',
    async (opening) => {
      const record = await withJob(scenarioOf({ balanceHundredths: 149 }), { opening }, async (job) => {
        await expect(job.admission).rejects.toBeInstanceOf(WorkflowUpdateFailedError);
        await job.result;
      });
      expect(record.calls).toEqual(['reserve']);
    },
  );

  it('an evicted job ends when it is cancelled during a chunk, and settles once', async () => {
    const begun = deferred();
    const record = await withJob(scenarioOf({ chunks: [untilCancelled(begun.resolve)] }), {}, async (job) => {
      await job.admission;
      await begun.promise;
      await Promise.all([job.cancel(), job.cancel()]);
      await job.result;
    });
    expect(record.finished).toMatchObject([{ state: 'cancelled' }]);
    expect(record.calls).toEqual(['reserve', 'runRows', 'endJob']);
    expect(record.heldHundredths).toBe(0);
  });

  it('an evicted job ends with the result of its last chunk if it is cancelled while that chunk answers', async () => {
    const begun = deferred();
    const answered = deferred();
    const chunk = async () => {
      begun.resolve();
      await answered.promise;
      return finished;
    };
    const record = await withJob(scenarioOf({ chunks: [chunk] }), {}, async (job) => {
      await job.admission;
      await begun.promise;
      const cancelled = job.cancel();
      answered.resolve();
      // The update is refused if it reaches the workflow after its end.
      await Promise.all([cancelled.catch(() => undefined), job.result]);
      expect(await job.progress()).toMatchObject({ state: 'completed', rows: { done: 3 } });
    });
    expect(record.finished).toEqual([]);
  });

  it('an evicted job follows each decision about a stuck row once, and refuses one when it is not stuck', async () => {
    const begun = deferred();
    const mayEnd = deferred();
    const lastChunk = async () => {
      begun.resolve();
      await mayEnd.promise;
      return finished;
    };
    const chunks = [stuck, stuck, lastChunk];
    const record = await withJob(scenarioOf({ chunks }), {}, async (job, seen) => {
      await job.admission;
      await until('a person to be waited for', () => seen.waits.length === 1);
      await job.decide('retry');
      await until('a person to be waited for again', () => seen.waits.length === 2);
      await job.decide('skip row');
      await begun.promise;
      await expect(job.decide('refund')).rejects.toBeInstanceOf(WorkflowUpdateFailedError);
      mayEnd.resolve();
      await job.result;
    });
    expect(record.calls).toEqual(['reserve', 'runRows', 'retry', 'runRows', 'skip row', 'runRows']);
  });

  it('an evicted job continues when its question is answered, and accepts no answer to another question', async () => {
    const begun = deferred();
    const mayEnd = deferred();
    const chunk = async () => {
      begun.resolve();
      await mayEnd.promise;
      return finished;
    };
    const record = await withJob(scenarioOf({ chunks: [chunk] }), {}, async (job) => {
      await job.admission;
      await begun.promise;
      await job.signal('challenge', question);
      expect(await job.progress()).toMatchObject({ state: 'parked', waiting: { kind: 'challenge' } });
      await job.answer('another question');
      expect(await job.progress()).toMatchObject({ state: 'parked' });
      await Promise.all([job.answer('question-1'), job.answer('question-1')]);
      expect(await job.progress()).toMatchObject({ state: 'running', waiting: null });
      mayEnd.resolve();
      await job.result;
    });
    expect(record.calls).toEqual(['reserve', 'runRows']);
  });
});
