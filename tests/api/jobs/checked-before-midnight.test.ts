/** A sheet or a correction that is checked before midnight in Dhaka and run after it, at the turn of a year. */
import { beforeEach, expect, test } from 'vitest';
import type { CorrectionPreview } from '#contracts/calls/jobs/jobs-answers.ts';
import { newExporter, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const SERVICE = 'exp-search';
const lastDay = new Date('2025-12-31T17:59:59.900Z');
const firstDay = new Date('2025-12-31T18:00:00.100Z');
/** Null outside of checks and starts, so that jobs end in the present. */
let at: Date | null = null;

const sandbox = await startSandbox();
const app = await startAppWithWorkers(
  { BB_EXP_URL: sandbox.url('bb-exp') },
  { clock: () => at ?? new Date() },
);

async function during<Result>(moment: Date, work: () => Promise<Result>): Promise<Result> {
  at = moment;
  try {
    return await work();
  } finally {
    at = null;
  }
}

let ana: Customer;
beforeEach(async () => {
  await sandbox.seed();
  ana = await newExporter(app);
});

/** A missing year is the year of the day. */
const sheet = (serial: string): File =>
  new File([`AD Code,exp_serial,EXP year\n1084,${serial},`], 'exps.csv');

async function yearStarted(uploadId: string): Promise<unknown> {
  const { jobId } = await during(firstDay, () =>
    ana.started({ serviceId: SERVICE, uploadId, totalCredits: 0.5 }),
  );
  const row = await app.deps.db.jobRow.findFirstOrThrow({ where: { jobId } });
  await ana.ended(jobId);
  return (row.data as Record<string, unknown>)['exp_year'];
}

test('a sheet that is started after midnight has the default dates with which it was checked', async () => {
  const { uploadId } = await during(lastDay, () => ana.previewed(SERVICE, sheet('110100')));
  expect(await yearStarted(uploadId)).toBe('2025');
});

test('a sheet that is checked again after midnight has the default dates of that check', async () => {
  const { uploadId } = await during(lastDay, () => ana.previewed(SERVICE, sheet('110101')));
  const { body } = await during(firstDay, () =>
    app.post(
      `/api/process-automation/uploads/${uploadId}/edits`,
      { serviceId: SERVICE, edits: [] },
      ana.cookie,
    ),
  );
  expect(body).toMatchObject({ success: true });
  expect(await yearStarted(uploadId)).toBe('2026');
});

const corrected = { rows: [{ rowNumber: 2, cells: { exp_serial: '110103' } }] };
const beforeLastDay = new Date('2025-12-30T12:00:00Z');

/** A search that has ended, of which one row could not be read. */
async function searchToCorrect(finishedAt: Date): Promise<string> {
  const file = new File(['AD Code,exp_serial,EXP year\n1084,110102,2025\n1084,unreadable,'], 'exps.csv');
  const { jobId } = await ana.started({ serviceId: SERVICE, file, totalCredits: 0.5 });
  await ana.ended(jobId);
  await app.deps.db.job.update({ where: { id: jobId }, data: { finishedAt } });
  return jobId;
}

async function correctionPriced(jobId: string, moment: Date): Promise<number> {
  const { body, text } = await during(moment, () =>
    app.post(`/api/jobs/${jobId}/corrections/check`, corrected, ana.cookie),
  );
  expect(body, text).toMatchObject({ success: true });
  return (body['preview'] as CorrectionPreview).totalCredits;
}

async function yearOfCorrection(jobId: string, totalCredits = 0.5): Promise<unknown> {
  const { body, text } = await during(firstDay, () =>
    app.post(`/api/jobs/${jobId}/corrections`, { ...corrected, totalCredits }, ana.cookie),
  );
  expect(body, text).toMatchObject({ success: true });
  await ana.ended(jobId);
  const row = await app.deps.db.jobRow.findFirstOrThrow({ where: { jobId, rowNumber: 2 } });
  return (row.data as Record<string, unknown>)['exp_year'];
}

test('a correction that is run after midnight has the default dates with which it was checked', async () => {
  const jobId = await searchToCorrect(beforeLastDay);
  const price = await correctionPriced(jobId, lastDay);
  expect(await yearOfCorrection(jobId, price)).toBe('2025');
});

test('a correction that is checked again after midnight has the default dates of that check', async () => {
  const jobId = await searchToCorrect(beforeLastDay);
  await correctionPriced(jobId, lastDay);
  await correctionPriced(jobId, firstDay);
  expect(await yearOfCorrection(jobId)).toBe('2026');
});

test('a correction that was not checked since the job ended has the default dates of its run', async () => {
  const jobId = await searchToCorrect(beforeLastDay);
  await correctionPriced(jobId, lastDay);
  // The job has run once more since.
  await app.deps.db.job.update({ where: { id: jobId }, data: { finishedAt: firstDay } });
  expect(await yearOfCorrection(jobId)).toBe('2026');
});
