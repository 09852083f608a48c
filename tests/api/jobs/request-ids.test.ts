/**
 * One id from the customer's request to what the portal showed: in the answer, in Temporal, in the log of the worker, with
 * the evidence, and before administrators. A run that another request orders has the id of that one.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLogger } from '#api/adapters/logger.ts';
import type { AdminJobDetail, EvidenceFile } from '#contracts/calls/admin-jobs-answers.ts';
import type { StartedJob } from '#contracts/calls/jobs-answers.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import { newExporter } from '#tests/harness/job-calls.ts';
import { sampleRows } from '#tests/harness/sample-rows.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const SERVICE = 'exp-issue';
const lines: Record<string, unknown>[] = [];
const logger = createLogger(
  { level: 'info', name: 'test' },
  { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
);
const sandbox = await startSandbox();
const app = await startAppWithWorkers(
  { BB_EXP_URL: sandbox.url('bb-exp'), PORTAL_EFFECT_MS: '1000' },
  { logger },
);

function sheet(): File {
  const [first, second] = sampleRows(SERVICE);
  // Its registration has expired, so the portal refuses it.
  const rows = [first!, { ...second!, exporter_erc: '260326110999000' }];
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => names.map((name) => `"${row[name] ?? ''}"`).join(','));
  return new File([[names.join(','), ...cells].join('\n')], 'exps.csv');
}

test('one id leads from the answer to a start through Temporal and the log to the evidence and to administrators', async () => {
  const ana = await newExporter(app);
  const admin = await app.signUpAndVerify({ isAdmin: true });
  const file = sheet();
  const { totalCredits } = await ana.previewed(SERVICE, file);
  await sandbox.setFault({ kind: 'layout-changed', route: 'home', times: -1 });
  const answer = await ana.start({ serviceId: SERVICE, file, totalCredits, key: randomUUID() });
  const requestId = answer.headers.get('x-request-id');
  const { jobId } = answer.body as unknown as StartedJob;
  const shown = async (place: string) =>
    (await app.get(`/api/admin/jobs/${jobId}${place}`, admin.cookie)).body;
  const evidenceShown = async () => (await shown('/evidence'))['files'] as EvidenceFile[];
  await until('the job to wait for the portal', async () => (await ana.job(jobId)).waiting !== null);
  await sandbox.clearFaults();
  await sandbox.setFault({ kind: 'drop-connection', afterCommit: true, times: 1 });
  const resumed = await app.post(
    '/api/admin/portals/bb-exp/resume',
    { reason: 'It is mended.' },
    admin.cookie,
  );
  expect(resumed.status, resumed.text).toBe(200);
  expect(await ana.ended(jobId)).toMatchObject({ rowsSucceeded: 1, rowsFailed: 1 });

  const evidence = await evidenceShown();
  expect(evidence.length).toBeGreaterThan(0);
  expect(new Set(evidence.map((each) => each.requestId))).toEqual(new Set([requestId]));
  expect((await shown(''))['job'] as AdminJobDetail).toMatchObject({ requestId });

  const run = app.deps.temporal.workflow.getHandle(jobWorkflowId(SERVICE, jobId));
  expect((await run.describe()).memo).toEqual({ requestId });
  const lost = lines.find(({ msg }) => msg === 'the answer to a filing was lost');
  expect(lost).toMatchObject({ requestId, jobId });
  expect(
    lines.find(({ msg, path }) => msg === 'request' && path === '/api/process-automation'),
  ).toMatchObject({
    requestId,
  });

  const again = await ana.retry(jobId);
  expect(again.status, again.text).toBe(200);
  const secondId = again.headers.get('x-request-id');
  await ana.ended(jobId);
  expect(secondId).not.toBe(requestId);
  expect((await shown(''))['job'] as AdminJobDetail).toMatchObject({ requestId: secondId, attempt: 2 });
  // What the first run left keeps its id.
  const kept = await evidenceShown();
  expect(kept.map((each) => each.requestId)).toContain(requestId);
});
