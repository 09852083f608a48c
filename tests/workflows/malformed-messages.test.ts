/** Signals and updates that an operator typed wrongly in Temporal's UI: a workflow ignores or refuses them. */
import { randomUUID } from 'node:crypto';
import { WorkflowUpdateFailedError, type WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quote } from '#contracts/messages/message.ts';
import { purchaseSteps } from './purchase-steps.ts';
import { startPurchaseFixture } from './purchase-fixture.ts';
import { counts } from './fake-activities.ts';
import { deferred, finished, scenarioOf, startJobEnvironment, type JobEnvironment } from './started-job.ts';
import { until } from '#tests/harness/until.ts';

const fixture = await startPurchaseFixture();
const { approvedAndReturned, expectPaid } = purchaseSteps(fixture);

let environment: JobEnvironment['environment'];
let withJob: JobEnvironment['withJob'];

beforeAll(async () => {
  ({ environment, withJob } = await startJobEnvironment());
});
afterAll(() => environment?.teardown());

const waiting = { kind: 'person', since: '2026-11-03T04:00:00.000Z', message: 'A question' };

const malformedSignals: { name: string; args: unknown[] }[] = [
  ...[[], [null], ['3'], [[]], [{}], [{ ...counts(3, 2), failed: '1' }], [{ ...counts(3, 2), done: -1 }]].map(
    (args) => ({ name: 'rowsWorked', args }),
  ),
  ...[
    [],
    ['null'],
    [3],
    [{}],
    [{ ...waiting, kind: 'lunch' }],
    [{ ...waiting, message: null }],
    [{ ...waiting, challenge: null }],
    [{ ...waiting, challenge: { id: 3 } }],
  ].map((args) => ({ name: 'challenge', args })),
  { name: 'slotGranted', args: [null, { portal: 'bb-exp' }] },
];

describe('a job', () => {
  it('a job ignores malformed signals, shows its own progress and completes', async () => {
    const begun = deferred();
    const over = deferred();
    const chunk = async () => {
      begun.resolve();
      await over.promise;
      return finished;
    };
    const record = await withJob(scenarioOf({ chunks: [chunk] }), { portal: 'bb-exp' }, async (job) => {
      await job.admission;
      await begun.promise;
      for (const { name, args } of malformedSignals) await job.signal(name, ...args);
      expect(await job.progress()).toMatchObject({ state: 'running', rows: counts(3, 0), waiting: null });
      await job.signal('rowsWorked', counts(3, 2));
      expect(await job.progress()).toMatchObject({ state: 'running', rows: counts(3, 2) });
      over.resolve();
      await job.result;
      expect(await job.progress()).toMatchObject({ state: 'completed', rows: counts(3, 3) });
    });
    expect(record.calls).toEqual(['reserve', 'runRows']);
  });

  it('a job refuses malformed decisions and answers, and waits for real ones', async () => {
    const stuck = { end: 'stuck' as const, message: quote('Row 2 could not be worked.'), rows: counts(3, 1) };
    const record = await withJob(scenarioOf({ chunks: [stuck, finished] }), {}, async (job, seen) => {
      await job.admission;
      await until('a person to be waited for', () => seen.waits.length === 1);
      for (const given of [undefined, null, 'Retry', { decision: 'retry' }, 'retry'])
        await expect(job.update('decideStuck', given)).rejects.toBeInstanceOf(WorkflowUpdateFailedError);
      const since = (await job.progress()).waiting?.since;
      for (const by of ['Ana', { adminId: 'ana' }])
        await expect(job.update('decideStuck', 'retry', since, by)).rejects.toBeInstanceOf(
          WorkflowUpdateFailedError,
        );
      for (const given of [undefined, null, 'an id', { challengeId: 3 }])
        await expect(job.update('answerChallenge', given)).rejects.toBeInstanceOf(WorkflowUpdateFailedError);
      await job.decide('retry');
      await job.result;
    });
    expect(record.calls).toEqual(['reserve', 'runRows', 'retry', 'runRows']);
  });
});

describe('a purchase', () => {
  const signals = (handle: WorkflowHandle, name: string, all: readonly unknown[][]) =>
    Promise.all(all.map((args) => handle.signal(name, ...args)));

  it('a purchase ignores malformed signals and is paid once', async () => {
    const begun = await fixture.begin({ invoice: `CHALAN-${randomUUID()}` });
    const handle = fixture.handle(begun);
    await signals(handle, 'payerReturned', [[], [null], ['success'], [{}], [{ status: 'paid' }]]);
    await signals(handle, 'look', [[null, 'now']]);
    expect(await fixture.progress(begun)).toMatchObject({ state: 'initiated' });
    await approvedAndReturned(begun);
    await fixture.end(begun);
    await expectPaid(begun);
  });

  it('a purchase refuses malformed decisions', async () => {
    const begun = await fixture.begin();
    const decision = { decision: 'close', actorId: randomUUID(), reason: 'A reason' };
    const malformed = [
      undefined,
      null,
      'close',
      { ...decision, decision: 'keep' },
      { ...decision, reason: 3 },
    ];
    for (const given of malformed)
      await expect(
        fixture.handle(begun).executeUpdate<void, [unknown]>('decideHeld', { args: [given] }),
      ).rejects.toBeInstanceOf(WorkflowUpdateFailedError);
    await approvedAndReturned(begun);
    await fixture.end(begun);
    await expectPaid(begun);
  });
});
