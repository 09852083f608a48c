/**
 * A job that waits for days behind another job of its login continues as new runs, on a real Temporal server that
 * suggests this after few events.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quote } from '#contracts/messages/message.ts';
import { until } from '#tests/harness/until.ts';
import type { LeaseAnswer } from '#workflows/messages.ts';
import { counts } from './fake-activities.ts';
import { finished, scenarioOf, startShortRunEnvironment, type JobEnvironment } from './started-job.ts';

/** Their events fill several runs. */
const TURNS = 12;
const EVENTS_PER_RUN = 40;
const PORTAL = 'bb-exp';
const queued: LeaseAnswer = { granted: false, position: 3, askAgainMs: 1 };
const turns = Array.from({ length: TURNS }, () => queued);

let environment: JobEnvironment['environment'];
let withJob: JobEnvironment['withJob'];
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ environment, withJob, stop } = await startShortRunEnvironment(EVENTS_PER_RUN));
});
afterAll(() => stop?.());

/** Waits for a run that has ended by continuing as another one, of which the server's list may tell late. */
const untilContinued = (workflowId: string): Promise<void> =>
  until('the job to continue as a new run', async () => {
    const query = `WorkflowId = '${workflowId}' AND ExecutionStatus = 'ContinuedAsNew'`;
    return (await environment.client.workflow.count(query)).count > 0;
  });

it('a job that waits long for its portal continues as a new run, and then works its rows', async () => {
  const scenario = scenarioOf({ queued, leases: [...turns] });
  const record = await withJob(scenario, { portal: PORTAL }, async (job) => {
    await job.admission;
    await job.result;
    await untilContinued(job.workflowId);
    expect(await job.progress()).toMatchObject({ state: 'completed', rows: { total: 3, done: 3 } });
  });
  expect(record.calls).toEqual(['reserve', ...turns.map(() => 'requestSlot'), 'requestSlot', 'runRows']);
});

it('a job is shown as waiting, and can be cancelled, in a later run of its wait', async () => {
  const scenario = scenarioOf({ queued, leases: Array.from({ length: 10_000 }, () => queued) });
  const record = await withJob(scenario, { portal: PORTAL }, async (job) => {
    await job.admission;
    await untilContinued(job.workflowId);
    expect(await job.progress()).toMatchObject({ state: 'queued' });
    await job.cancel();
    await job.result;
  });
  expect(record.finished).toMatchObject([{ state: 'cancelled' }]);
});

it('a job whose portal is down gives up after the same time, however long it waited for its lease', async () => {
  const down = {
    end: 'portal down' as const,
    message: quote('The portal does not answer.'),
    rows: counts(3, 0),
    workedRows: 0,
  };
  const parking = { firstMs: 1, maxMs: 1, giveUpAfterMs: 2 };
  const scenario = scenarioOf({ chunks: [down, down, finished], leases: [...turns] });
  const record = await withJob(scenario, { portal: PORTAL, parking }, async (job) => {
    await job.admission;
    await job.result;
    await untilContinued(job.workflowId);
  });
  expect(record.finished).toMatchObject([{ state: 'failed', errorCode: 'PORTAL_DOWN' }]);
});
