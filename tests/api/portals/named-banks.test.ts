/** Jobs of several banks stand side by side in lists, exports and files: each says which bank it is for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJobFeed } from '#api/domain/jobs/job-feed.ts';
import { openApiDocument } from '#api/domain/integrations/openapi.ts';
import { notifyOfJobEnd } from '#api/domain/integrations/webhook-events.ts';
import { reserve } from '#api/domain/credits/ledger.ts';
import type { JobBank } from '#contracts/calls/banks-answers.ts';
import { jobEndData, type JobEndData } from '#contracts/calls/integrations-answers.ts';
import type { JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import { held } from '#tests/factories.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { bankCalls, CLAIMS_SERVICE } from '#tests/harness/banks.ts';
import { newJob } from '../accounts/account-jobs.ts';

const BANK = 'surma';
const app = await startTestApp();
const { db } = app.deps;
const banks = bankCalls(app);
const places = [
  'list',
  'search',
  'workHistory',
  'creditHistory',
  'administrators',
  'page',
  'status',
  'feed',
  'webhook',
];
const first = { key: 'lien-bank', name: 'Lien bank', nameBn: 'লিয়েন ব্যাংক' };
const other = { key: BANK, name: `Bank ${BANK}`, nameBn: `ব্যাংক ${BANK}` };

let admin: Account;
let ana: Account;
/** A job of each bank, and one of a service without banks. */
let jobs: string[];

beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
  ana = await app.signUpAndVerify();
  jobs = [];
  expect(await banks.add(BANK, admin)).toMatchObject({ status: 200 });
  for (const bankKey of ['lien-bank', BANK, null]) {
    const { id } = await newJob(app, ana, { rows: ['SUCCESS'] });
    if (bankKey) await db.job.update({ where: { id }, data: { bankKey, serviceId: CLAIMS_SERVICE } });
    await reserve(db, held(ana.id, 100n, id));
    jobs.push(id);
  }
  const events = ['job.completed'];
  await db.webhook.create({ data: { userId: ana.id, url: 'https://ana.test/', secret: '', events } });
});
afterAll(() => db.bank.updateMany({ where: { key: BANK }, data: { isEnabled: false } }));

type Named = { id?: string; jobId?: string | null; bank: JobBank };

/** The bank of each of the jobs as a list names it. */
async function banksIn(path: string, list: string, by: Account): Promise<JobBank[]> {
  const answer = await app.get(path, by.cookie);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  const named = answer.body[list] as Named[];
  return jobs.map((job) => {
    const found = named.find(({ id, jobId }) => jobId === job || id === job);
    if (!found) throw new Error(`${path} does not list the job.`);
    return found.bank;
  });
}

const bankOfOne = async (path: string): Promise<JobBank> =>
  ((await app.get(path, ana.cookie)).body['job'] as Named).bank;

const fed = (): Promise<JobProgress[]> =>
  new Promise((resolve) => {
    const { db: source, clock } = app.deps;
    const leave = createJobFeed({ db: source, clock, onError: () => undefined }).follow(ana, (told) => {
      leave();
      resolve(told);
    });
  });

/** The bank of each of the jobs as the event of its end names it. */
async function banksInEvents(): Promise<JobBank[]> {
  await db.webhookDelivery.deleteMany();
  const end = { userId: ana.id, attempt: 1, state: 'completed', now: new Date() };
  for (const jobId of jobs) await db.$transaction((tx) => notifyOfJobEnd(tx, { ...end, jobId }));
  const events = (await db.webhookDelivery.findMany()).map(({ payload }) => payload as { data: JobEndData });
  for (const { data } of events) expect(jobEndData.parse(data)).toEqual(data);
  return jobs.map((id) => events.find(({ data }) => data.jobId === id)?.data.bank ?? null);
}

/** The jobs that a search finds. */
const foundBy = async (text: string): Promise<unknown[]> =>
  ((await app.get(`/api/jobs?q=${encodeURIComponent(text)}`, ana.cookie)).body['jobs'] as Named[]).map(
    ({ id }) => id,
  );

/** What each place says of the banks of the three jobs. */
async function named(): Promise<Record<string, JobBank[]>> {
  const one = (path: string) => Promise.all(jobs.map((id) => bankOfOne(`/api/jobs/${id}${path}`)));
  const told = await fed();
  return {
    list: await banksIn('/api/jobs', 'jobs', ana),
    search: await banksIn('/api/jobs?q=boxes', 'jobs', ana),
    workHistory: await banksIn(`/api/work-history/${ana.id}?page=1&limit=20`, 'workHistory', ana),
    creditHistory: await banksIn(`/api/users/${ana.id}/credit-history`, 'history', ana),
    administrators: await banksIn(`/api/admin/jobs?customer=${encodeURIComponent(ana.email)}`, 'jobs', admin),
    page: await one(''),
    status: await one('/status'),
    webhook: await banksInEvents(),
    feed: jobs.map((id) => told.find(({ jobId }) => jobId === id)?.bank ?? null),
  };
}

const everywhere = (banksOfJobs: JobBank[]): Record<string, JobBank[]> =>
  Object.fromEntries(places.map((place) => [place, banksOfJobs]));

test('every list, page and search names the bank of a job where there are several banks', async () => {
  expect(await banks.change(BANK, admin)).toMatchObject({ status: 200 });
  expect(await named()).toEqual(everywhere([first, other, null]));
});

test('a search finds the jobs of a bank by its name in either language, and the OpenAPI document has its events', async () => {
  expect(await foundBy(other.name.toUpperCase())).toEqual([jobs[1]]);
  expect(await foundBy(other.nameBn)).toEqual([jobs[1]]);
  expect(await foundBy('lien')).toEqual([jobs[0]]);
  const { webhooks } = openApiDocument();
  for (const event of ['job.completed', 'job.failed']) {
    const data = [
      event,
      'post',
      'requestBody',
      'content',
      'application/json',
      'schema',
      'properties',
      'data',
    ];
    expect(webhooks).toHaveProperty([...data, 'properties', 'bank']);
  }
});

test('no bank is named where customers know one only', async () => {
  const where = { bankKey: BANK, userId: ana.id };
  await db.job.updateMany({ where, data: { bankKey: 'lien-bank' } });
  await db.bank.update({ where: { key: BANK }, data: { isEnabled: false } });
  expect(await named()).toEqual(everywhere([null, null, null]));
  expect(await foundBy('lien')).toEqual([]);
});
