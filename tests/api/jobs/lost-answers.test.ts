/** Jobs whose filing has lost its answer: the other rows go on, and administrators learn of a filing sent again. */
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { newCustomer, newExporter, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import type { ServiceId } from '#services/catalogue.ts';

const portal = 'bb-exp';
/** Longer than a test: how long the portal may still act on a request, and how long it keeps one back. */
const LATE_MS = 600_000;
const TEST_MS = 240_000;

const sandbox = await startSandbox();
const app = await startAppWithWorkers({
  BB_EXP_URL: sandbox.url(portal),
  PORTAL_EFFECT_MS: String(LATE_MS),
});
const { db } = app.deps;

let ana: Customer;
let admin: Customer;
beforeEach(async () => {
  await sandbox.clearFaults();
  await sandbox.seed();
  admin = await newCustomer(app, { isAdmin: true });
  ana = await newExporter(app);
});

/** Starts a job with the first rows of the service's sample, whose first filing the portal keeps back unanswered. */
async function startWithLostAnswer(serviceId: ServiceId, rows: number): Promise<string> {
  await sandbox.setFault({ portal, kind: 'store-late', ms: LATE_MS, drop: true, times: 1 });
  const [heading = '', ...lines] = readFileSync(`activities/services/${serviceId}/sample.csv`, 'utf8').split(
    '\n',
  );
  const file = new File([[heading, ...lines.slice(0, rows)].join('\n')], 'rows.csv');
  const { totalCredits } = await ana.previewed(serviceId, file);
  return (await ana.started({ serviceId, file, totalCredits })).jobId;
}

const outcomes = async (jobId: string): Promise<string[]> =>
  (await ana.rows(jobId)).map(({ outcome }) => outcome);
const stored = async (): Promise<string[]> =>
  (await sandbox.journal(portal)).filter(({ kind }) => kind === 'commit').map(({ key }) => key ?? '');

test(
  'a row whose answer is lost lets the rows after it end, and ends with the one number that the portal stores late',
  async () => {
    const jobId = await startWithLostAnswer('exp-issue', 3);
    await until(
      'the rows after it to end',
      async () => (await outcomes(jobId)).join() === 'CONFIRMING,SUCCESS,SUCCESS',
      TEST_MS / 2,
    );
    expect(await stored()).toHaveLength(2);
    expect(await ana.job(jobId)).toMatchObject({ finishedAt: null, rowsDone: 2 });
    // The portal now processes the request that it has kept back.
    await sandbox.clearFaults();
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 3, rowsFailed: 0 });
    const rows = await ana.rows(jobId);
    expect(rows.map(({ outcome, charged }) => `${outcome} ${charged}`)).toEqual(
      rows.map(() => 'SUCCESS true'),
    );
    const references = rows.map(({ portalReference }) => portalReference);
    expect(new Set(references).size).toBe(3);
    const records = (await sandbox.state()).portals[portal]?.records ?? {};
    expect(references.filter((reference) => records[reference ?? ''] === undefined)).toEqual([]);
    expect(await stored()).toHaveLength(3);
    expect(await db.portalIntent.findMany({ where: { jobId, NOT: { state: 'done', sends: 1 } } })).toEqual(
      [],
    );
  },
  TEST_MS,
);

test(
  'a filing that is sent more than once is reported to the administrators, with its row and the number of times',
  async () => {
    const jobId = await startWithLostAnswer('exp-duplicate-reporting', 1);
    await until('its row to wait', async () => (await outcomes(jobId)).join() === 'CONFIRMING', TEST_MS / 2);
    await db.portalIntent.updateMany({ where: { jobId }, data: { settlesAt: new Date(Date.now() - 1_000) } });
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 1 });
    expect(await db.portalIntent.findMany({ where: { jobId } })).toMatchObject([{ commits: 2, sends: 2 }]);
    const told = (await db.notification.findMany({ where: { userId: admin.id } })).map(({ words }) => words);
    expect(told).toMatchObject([{ kind: 'filing_repeated', values: { row: 1, times: 2 } }]);
  },
  TEST_MS,
);
