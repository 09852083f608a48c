/**
 * One id from the customer's request to what the portal showed: in the answer, in the log of the worker, with the
 * evidence, and before administrators. A run that another request orders has the id of that one.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLogger } from '#api/adapters/logger.ts';
import type { AdminJobDetail, EvidenceFile } from '#contracts/calls/jobs/admin-jobs-answers.ts';
import type { StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
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

/** The numbers in the API's log lines of starts. */
const requestsLogged = (): unknown[] =>
  lines.flatMap(({ msg, path, requestId }) =>
    msg === 'request' && path === '/api/process-automation' ? [requestId] : [],
  );

function sheet(): File {
  const [row = {}] = sampleRows(SERVICE);
  const cells = Object.values(row).map((cell) => `"${cell}"`);
  return new File([`${Object.keys(row).join(',')}\n${cells.join(',')}`], 'exps.csv');
}

test('one id leads from the answer to a start through the log to the evidence and to administrators', async () => {
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
  // The changed page is kept before the portal is paused for it.
  await until('evidence of the changed page', async () => (await evidenceShown()).length > 0);
  expect(new Set((await evidenceShown()).map((each) => each.requestId))).toEqual(new Set([requestId]));
  expect((await shown(''))['job'] as AdminJobDetail).toMatchObject({ requestId });
  expect(requestsLogged()).toContain(requestId);

  await ana.cancel(jobId);
  await ana.ended(jobId);
  await sandbox.clearFaults();
  await until('the portal to be resumed', async () => {
    const place = '/api/admin/portals/bb-exp/resume';
    return (await app.post(place, { reason: 'It is mended.' }, admin.cookie)).status === 200;
  });
  await sandbox.setFault({ kind: 'drop-connection', afterCommit: true, times: 1 });
  const again = await ana.retry(jobId);
  expect(again.status, again.text).toBe(200);
  const secondId = again.headers.get('x-request-id');
  expect(secondId).not.toBe(requestId);
  expect(await ana.ended(jobId)).toMatchObject({ rowsSucceeded: 1 });
  expect((await shown(''))['job'] as AdminJobDetail).toMatchObject({ requestId: secondId, attempt: 2 });
  const lost = lines.find(({ msg }) => msg === 'the answer to a filing was lost');
  expect(lost).toMatchObject({ requestId: secondId, jobId });
  // What the first run left keeps its number.
  expect((await evidenceShown()).map((each) => each.requestId)).toContain(requestId);
});
