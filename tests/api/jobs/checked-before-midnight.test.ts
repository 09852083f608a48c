/** A sheet that is checked before midnight in Dhaka and started after it, at the turn of a year. */
import { beforeEach, expect, test } from 'vitest';
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
