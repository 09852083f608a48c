/** A job's workflow and its lease on the portal, on a real Temporal test server; the activities are simulated. */
import { Context } from '@temporalio/activity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '#contracts/durations.ts';
import { quote } from '#contracts/messages/message.ts';
import { counts, type Scenario } from './fake-activities.ts';
import { finished, scenarioOf, startJobEnvironment, type JobEnvironment } from './started-job.ts';

let environment: JobEnvironment['environment'];
let withJob: JobEnvironment['withJob'];

beforeAll(async () => {
  ({ environment, withJob } = await startJobEnvironment());
});
afterAll(() => environment?.teardown());

const inLine = { granted: false, position: 1, pause: null, askAgainMs: MINUTE_MS };

it('a job waits for its lease on the portal and repeats its request by itself', async () => {
  const startMs = await environment.currentTimeMs();
  const record = await withJob(scenarioOf({ queued: inLine }), { portal: 'bb-exp' }, async (job) => {
    expect(await job.admission).toMatchObject({ queuePosition: 1 });
    await job.result;
  });
  expect(record.calls).toEqual(['reserve', 'requestSlot', 'runRows']);
  expect((await environment.currentTimeMs()) - startMs).toBeGreaterThanOrEqual(MINUTE_MS);
});

it.each([
  ['its admission', { queued: inLine }, ['reserve', 'runRows']],
  [
    'its next request',
    { leases: [inLine], chunks: [{ end: 'place lost', rows: counts(3, 1) }, finished] },
    ['reserve', 'runRows', 'requestSlot', 'runRows'],
  ],
] satisfies [string, Partial<Scenario>, string[]][])(
  'a job continues at once if its lease is granted while %s is being answered',
  async (_, scenario, calls) => {
    const signalGrant = async (): Promise<void> => {
      const { workflowExecution } = Context.current().info;
      if (!workflowExecution) throw new Error('The step belongs to no workflow.');
      await environment.client.workflow.getHandle(workflowExecution.workflowId).signal('slotGranted');
    };
    const record = await withJob(
      scenarioOf({ ...scenario, meanwhile: signalGrant }),
      { portal: 'bb-exp' },
      async (job) => {
        await job.admission;
        await job.result;
      },
    );
    expect(record.calls).toEqual(calls);
  },
);

it('a job requests another lease if a chunk has lost its own', async () => {
  const lost = { end: 'place lost' as const, rows: counts(3, 1) };
  const record = await withJob(
    scenarioOf({ chunks: [lost, finished] }),
    { portal: 'bb-exp' },
    async (job) => {
      await job.admission;
      await job.result;
    },
  );
  expect(record.calls).toEqual(['reserve', 'runRows', 'requestSlot', 'runRows']);
});

it('a job whose end was recorded by a chunk that was lost writes its files, and asks for no further lease', async () => {
  const lost = { end: 'place lost' as const, rows: counts(3, 3) };
  const ended = { state: 'failed' as const, code: 'PORTAL_DOWN', message: quote('The portal is down.') };
  const record = await withJob(
    scenarioOf({
      chunks: [lost],
      leases: [{ granted: false, position: null, askAgainMs: MINUTE_MS, ended }],
    }),
    { portal: 'bb-exp' },
    async (job) => {
      await job.admission;
      await job.result;
    },
  );
  expect(record.calls).toEqual(['reserve', 'runRows', 'requestSlot', 'endJob']);
  expect(record.finished).toMatchObject([{ state: 'failed', errorCode: 'PORTAL_DOWN' }]);
});

it('a job names the lease that it releases, so that a late release leaves its next one alone', async () => {
  const free = (id: string) => ({ granted: true, position: null, askAgainMs: MINUTE_MS, id });
  const paused = { end: 'paused' as const, rows: counts(3, 1) };
  const record = await withJob(
    scenarioOf({
      queued: free('first'),
      leases: [free('second')],
      chunks: [paused, paused, finished],
    }),
    { portal: 'bb-exp' },
    async (job) => {
      await job.admission;
      await job.result;
    },
  );
  expect(record.released).toEqual([{ id: 'first' }, { id: 'second' }]);
});
