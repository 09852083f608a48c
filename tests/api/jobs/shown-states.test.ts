/** The states that people see: derived from a job's state and its rows, and the same wherever a job is listed. */
import { beforeAll, describe, expect, test } from 'vitest';
import { listedStates } from '#contracts/jobs/job-states.ts';
import { shownStateOf, shownStates } from '#contracts/jobs/shown-state.ts';
import type { AdminJobDetail } from '#contracts/calls/jobs/admin-jobs-answers.ts';
import type { WorkSummary } from '#contracts/calls/jobs/jobs-answers.ts';
import { shownAs } from '#api/domain/jobs/shown-states.ts';
import {
  beforeDocuments,
  fixture,
  newCustomer,
  pdf,
  zipOf,
  type Customer,
} from '#tests/harness/job-calls.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { halfDone, keptJob } from './kept-jobs.ts';

const app = await startAppWithWorkers();
const { db } = app.deps;

let admin: Customer;
beforeAll(async () => {
  admin = await newCustomer(app, { isAdmin: true });
});

const sixOfNineFailed = ['SUCCESS', 'SUCCESS', 'SUCCESS', ...Array.from({ length: 6 }, () => 'TIMEOUT')];
const open = { finishedAt: null, expiresAt: null, errorCode: null };
const cases: [string, Parameters<typeof keptJob>[2], (typeof shownStates)[number]][] = [
  ['in the queue', { ...open, state: 'queued', outcomes: [null] }, 'waiting'],
  ['parked', { ...open, state: 'parked', outcomes: ['SUCCESS', null] }, 'waiting'],
  ['running', { ...open, state: 'running', outcomes: ['SUCCESS', null] }, 'running'],
  ['collecting', { ...open, state: 'collecting', outcomes: ['SUCCESS'] }, 'running'],
  ['with all rows done', { state: 'completed', errorCode: null, outcomes: ['SUCCESS'] }, 'done'],
  [
    'with 6 of 9 rows failed',
    { state: 'completed', errorCode: null, outcomes: sixOfNineFailed },
    'partly_done',
  ],
  [
    'that ran, with all rows failed',
    { state: 'completed', errorCode: null, outcomes: ['TIMEOUT'] },
    'failed',
  ],
  [
    'that looked up all rows and found none',
    { state: 'completed', errorCode: null, outcomes: ['NOT_FOUND', 'NOT_FOUND'] },
    'done',
  ],
  [
    'that was to file for rows that the portal does not have',
    { serviceId: 'exp-correction', state: 'completed', errorCode: null, outcomes: ['NOT_FOUND'] },
    'failed',
  ],
  ['that stopped after some rows', { state: 'failed', outcomes: ['SUCCESS', 'CANCELLED'] }, 'partly_done'],
  ['that stopped before any row', { state: 'failed', outcomes: ['CANCELLED'] }, 'failed'],
  [
    'cancelled after a row',
    { state: 'cancelled', errorCode: null, outcomes: ['SUCCESS', 'CANCELLED'] },
    'cancelled',
  ],
];

describe('the shown state', () => {
  test.each(cases)('a job %s has one shown state on every page', async (_, fields, shown) => {
    const ana = await newCustomer(app);
    const jobId = await keptJob(db, ana, fields);
    expect(await ana.job(jobId)).toMatchObject({ shownState: shown });
    const { body: status } = await ana.get(`/api/jobs/${jobId}/status`);
    expect(status['job']).toMatchObject({ shownState: shown });
    const { body: history } = await ana.get(`/api/work-history/${ana.id}`);
    expect(history['workHistory']).toMatchObject([{ shownState: shown }]);
    const { body: listed } = await ana.get(`/api/jobs?state=${shown}`);
    expect(listed['jobs']).toMatchObject([{ id: jobId, shownState: shown }]);
    const { body: managed } = await admin.get(`/api/admin/jobs?customer=${ana.email}&shown=${shown}`);
    expect(managed['jobs']).toMatchObject([{ id: jobId, shownState: shown }]);
    const { body: counts } = await admin.get(`/api/admin/jobs/counts?customer=${ana.email}&state=completed`);
    expect(counts['counts']).toEqual(shownStates.map((state) => ({ state, count: state === shown ? 1 : 0 })));
    const { body: detail } = await admin.get(`/api/admin/jobs/${jobId}`);
    expect((detail['job'] as AdminJobDetail).shownState).toBe(shown);
  });

  test('the shown state is the same in the database as in the program', async () => {
    const ana = await newCustomer(app);
    const jobs = new Map<string, string>();
    for (const state of listedStates)
      for (const outcomes of [
        [],
        ['SUCCESS'],
        ['TIMEOUT'],
        ['SUCCESS', 'TIMEOUT'],
        ['NOT_FOUND'],
        ['NOT_FOUND', 'TIMEOUT'],
        ['NOT_FOUND', 'SUCCESS'],
      ]) {
        const id = await keptJob(db, ana, { state, outcomes });
        const rowsOf = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
        const [rowsSucceeded, rowsNotFound] = [rowsOf('SUCCESS'), rowsOf('NOT_FOUND')];
        jobs.set(id, shownStateOf({ state, rowsTotal: outcomes.length, rowsSucceeded, rowsNotFound }));
      }
    for (const shown of shownStates) {
      const found = await db.$queryRaw<{ id: string }[]>`
        SELECT j.id FROM jobs j WHERE j.user_id = ${ana.id} AND ${shownAs(shown)}`;
      const expected = [...jobs].filter(([, each]) => each === shown).map(([id]) => id);
      expect(found.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
    }
  });
});

describe('the counts of a job', () => {
  test('rows that the check refused are no failures of a job while it runs', async () => {
    const ana = await newCustomer(app);
    let isHeld = true;
    const release = beforeDocuments(app, () => until('the release', () => Promise.resolve(!isHeld)));
    const file = await zipOf('papers.zip', [pdf('a.pdf'), fixture('locked.pdf')]);
    const { jobId } = await ana.started({ file, totalCredits: 1 });
    try {
      await until('the run', async () => (await ana.job(jobId)).state === 'running');
      expect(await ana.job(jobId)).toMatchObject({
        rowsTotal: 2,
        rowsRefused: 1,
        rowsFailed: 1,
        progress: 0,
      });
    } finally {
      isHeld = false;
      release();
    }
    expect(await ana.ended(jobId)).toMatchObject({
      status: 'completed',
      shownState: 'partly_done',
      rowsRefused: 1,
      rowsFailed: 1,
      progress: 100,
    });
  });

  test('the amount reserved at the start stays the same after a second run', async () => {
    const ana = await newCustomer(app);
    const jobId = await halfDone(db, ana);
    expect(await ana.job(jobId)).toMatchObject({ creditsReservedFirst: 2, creditsReservedAgain: 0 });
    await ana.retry(jobId);
    expect(await ana.ended(jobId)).toMatchObject({ creditsReservedFirst: 2, creditsReservedAgain: 1 });
  });

  test('the success of rows is counted beside the success of jobs', async () => {
    const ana = await newCustomer(app);
    await keptJob(db, ana, { state: 'completed', errorCode: null, outcomes: sixOfNineFailed });
    await keptJob(db, ana, { state: 'completed', errorCode: null, outcomes: ['SUCCESS'] });
    await keptJob(db, ana, { ...open, state: 'running', outcomes: ['SUCCESS', null] });
    const { body } = await ana.get(`/api/work-history/${ana.id}`);
    expect(body['summary'] as WorkSummary).toMatchObject({
      completed: 2,
      finished: 2,
      rowsSucceeded: 4,
      rowsFinished: 10,
    });
  });
});
