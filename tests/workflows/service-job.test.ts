/** The job's workflow on a real Temporal test server with time skipping; the activities are simulated. */
import { WorkflowUpdateFailedError } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Context } from '@temporalio/activity';
import { quote } from '#contracts/messages/message.ts';
import { until } from '#tests/harness/until.ts';
import { counts, type Scenario } from './fake-activities.ts';
import {
  deferred,
  finished,
  HOUR_MS,
  MINUTE_MS,
  scenarioOf,
  startJobEnvironment,
  untilCancelled,
  type JobEnvironment,
} from './started-job.ts';

let environment: JobEnvironment['environment'];
let withJob: JobEnvironment['withJob'];

beforeAll(async () => {
  ({ environment, withJob } = await startJobEnvironment());
});
afterAll(() => environment?.teardown());

const inLine = { granted: false, position: 1, pause: null, askAgainMs: MINUTE_MS };
describe('service-job', () => {
  it('reserves once, works the rows, and settles once', async () => {
    const record = await withJob(scenarioOf({}), {}, async (job) => {
      expect(await job.admission).toEqual({ newBalanceHundredths: 850, queuePosition: null, rowsTotal: 3 });
      await job.result;
      expect(await job.progress()).toMatchObject({ state: 'completed', percent: 100, rows: { done: 3 } });
    });
    // The last chunk itself settles and writes the result files.
    expect(record.calls).toEqual(['reserve', 'runRows']);
  });

  it('refuses a job that the balance does not cover and does nothing else', async () => {
    const record = await withJob(scenarioOf({ balanceHundredths: 149 }), {}, async (job) => {
      await expect(job.admission).rejects.toBeInstanceOf(WorkflowUpdateFailedError);
      await job.result;
    });
    expect(record.calls).toEqual(['reserve']);
  });

  it('is not admitted a second time after it has continued as a new run', async () => {
    const carried = { rows: counts(3, 1), slotHeld: false, startedAtMs: 0 };
    const record = await withJob(scenarioOf({}), { carried }, async (job) => {
      await expect(job.admission).rejects.toBeInstanceOf(WorkflowUpdateFailedError);
      await job.result;
    });
    expect(record.calls).not.toContain('reserve');
  });

  it('works on chunk after chunk until the rows are done', async () => {
    const chunks = [1, 2].map((done) => ({ end: 'more' as const, rows: counts(3, done) }));
    const record = await withJob(scenarioOf({ chunks: [...chunks, finished] }), {}, async (job) => {
      await job.admission;
      await job.result;
    });
    expect(record.chunks).toBe(3);
  });

  it('waits 30 hours for a portal that is down, holding the credits, and then goes on [waits-for-portal]', async () => {
    const down = {
      end: 'portal down' as const,
      message: quote('The portal does not answer.'),
      rows: counts(3, 1),
      workedRows: 0,
    };
    const upAgainMs = 30 * HOUR_MS;
    const startMs = await environment.currentTimeMs();
    const portalChunk = async () =>
      (await environment.currentTimeMs()) - startMs < upAgainMs ? down : finished;
    const record = await withJob(
      scenarioOf({ chunks: [portalChunk] }),
      { portal: 'bb-exp' },
      async (job, seen) => {
        await job.admission;
        expect(seen.heldHundredths).toBe(150);
        await job.result;
      },
    );
    expect(record.finished).toEqual([]);
    expect(record.waits).toContain('portal_down');
    expect((await environment.currentTimeMs()) - startMs).toBeGreaterThanOrEqual(upAgainMs);
    // 30 s, 1, 2, 4, 8 minutes, then every 15: some 120 tries in 30 hours, not thousands.
    expect(record.chunks).toBeLessThan(140);
  });

  it('gives up after three days of outage and settles', async () => {
    const down = {
      end: 'portal down' as const,
      message: quote('The portal does not answer.'),
      rows: counts(3, 0),
      workedRows: 0,
    };
    const record = await withJob(scenarioOf({ chunks: [down] }), { portal: 'bb-exp' }, async (job) => {
      await job.admission;
      await job.result;
    });
    expect(record.finished).toMatchObject([{ state: 'failed', errorCode: 'PORTAL_DOWN' }]);
    expect(record.heldHundredths).toBe(0);
  });

  it('ends at once when the portal refuses the login, without another try', async () => {
    const refused = {
      end: 'stopped' as const,
      code: 'CREDENTIALS_INVALID' as const,
      message: quote('Wrong password.'),
      rows: counts(3, 0),
    };
    const record = await withJob(scenarioOf({ chunks: [refused] }), { portal: 'bb-exp' }, async (job) => {
      await job.admission;
      await job.result;
    });
    expect(record.chunks).toBe(1);
    expect(record.finished).toMatchObject([
      { state: 'failed', errorCode: 'CREDENTIALS_INVALID', errorMessage: 'Wrong password.' },
    ]);
  });

  it('stops a running chunk when the customer cancels, collects what there is, and settles', async () => {
    const begun = deferred();
    const record = await withJob(scenarioOf({ chunks: [untilCancelled(begun.resolve)] }), {}, async (job) => {
      await job.admission;
      await begun.promise;
      await job.cancel();
      await job.result;
    });
    expect(record.finished).toMatchObject([{ state: 'cancelled' }]);
    expect(record.heldHundredths).toBe(0);
    expect(record.calls).toEqual(['reserve', 'runRows', 'endJob']);
  });

  it('can be cancelled while it waits for a portal that is down', async () => {
    const down = { end: 'portal down' as const, message: quote('Down.'), rows: counts(3, 0), workedRows: 0 };
    const input = {
      portal: 'bb-exp',
      parking: { firstMs: 1_000 * HOUR_MS, maxMs: 1_000 * HOUR_MS, giveUpAfterMs: 9_000 * HOUR_MS },
    };
    const record = await withJob(scenarioOf({ chunks: [down] }), input, async (job, seen) => {
      await job.admission;
      await until('the portal to be found down', () => seen.waits.includes('portal_down'));
      await until('the activities to end', job.isIdle);
      await job.cancel();
      await job.result;
    });
    expect(record.finished).toMatchObject([{ state: 'cancelled' }]);
  });

  it('parks for a person when every automatic try is used up, and goes on as the person decides', async () => {
    const stuck = { end: 'stuck' as const, message: quote('Row 2 could not be worked.'), rows: counts(3, 1) };
    const record = await withJob(scenarioOf({ chunks: [stuck, stuck, finished] }), {}, async (job, seen) => {
      await job.admission;
      await until('a person to be waited for', () => seen.waits.length === 1);
      await job.decide('retry');
      await until('a person to be waited for again', () => seen.waits.length === 2);
      await job.decide('skip row');
      await job.result;
    });
    expect(record.calls).toEqual(['reserve', 'runRows', 'retry', 'runRows', 'skip row', 'runRows']);
  });

  it('settles by itself when the chunk that finished the rows could not', async () => {
    const record = await withJob(
      scenarioOf({ chunks: [{ ...finished, isEnded: false }] }),
      {},
      async (job) => {
        await job.admission;
        await job.result;
      },
    );
    expect(record.finished).toMatchObject([{ state: 'completed', errorCode: null }]);
    expect(record.heldHundredths).toBe(0);
  });

  it('works a job whose admission took longer than its starter is waited for', async () => {
    const startMs = await environment.currentTimeMs();
    const admission = async (): Promise<void> => {
      if ((await environment.currentTimeMs()) - startMs < 5 * MINUTE_MS) throw new Error('No database.');
    };
    const record = await withJob(scenarioOf({ admission }), {}, async (job) => {
      // Time is skipped only while a client waits for the result.
      const [admitted] = await Promise.all([job.admission, job.result]);
      expect(admitted).toMatchObject({ rowsTotal: 3 });
    });
    expect((await environment.currentTimeMs()) - startMs).toBeGreaterThan(5 * MINUTE_MS);
    expect(record.calls).toEqual(['reserve', 'runRows']);
  });

  it('waits for its place on the portal, and asks again by itself', async () => {
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
      { slots: [inLine], chunks: [{ end: 'place lost', rows: counts(3, 1) }, finished] },
      ['reserve', 'runRows', 'requestSlot', 'runRows'],
    ],
  ] satisfies [string, Partial<Scenario>, string[]][])(
    'goes on at once when its place is granted while %s is being answered',
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

  it('asks for another place when a chunk has lost its own', async () => {
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

  it('gives its place to others while filings are being confirmed, and looks again when they are due', async () => {
    const confirming = { end: 'confirming' as const, lookInMs: 40_000, waitingRows: 2, rows: counts(3, 1) };
    const chunks = [confirming, finished];
    const startMs = await environment.currentTimeMs();
    const record = await withJob(scenarioOf({ chunks }), { portal: 'bb-exp' }, async (job) => {
      await job.admission;
      await job.result;
    });
    expect(record.waits).toEqual(['confirming']);
    expect((await environment.currentTimeMs()) - startMs).toBeGreaterThanOrEqual(40_000);
    expect(record.calls).toEqual(['reserve', 'runRows', 'requestSlot', 'runRows']);
  });

  it('ends as cancelled when a chunk finds that the job was stopped', async () => {
    const stopped = { end: 'cancelled' as const, rows: counts(3, 1) };
    const record = await withJob(scenarioOf({ chunks: [stopped] }), {}, async (job) => {
      await job.admission;
      await job.result;
    });
    expect(record.finished).toMatchObject([{ state: 'cancelled' }]);
  });

  it('gives the credits back when nobody decides about a stuck job for three days', async () => {
    const stuck = { end: 'stuck' as const, message: quote('Row 2 could not be worked.'), rows: counts(3, 1) };
    const record = await withJob(scenarioOf({ chunks: [stuck] }), {}, async (job) => {
      await job.admission;
      await job.result;
    });
    expect(record.finished).toMatchObject([{ state: 'failed', errorCode: 'INTERNAL_ERROR' }]);
  });
});
