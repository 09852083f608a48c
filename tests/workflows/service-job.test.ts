/** The job's workflow on a real Temporal test server with time skipping; the activities are simulated. */
import { WorkflowUpdateFailedError } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import { quote } from '#contracts/messages/message.ts';
import { until } from '#tests/harness/until.ts';
import { taskQueues } from '#workflows/ids.ts';
import type { StopSubject } from '#workflows/messages.ts';
import type { ChunkEnd } from '#activities/rows/chunk-end.ts';
import { counts } from './fake-activities.ts';
import {
  deferred,
  finished,
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

describe('service-job', () => {
  it('a job reserves once, processes the rows and settles once', async () => {
    const record = await withJob(scenarioOf({}), {}, async (job) => {
      expect(await job.admission).toEqual({ newBalanceHundredths: 850, queuePosition: null, rowsTotal: 3 });
      await job.result;
      expect(await job.progress()).toMatchObject({ state: 'completed', percent: 100, rows: { done: 3 } });
    });
    // The last chunk itself settles and writes the result files.
    expect(record.calls).toEqual(['reserve', 'runRows']);
  });

  it('a job that the balance does not cover is refused and does nothing else', async () => {
    const record = await withJob(scenarioOf({ balanceHundredths: 149 }), {}, async (job) => {
      await expect(job.admission).rejects.toBeInstanceOf(WorkflowUpdateFailedError);
      await job.result;
    });
    expect(record.calls).toEqual(['reserve']);
  });

  it('a job is not admitted a second time after it has continued as a new run', async () => {
    const carried = { rows: counts(3, 1), slotHeld: false, startedAtMs: 0 };
    const record = await withJob(scenarioOf({}), { carried }, async (job) => {
      await expect(job.admission).rejects.toBeInstanceOf(WorkflowUpdateFailedError);
      await job.result;
    });
    expect(record.calls).not.toContain('reserve');
  });

  it('a job works chunk after chunk until its rows are done', async () => {
    const chunks = [1, 2].map((done) => ({ end: 'more' as const, rows: counts(3, done) }));
    const record = await withJob(scenarioOf({ chunks: [...chunks, finished] }), {}, async (job) => {
      await job.admission;
      await job.result;
    });
    expect(record.chunks).toBe(3);
  });

  it('a job waits 30 hours with its credits reserved for a portal that is down, then continues [waits-for-portal]', async () => {
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

  it('a job gives up after three days of outage and settles', async () => {
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

  it('a job whose portal breaks off within every chunk goes on as long as rows are worked in between', async () => {
    const broken = {
      end: 'portal down' as const,
      message: quote('Down.'),
      rows: counts(12, 1),
      workedRows: 1,
    };
    const breaks = 10;
    const input = {
      portal: 'bb-exp',
      parking: { firstMs: HOUR_MS, maxMs: 2 * HOUR_MS, giveUpAfterMs: 6 * HOUR_MS },
    };
    const startMs = await environment.currentTimeMs();
    // Once the workflow has closed, the time of the server may skip for years.
    let lastMs = startMs;
    const last = async (): Promise<ChunkEnd> => {
      lastMs = await environment.currentTimeMs();
      return finished;
    };
    const chunks = [...Array.from({ length: breaks }, () => broken), last];
    const record = await withJob(scenarioOf({ chunks }), input, async (job) => {
      await job.admission;
      await job.result;
    });
    expect(record.finished).toEqual([]);
    expect(record.chunks).toBe(breaks + 1);
    // Each outage is a new one, so each wait is the first and shortest.
    const tookMs = lastMs - startMs;
    expect(tookMs).toBeGreaterThanOrEqual(breaks * HOUR_MS);
    expect(tookMs).toBeLessThan((breaks + 1) * HOUR_MS);
  });

  it('a job ends at once, without another try, if the portal refuses the login', async () => {
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

  it('a cancelled job stops its running chunk and settles', async () => {
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

  it.each([
    ['has a queue of its own, apart from admissions and payments', { endsApart: true }, taskQueues.files],
    ['keeps to the queue of a job that began before', {}, taskQueues.main],
  ] as const)('the end of a job %s', async (_, input, queue) => {
    const left = { ...finished, isEnded: false };
    await withJob(scenarioOf({ chunks: [left] }), input, async (job) => {
      await job.admission;
      await job.result;
      const { events } = await environment.client.workflow.getHandle(job.workflowId).fetchHistory();
      const queues = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: step }) =>
        step?.activityType?.name === 'endJob' ? [step.taskQueue?.name] : [],
      );
      expect(queues).toEqual([queue]);
    });
  });

  it('a job can be cancelled while it waits for a portal that is down', async () => {
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

  it('a job whose automatic tries are used up waits for a person and continues as the person decides', async () => {
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

  it('a job refuses a decision about an earlier stop, and applies each decision to the stop it was made about', async () => {
    const [row, filings] = [{ row: 7 }, { filings: [3, 9] }];
    const stuck = (about: StopSubject) => ({
      end: 'stuck' as const,
      message: quote('It has stopped.'),
      about,
      rows: counts(3, 1),
    });
    const chunks = [stuck(row), stuck(filings), finished];
    const record = await withJob(scenarioOf({ chunks }), {}, async (job, seen) => {
      await job.admission;
      await until('a person to be waited for', () => seen.waits.length === 1);
      const { since = '' } = (await job.progress()).waiting ?? {};
      await job.decide('retry', since);
      await until('a person to be waited for again', () => seen.waits.length === 2);
      await expect(job.decide('retry', since)).rejects.toBeInstanceOf(WorkflowUpdateFailedError);
      await job.decide('skip row');
      await job.result;
    });
    expect(record.stops.map(({ about }) => about)).toEqual([row, filings]);
    const [first, second] = record.stops.map(({ since }) => since);
    expect(first).not.toBe(second);
    const decidedAt = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    expect(record.decided).toMatchObject([
      { decision: 'retry', since: first, decidedAt },
      { decision: 'skip row', since: second, decidedAt },
    ]);
  });

  it('a job accepts one of two decisions that are made about the same stop at the same time', async () => {
    const stuck = { end: 'stuck' as const, message: quote('It has stopped.'), about: { row: 2 } };
    const record = await withJob(scenarioOf({ chunks: [stuck, finished] }), {}, async (job, seen) => {
      await job.admission;
      await until('a person to be waited for', () => seen.waits.length === 1);
      const { since = '' } = (await job.progress()).waiting ?? {};
      const both = await Promise.allSettled([job.decide('retry', since), job.decide('skip row', since)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await job.result;
    });
    expect(record.decided).toHaveLength(1);
  });

  it('a job settles by itself if the chunk that finished the rows could not', async () => {
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

  it("a job whose admission outlasts its starter's timeout is still processed", async () => {
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

  it('a job releases its lease while filings are being confirmed, and looks again when they are due', async () => {
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

  it('a job ends as cancelled if a chunk finds that it was stopped', async () => {
    const stopped = { end: 'cancelled' as const, rows: counts(3, 1) };
    const record = await withJob(scenarioOf({ chunks: [stopped] }), {}, async (job) => {
      await job.admission;
      await job.result;
    });
    expect(record.finished).toMatchObject([{ state: 'cancelled' }]);
  });

  it('a stuck job without a decision for three days ends as failed', async () => {
    const stuck = { end: 'stuck' as const, message: quote('Row 2 could not be worked.'), rows: counts(3, 1) };
    const record = await withJob(scenarioOf({ chunks: [stuck] }), {}, async (job) => {
      await job.admission;
      await job.result;
    });
    expect(record.finished).toMatchObject([{ state: 'failed', errorCode: 'INTERNAL_ERROR' }]);
  });
});
