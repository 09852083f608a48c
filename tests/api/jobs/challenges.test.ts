/**
 * A login that requires a person: the job parks with the question, only its owner can answer, and the job continues or
 * ends.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import type { JobDetail } from '#contracts/calls/jobs/jobs-answers.ts';
import { newCustomer, newExporter, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const COST_CREDITS = 0.5;
/** Long enough for a test to answer on a busy machine, short enough to wait for its end. */
const CHALLENGE_WAIT_MS = 15_000;

/** Well before the question would expire. */
const GOES_ON_MS = CHALLENGE_WAIT_MS / 2;

const sandbox = await startSandbox();
const app = await startAppWithWorkers({
  BB_EXP_URL: sandbox.url('bb-exp'),
  CHALLENGE_WAIT_MS: String(CHALLENGE_WAIT_MS),
});
afterEach(() => sandbox.clearFaults());

/** A job that is parked with its question. Companies with different logins have different EXPs. */
async function parked(customer: Customer, serial = '004501'): Promise<{ job: JobDetail; place: string }> {
  const { jobId } = await customer.started({
    serviceId: 'exp-search',
    file: new File([`ad_code,exp_serial,exp_year\n1084,${serial},2026`], 'exp.csv'),
    totalCredits: COST_CREDITS,
    key: randomUUID(),
  });
  await until('the question', async () => (await customer.job(jobId)).waiting?.kind === 'challenge');
  const job = await customer.job(jobId);
  return { job, place: `/api/jobs/${jobId}/challenges/${job.waiting?.challenge?.id}` };
}

const answer = (place: string, text: string, by: Customer) => app.post(place, { answer: text }, by.cookie);

async function notificationsOf({ id, get }: Customer): Promise<{ title: string; action_url: string }[]> {
  return (await get(`/api/notifications/${id}`)).body['data'] as { title: string; action_url: string }[];
}

describe('a one-time password of the portal', () => {
  test('a question that nobody answers ends the job, notifies the customer and returns every credit', async () => {
    const ana = await newExporter(app, 'otp');
    const { job } = await parked(ana);
    expect(await ana.credits()).toEqual({ available: 99.5, held: COST_CREDITS });
    expect(await ana.ended(job.jobId)).toMatchObject({
      status: 'failed',
      errorCode: 'HUMAN_REQUIRED',
      errorMessage: expect.stringMatching(/^Nobody answered in time: .*one-time password/),
      creditsUsed: 0,
    });
    expect(await ana.credits()).toEqual({ available: 100, held: 0 });
    expect(await verifyLedger(app.deps.db)).toEqual([]);
  });

  test("a one-time password is asked only of the job's owner, and the right answer continues the job once", async () => {
    const [ana, eve] = await Promise.all([newExporter(app, 'otp'), newCustomer(app)]);
    const { job, place } = await parked(ana);
    expect(job).toMatchObject({
      state: 'parked',
      waiting: { kind: 'challenge', challenge: { kind: 'otp', hasPicture: false } },
    });
    expect(await notificationsOf(ana)).toContainEqual(
      expect.objectContaining({
        title: 'The portal asks for a code',
        action_url: `/dashboard/jobs/${job.jobId}`,
      }),
    );
    expect((await answer(place, '123456', eve)).status).toBe(404);
    expect((await ana.job(job.jobId)).state).toBe('parked');

    expect((await answer(place, '123456', ana)).status).toBe(200);
    expect(await answer(place, '123456', ana)).toMatchObject({
      status: 409,
      body: { code: 'CHALLENGE_OVER' },
    });
    await until('the job to go on', async () => (await ana.job(job.jobId)).waiting === null, GOES_ON_MS);
    expect(await ana.ended(job.jobId)).toMatchObject({ status: 'completed', rowsSucceeded: 1 });
    expect(await ana.credits()).toEqual({ available: 99.5, held: 0 });
  });

  test('a wrong one-time password is asked for again with the words of the portal', async () => {
    const ana = await newExporter(app, 'otp');
    const { job, place } = await parked(ana);
    await answer(place, '000000', ana);
    const again = async () => (await ana.job(job.jobId)).waiting?.challenge;
    await until(
      'the second question',
      async () => !place.endsWith((await again())?.id ?? 'none') && !!(await again()),
    );
    expect((await again())?.prompt).toMatch(/^The code is not right/);
    await answer(`/api/jobs/${job.jobId}/challenges/${(await again())?.id}`, '123456', ana);
    expect(await ana.ended(job.jobId)).toMatchObject({ status: 'completed' });
  });

  test('answers to questions are not kept in the database', async () => {
    const kept = await app.deps.db.jobChallenge.findMany({ where: { answer: { not: null } } });
    expect(kept).toEqual([]);
    expect(await app.deps.db.jobChallenge.count()).toBeGreaterThan(0);
  });
});

test('a job that is cancelled while it waits for an answer ends at once and returns every credit', async () => {
  const ana = await newExporter(app, 'otp');
  const { job, place } = await parked(ana);
  await ana.cancel(job.jobId);
  expect(await ana.ended(job.jobId)).toMatchObject({ state: 'cancelled', creditsUsed: 0 });
  expect((await answer(place, '123456', ana)).status).toBe(409);
  expect(await ana.credits()).toEqual({ available: 100, held: 0 });
});

test('the picture of a CAPTCHA is shown only to its owner, until it is answered', async () => {
  await sandbox.setFault({ kind: 'captcha-on', route: 'login' });
  const [ana, eve] = await Promise.all([newExporter(app, 'padma'), newCustomer(app)]);
  const { job, place } = await parked(ana, '004502');
  expect(job.waiting?.challenge).toMatchObject({ kind: 'captcha', hasPicture: true });
  const picture = `${place}/picture`;
  expect((await eve.get(picture)).status).toBe(404);
  const shown = await ana.get(picture);
  expect(shown.status).toBe(200);
  expect(shown.bytes.subarray(1, 4).toString()).toBe('PNG');

  expect((await answer(place, 'SANDBOX', ana)).status).toBe(200);
  expect((await ana.get(picture)).status).toBe(404);
  expect(await ana.ended(job.jobId)).toMatchObject({ status: 'completed', rowsSucceeded: 1 });
});
