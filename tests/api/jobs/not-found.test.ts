/** A look-up whose rows the portal does not have is answered: the job is done, and says everywhere that nothing was found. */
import { beforeEach, expect, test } from 'vitest';
import type { KeptMail } from '#api/adapters/mailer.ts';
import type { ChosenRow } from '#contracts/jobs/jobs.ts';
import { newExporter, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const SERVICE = 'exp-search';
const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BB_EXP_URL: sandbox.url('bb-exp') });
const { db } = app.deps;

let ana: Customer;
beforeEach(async () => {
  await sandbox.seed();
  await sandbox.clearFaults();
  ana = await newExporter(app);
  await db.user.update({ where: { id: ana.id }, data: { mailOnCompletion: true } });
});

/** Serials that the portal does not have. */
const unknown = ['009998', '009999'];

async function ended(serials: readonly string[]) {
  const lines = ['ad_code,exp_serial,exp_year', ...serials.map((serial) => `1084,${serial},2026`)];
  const file = new File([lines.join('\n')], 'exps.csv');
  const totalCredits = serials.length * 0.5;
  const { jobId } = await ana.started({ serviceId: SERVICE, file, totalCredits });
  return ana.ended(jobId);
}

async function correct(jobId: string, rows: ChosenRow[]) {
  const run = await app.post(`/api/jobs/${jobId}/corrections`, { rows, totalCredits: 0 }, ana.cookie);
  expect(run, run.text).toMatchObject({ status: 200 });
  return ana.ended(jobId);
}

const noticeOf = (jobId: string) =>
  db.notification.findFirstOrThrow({ where: { userId: ana.id, actionUrl: `/dashboard/jobs/${jobId}` } });

test('a look-up that found none of its rows is done, is charged, and its notice and mail say that none was found', async () => {
  const job = await ended(unknown);
  expect(job).toMatchObject({
    state: 'completed',
    shownState: 'done',
    rowsSucceeded: 0,
    rowsFailed: 2,
    rowsNotFound: 2,
    creditsUsed: 1,
  });
  expect(await noticeOf(job.jobId)).toMatchObject({
    title: 'Automation complete',
    message: 'EXP Search: exps.csv: All 2 rows were looked up; none was found.',
  });
  // The mail is sent once the job has ended.
  let mail: KeptMail | undefined;
  await until('the mail', async () => {
    mail = (await app.mailsTo(ana.email)).find(({ subject }) => subject.startsWith('Automation'));
    return mail !== undefined;
  });
  expect(mail?.subject).toBe('Automation complete: EXP Search');
  expect(mail?.text).toContain('All 2 rows were looked up; none was found.');
  expect(mail?.text).toContain('2 rows: 0 done, 2 not found.');
});

test('a paid row that is corrected and looked up again is no longer counted as not found', async () => {
  const { jobId } = await ended(unknown);
  const again = await correct(jobId, [{ rowNumber: 2, cells: { exp_serial: '110400' } }]);
  expect(again).toMatchObject({ shownState: 'done', rowsSucceeded: 1, rowsFailed: 1, rowsNotFound: 1 });
});
