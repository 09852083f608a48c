/** A filing that the portal numbers some time later: its row gets the number from the next look at the portal. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { newExporter } from '#tests/harness/job-calls.ts';
import { firstRowOf } from '#tests/harness/sample-rows.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { taskQueues, twinCheckWorkflowId } from '#workflows/ids.ts';

const ISSUE_COST = 2;
const portal = 'bb-exp';

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BB_EXP_URL: sandbox.url(portal) });
const { db, temporal } = app.deps;

/** Makes the look-up due now and waits until the visit is over. */
async function readAgain(userId: string): Promise<void> {
  await db.portalIntent.updateMany({ data: { checkDueAt: new Date(Date.now() - 1_000) } });
  await temporal.workflow.execute('twinChecks', {
    taskQueue: taskQueues.main,
    workflowId: `twin-checks-${randomUUID()}`,
  });
  await temporal.workflow.getHandle(twinCheckWorkflowId(portal, userId)).result();
}

test('an EXP that the AD certifies later gets its number and details without another charge', async () => {
  await sandbox.seed({ portal, records: { settings: { issueMode: 'adApproval' } } });
  const ana = await newExporter(app);
  const file = firstRowOf('exp-issue');
  const { jobId } = await ana.started({ serviceId: 'exp-issue', file, totalCredits: ISSUE_COST });
  expect(await ana.ended(jobId)).toMatchObject({ state: 'completed' });
  const rowOf = () => db.jobRow.findUniqueOrThrow({ where: { jobId_rowNumber: { jobId, rowNumber: 1 } } });
  const notices = async () =>
    (await db.notification.findMany({ where: { userId: ana.id } })).map(({ words }) => words);
  const resultText = async (): Promise<string> => {
    const { files } = await ana.job(jobId);
    return (await ana.get(files.find(({ name }) => name === 'result.csv')?.url ?? '')).text;
  };
  const [credits, known] = [await ana.credits(), await notices()];

  await readAgain(ana.id);
  expect(await rowOf()).toMatchObject({ outcome: 'SUCCESS', charged: true, portalReference: null });
  expect(await notices()).toEqual(known);

  await sandbox.moveClock({ advanceMs: HOUR_MS });
  await readAgain(ana.id);
  const row = await rowOf();
  const number = row.portalReference;
  expect(number).toMatch(/^1084-\d{6}-2026$/);
  expect(row).toMatchObject({
    outcome: 'SUCCESS',
    charged: true,
    values: { exp_no: number, exp_date: expect.any(String), portal_status: 'Issued' },
    message: { key: 'exp-issue.onPortal', params: { exp: number } },
  });
  expect(await db.portalIntent.findFirst({ where: { jobId } })).toMatchObject({ reference: number });
  expect(await notices()).toHaveLength(known.length + 1);
  expect(await notices()).toContainEqual({
    kind: 'filing_numbered',
    values: expect.objectContaining({ file: 'exp-issue.csv', row: 1, reference: number }),
  });
  expect(await ana.credits()).toEqual(credits);
  expect(await resultText()).toContain(number);
  await readAgain(ana.id);
  expect(await notices()).toHaveLength(known.length + 1);
  await sandbox.moveClock({ reset: true });
});
