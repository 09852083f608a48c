/** A signal that a run of a job was stopped: it ends that run, and no later one with the same workflow id. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

/** The second run of a job whose first one was stopped. */
const secondRun = { attempt: 2, opening: 'retryFailedRows' } as const;

describe('the signal that a run was stopped', () => {
  it.each([
    ['about an earlier run', 1],
    ['with a malformed argument', 'now'],
    ['with an empty argument', null],
  ])('a stop signal %s does not stop the run that is going on', async (_, argument) => {
    const [begun, over] = [deferred(), deferred()];
    // A chunk that ends is not cancelled any more, so only the next one shows that the run goes on.
    const first = async () => {
      begun.resolve();
      await over.promise;
      return { end: 'more' as const, rows: counts(3, 2) };
    };
    const record = await withJob(scenarioOf({ chunks: [first, finished] }), secondRun, async (job) => {
      await job.admission;
      await begun.promise;
      await job.signal('stop', argument);
      // Signals are handled in their order.
      await job.signal('rowsWorked', counts(3, 2));
      await until('the signals to be handled', async () => (await job.progress()).rows.done === 2);
      over.resolve();
      await job.result;
      expect(await job.progress()).toMatchObject({ state: 'completed' });
    });
    expect(record.calls).toEqual(['reserve', 'runRows', 'runRows']);
  });

  it.each([
    ['about the run that is going on', [2]],
    ['that names no run', []],
  ])('a stop signal %s stops the job', async (_, args) => {
    const begun = deferred();
    const chunks = [untilCancelled(begun.resolve)];
    const record = await withJob(scenarioOf({ chunks }), secondRun, async (job) => {
      await job.admission;
      await begun.promise;
      await job.signal('stop', ...args);
      await job.result;
    });
    expect(record.finished).toMatchObject([{ state: 'cancelled' }]);
  });
});
