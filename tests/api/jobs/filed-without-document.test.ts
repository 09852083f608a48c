/** Filings that the portal has taken while it does not answer about them: they are never reported as not made. */
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import type { FaultSwitch } from '#tests/harness/sandbox.ts';
import { newExporter, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const portal = 'bb-exp';
const serviceId = 'exp-issue';
const COST = 2;
const TEST_MS = 240_000;

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BB_EXP_URL: sandbox.url(portal) });
const { db } = app.deps;

let ana: Customer;
beforeEach(async () => {
  await sandbox.clearFaults();
  await sandbox.seed();
  await db.portalIntent.deleteMany();
  ana = await newExporter(app);
});

const [heading = '', line = ''] = readFileSync(`activities/services/${serviceId}/sample.csv`, 'utf8').split(
  '\n',
);
const setFault = (fault: FaultSwitch): Promise<void> => sandbox.setFault({ portal, ...fault });
const commits = async (): Promise<number> =>
  (await sandbox.journal(portal)).filter(({ kind }) => kind === 'commit').length;

/** Starts a job that files one EXP. */
async function start(): Promise<string> {
  const file = new File([`${heading}\n${line}\n`], 'rows.csv');
  return (await ana.started({ serviceId, file, totalCredits: COST })).jobId;
}

/** The job's only row has been tried in vain, and waits for its next look-up. */
async function expectToWait(jobId: string): Promise<void> {
  const row = () => db.jobRow.findFirstOrThrow({ where: { jobId } });
  await until(
    'the row to be set aside or to end',
    async () => {
      const { aside, outcome } = await row();
      return aside !== null || outcome !== null;
    },
    TEST_MS / 2,
  );
  expect(await row()).toMatchObject({ outcome: null, aside: 'confirming' });
}

/** The portal answers again: the row ends with the one filing. */
async function expectToBeFound(jobId: string): Promise<void> {
  await sandbox.clearFaults();
  expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 1, creditsUsed: COST });
  expect(await ana.rows(jobId)).toMatchObject([
    { outcome: 'SUCCESS', portalReference: expect.any(String), documents: [expect.anything()] },
  ]);
  expect(await commits()).toBe(1);
}

test(
  'a filing whose printed form cannot be downloaded succeeds with its number and without the form, and is read back',
  async () => {
    await setFault({ kind: 'html-instead-of-pdf', route: 'pdf', times: -1 });
    const jobId = await start();
    expect(await ana.ended(jobId)).toMatchObject({
      state: 'completed',
      rowsSucceeded: 1,
      creditsUsed: COST,
      creditsReturned: 0,
    });
    const [row] = await ana.rows(jobId);
    expect(row).toMatchObject({
      outcome: 'SUCCESS',
      charged: true,
      portalReference: expect.any(String),
      documents: [],
      message: expect.stringMatching(/could not be downloaded/),
    });
    expect(await commits()).toBe(1);
    const reference = row?.portalReference ?? '';
    expect((await sandbox.state()).portals[portal]?.records).toHaveProperty(reference);
    expect(await db.portalIntent.findMany({ where: { jobId } })).toMatchObject([
      { state: 'done', commits: 1, reference, checkDueAt: expect.any(Date) },
    ]);
  },
  TEST_MS,
);

test(
  'a filing whose answer was lost is looked up again later when every look-up loses its session',
  async () => {
    await setFault({ kind: 'drop-connection', route: 'issue.submit', afterCommit: true });
    await setFault({ kind: 'session-drop', route: 'list', fromCommit: true, times: -1 });
    const jobId = await start();
    await expectToWait(jobId);
    await expectToBeFound(jobId);
  },
  TEST_MS,
);

test(
  'a filing that the portal has named is confirmed although its details cannot be read, and its row waits for them',
  async () => {
    await setFault({ kind: 'session-drop', route: 'search', fromCommit: true, times: -1 });
    const jobId = await start();
    await expectToWait(jobId);
    expect(await db.portalIntent.findMany({ where: { jobId } })).toMatchObject([
      { state: 'done', reference: expect.any(String), checkDueAt: expect.any(Date) },
    ]);
    await expectToBeFound(jobId);
  },
  TEST_MS,
);
