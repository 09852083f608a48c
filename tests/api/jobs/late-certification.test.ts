/**
 * A filing that the portal numbers some time later: its row gets the number, the details and the printed form from the
 * next look at the portal, as long as the row is kept.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';
import { english } from '#contracts/messages/render.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { storedMessage } from '#contracts/messages/message.ts';
import { newExporter, type Customer } from '#tests/harness/job-calls.ts';
import { firstRowOf } from '#tests/harness/sample-rows.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { taskQueues, twinCheckWorkflowId } from '#workflows/ids.ts';

const ISSUE_COST = 2;
const portal = 'bb-exp';

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BB_EXP_URL: sandbox.url(portal) });
const { db, temporal } = app.deps;

let ana: Customer;
let jobId: string;

/** A job that has filed an EXP, which its AD has not certified yet. */
beforeEach(async () => {
  await sandbox.seed({ portal, records: { settings: { issueMode: 'adApproval' } } });
  await db.portalIntent.deleteMany();
  ana = await newExporter(app);
  const file = firstRowOf('exp-issue');
  ({ jobId } = await ana.started({ serviceId: 'exp-issue', file, totalCredits: ISSUE_COST }));
  expect(await ana.ended(jobId)).toMatchObject({ state: 'completed' });
});

afterEach(async () => {
  await sandbox.clearFaults();
  await sandbox.moveClock({ reset: true });
});

const rowOf = () => db.jobRow.findUniqueOrThrow({ where: { jobId_rowNumber: { jobId, rowNumber: 1 } } });
const intentOf = () => db.portalIntent.findFirstOrThrow({ where: { jobId } });
const dueInMs = async (): Promise<number | null> => {
  const { checkDueAt } = await intentOf();
  return checkDueAt && checkDueAt.getTime() - Date.now();
};
const notices = async () =>
  (await db.notification.findMany({ where: { userId: ana.id } })).map(({ words }) => words);
const resultText = async (): Promise<string> => {
  const { files } = await ana.job(jobId);
  return (await ana.get(files.find(({ name }) => name === 'result.csv')?.url ?? '')).text;
};

/** Makes the look-up due now and waits until the visit is over. */
async function readAgain(): Promise<void> {
  await db.portalIntent.updateMany({ data: { checkDueAt: new Date(Date.now() - 1_000) } });
  await temporal.workflow.execute('twinChecks', {
    taskQueue: taskQueues.main,
    workflowId: `twin-checks-${randomUUID()}`,
  });
  await temporal.workflow.getHandle(twinCheckWorkflowId(portal, ana.id)).result();
}

/** Moves the filing and the end of its job into the past. */
async function age(days: number): Promise<void> {
  const at = (day: number): Date => new Date(Date.now() + day * DAY_MS);
  await db.portalIntent.updateMany({ where: { jobId }, data: { sentAt: at(-days) } });
  await db.job.update({ where: { id: jobId }, data: { expiresAt: at(7 - days) } });
}

test('an EXP that the AD certifies later gets its number, details and form without another charge', async () => {
  const [credits, known] = [await ana.credits(), await notices()];

  await readAgain();
  expect(await rowOf()).toMatchObject({ outcome: 'SUCCESS', charged: true, portalReference: null });
  expect(await notices()).toEqual(known);

  await sandbox.moveClock({ advanceMs: HOUR_MS });
  await readAgain();
  const row = await rowOf();
  const number = row.portalReference;
  expect(number).toMatch(/^1084-\d{6}-2026$/);
  const form = `EXP_${number?.replaceAll('-', '_')}.pdf`;
  expect(row).toMatchObject({
    outcome: 'SUCCESS',
    charged: true,
    values: { exp_no: number, exp_date: expect.any(String), portal_status: 'Issued' },
    message: { key: 'exp-issue.onPortal', params: { exp: number } },
    documents: [{ name: form }],
  });
  expect(await intentOf()).toMatchObject({ reference: number });
  expect(await notices()).toHaveLength(known.length + 1);
  expect(await notices()).toContainEqual({
    kind: 'filing_numbered',
    values: expect.objectContaining({ file: 'exp-issue.csv', row: 1, reference: number }),
  });
  expect(await ana.credits()).toEqual(credits);
  expect(await resultText()).toContain(number);
  expect(await resultText()).toContain(form);
  const documents = await db.jobFile.findMany({ where: { jobId, kind: 'document' } });
  expect(documents).toMatchObject([{ name: form, rowNumber: 1, contentType: 'application/pdf' }]);
  const bytes = await app.deps.files.get(documents[0]?.fileKey ?? '');
  expect(Buffer.from(bytes).toString('latin1')).toMatch(/^%PDF/);
  await readAgain();
  expect(await notices()).toHaveLength(known.length + 1);
  expect(await rowOf()).toEqual(row);
});

test('an EXP that the AD certifies days later gets its number, which is looked for in widening steps', async () => {
  const stepsMs: number[] = [];
  for (const days of [1.1, 2, 4]) {
    await age(days);
    await readAgain();
    stepsMs.push((await dueInMs()) ?? 0);
  }
  expect(stepsMs).toEqual(stepsMs.toSorted((one, other) => one - other));
  expect(stepsMs[0]).toBeGreaterThan(DAY_MS / 4);
  expect(await rowOf()).toMatchObject({ portalReference: null });
  await sandbox.moveClock({ advanceMs: HOUR_MS });
  await readAgain();
  expect(await rowOf()).toMatchObject({ portalReference: expect.any(String) });
  expect(await dueInMs()).toBeNull();
});

test('the number of an EXP is looked for a last time some hours before its row is deleted', async () => {
  await age(5);
  await readAgain();
  const { expiresAt } = await db.job.findUniqueOrThrow({ where: { id: jobId } });
  const { checkDueAt } = await intentOf();
  expect(Number(expiresAt) - Number(checkDueAt)).toBe(6 * HOUR_MS);
  await age(6.9);
  await readAgain();
  expect(await dueInMs()).toBeNull();
});

test('the look-ups of late numbers are due at fixed hours, so that one visit serves what a login has filed', async () => {
  for (const days of [1.3, 2.1, 2.9]) {
    await age(days);
    await readAgain();
    const { checkDueAt } = await intentOf();
    expect(Number(checkDueAt)).toBeGreaterThan(Date.now());
    expect(Number(checkDueAt) % (4 * HOUR_MS)).toBe(0);
  }
});

test.each(['empty-file', 'http503-maintenance'] as const)(
  'an EXP whose form cannot be had (%s) is visited again within an hour, and then gets its number with or without it',
  async (kind) => {
    await sandbox.moveClock({ advanceMs: HOUR_MS });
    await sandbox.setFault({ portal, kind, route: 'pdf', times: -1 });
    await readAgain();
    expect(await rowOf()).toMatchObject({ portalReference: null, documents: [] });
    expect(await intentOf()).toMatchObject({ reference: expect.any(String) });
    expect(await dueInMs()).toBeLessThanOrEqual(HOUR_MS);
    if (kind === 'empty-file') await sandbox.clearFaults();
    await readAgain();
    const { message, ...row } = await rowOf();
    expect(row).toMatchObject({ outcome: 'SUCCESS', portalReference: expect.any(String) });
    expect(row.documents).toHaveLength(kind === 'empty-file' ? 1 : 0);
    const isMissing = english(storedMessage(message)).includes(english(jobMessages.documentsMissing()));
    expect(isMissing).toBe(kind !== 'empty-file');
  },
);
