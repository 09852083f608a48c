/** Jobs of a portal over HTTP: one session per login; the others wait their turn and report their position. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { beforeDocuments, newExporter } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BB_EXP_URL: sandbox.url('bb-exp') });

const request = () => ({
  serviceId: 'exp-search',
  file: new File(['ad_code,exp_serial,exp_year\n1084,004501,2026'], 'exp.csv'),
  totalCredits: 0.5,
  key: randomUUID(),
});

/** Every document of a row waits before it is stored, until the returned function is called. */
function holdDocuments(): () => void {
  let held = true;
  const release = beforeDocuments(app, () => until('the documents to be released', () => !held));
  return () => {
    held = false;
    release();
  };
}

test('a second job of one login is queued behind the first, can be cancelled there, and runs in its turn', async () => {
  const ana = await newExporter(app);
  const release = holdDocuments();
  try {
    const first = await ana.started(request());
    expect(first).toMatchObject({ status: 'processing', immediate: true, queuePosition: null });
    const click = request();
    const [second, again] = await Promise.all([ana.started(click), ana.started(click)]);
    expect(second).toEqual({
      success: true,
      jobId: expect.any(String),
      status: 'queued',
      newCredits: 99,
      immediate: false,
      queuePosition: 1,
      message: 'Job queued at position 1',
      bank: null,
    });
    expect(again).toEqual(second);
    const third = await ana.started(request());
    expect(third).toMatchObject({ queuePosition: 2, newCredits: 98.5 });

    await ana.cancel(second.jobId);
    expect(await ana.ended(second.jobId)).toMatchObject({
      state: 'cancelled',
      creditsUsed: 0,
      creditsReturned: 0.5,
    });
    await until('the third job to move up', async () => (await ana.job(third.jobId)).queuePosition === 1);
    expect(await ana.job(third.jobId)).toMatchObject({ status: 'queued', startedAt: null });

    release();
    for (const { jobId } of [first, third])
      expect(await ana.ended(jobId)).toMatchObject({
        status: 'completed',
        rowsSucceeded: 1,
        creditsUsed: 0.5,
      });
    expect(await ana.credits()).toEqual({ available: 99, held: 0 });
    expect(await verifyLedger(app.deps.db)).toEqual([]);
  } finally {
    release();
  }
});
