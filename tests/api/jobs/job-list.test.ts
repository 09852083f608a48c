/** The customer's list of jobs: filters, pages, and the search of files, services, job numbers and row values. */
import { beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import type { JobListAnswer } from '#contracts/calls/jobs/jobs-answers.ts';
import { jobSearchCharactersMax } from '#contracts/jobs/job-list-rules.ts';
import { jobList } from '#api/domain/jobs/job-list.ts';
import { services } from '#services/catalogue.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { keptJob } from './kept-jobs.ts';

const app = await startTestApp();
const { db } = app.deps;
/** Bengali keyboards write the letter of "য়" in both ways. */
const [ONE_LETTER, LETTER_AND_DOT] = ['\u09DF', '\u09AF\u09BC'];

type Query = Record<string, string>;
async function list(account: Account, query: Query = {}): Promise<JobListAnswer> {
  const answer = await app.get(`/api/jobs?${new URLSearchParams(query).toString()}`, account.cookie);
  expect(answer, answer.text).toMatchObject({ status: 200, body: { success: true } });
  return answer.body as JobListAnswer;
}
const found = async (account: Account, query: Query): Promise<string[]> =>
  (await list(account, query)).jobs.map(({ id }) => id).toSorted();

describe('the list of jobs of a customer', () => {
  test('each filter of the list finds its jobs, alone and combined with the others', async () => {
    const ana = await app.signUpAndVerify();
    const done = { state: 'completed', errorCode: null, outcomes: ['SUCCESS'] };
    const [tracked, filed, aged] = [
      await keptJob(db, ana),
      await keptJob(db, ana, { ...done, serviceId: 'exp-search' }),
      await keptJob(db, ana, { ...done, createdAt: new Date('2026-10-02T20:00:00Z') }),
    ];
    await keptJob(db, ana, { state: 'draft', finishedAt: null });
    expect(await found(ana, {})).toEqual([tracked, filed, aged].toSorted());
    expect(await found(ana, { state: 'done' })).toEqual([filed, aged].toSorted());
    expect(await found(ana, { state: 'failed' })).toEqual([tracked]);
    expect(await found(ana, { service: 'exp-search' })).toEqual([filed]);
    // 02:00 on the third in Dhaka.
    expect(await found(ana, { to: '2026-10-03' })).toEqual([aged]);
    expect(await found(ana, { from: '2026-10-03', to: '2026-10-02' })).toEqual([]);
    expect(await found(ana, { from: '2026-10-04', state: 'done' })).toEqual([filed]);
    // Filters that are not set.
    expect(await found(ana, { state: 'all', service: '', from: '', q: ' ' })).toHaveLength(3);
  });

  test('the jobs that have not ended are found, however many newer ones have', async () => {
    const ana = await app.signUpAndVerify();
    const oldest = { createdAt: new Date('2026-10-02T20:00:00Z') };
    const open = await keptJob(db, ana, { ...oldest, state: 'parked', errorCode: null, finishedAt: null });
    for (let newer = 0; newer < 3; newer += 1) await keptJob(db, ana);
    await keptJob(db, ana, { state: 'draft', finishedAt: null });
    expect(await found(ana, { state: 'open', limit: '2' })).toEqual([open]);
  });

  test('the list is paged with the newest first, and names its pages', async () => {
    const ana = await app.signUpAndVerify();
    const jobs: string[] = [];
    for (let hours = 1; hours <= 5; hours += 1)
      jobs.push(await keptJob(db, ana, { createdAt: new Date(Date.now() - hours * HOUR_MS) }));
    const page = await list(ana, { limit: '2', page: '2' });
    expect(page.jobs.map(({ id }) => id)).toEqual(jobs.slice(2, 4));
    const facts = { currentPage: 2, limit: 2, totalCount: 5, totalPages: 3, hasMore: true };
    expect(page.pagination).toEqual(facts);
    const beyond = await list(ana, { limit: '2', page: '9' });
    expect(beyond).toMatchObject({ jobs: [], pagination: { totalCount: 5, hasMore: false } });
  });

  test('the list shows how the rows of a job ended, what it cost, and what can be downloaded', async () => {
    const ana = await app.signUpAndVerify();
    const fields = { state: 'completed', errorCode: null, capturedAmount: 150n };
    const jobId = await keptJob(db, ana, { ...fields, outcomes: ['SUCCESS', 'TIMEOUT'] });
    const file = { jobId, name: 'results.xlsx', fileKey: 'k', contentType: 'a/b', sizeBytes: 1 };
    await db.jobFile.createMany({
      data: [
        { ...file, kind: 'result' },
        { ...file, kind: 'evidence' },
      ],
    });
    expect((await list(ana)).jobs).toEqual([
      expect.objectContaining({
        id: jobId,
        state: 'completed',
        shownState: 'partly_done',
        rowsTotal: 2,
        rowsDone: 2,
        rowsSucceeded: 1,
        rowsFailed: 1,
        creditsUsed: 1.5,
        filesCount: 1,
        downloadUrl: `/api/jobs/${jobId}/download`,
        matchedRow: null,
      }),
    ]);
  });

  test.each([
    'state=completed',
    'state=draft',
    'from=yesterday',
    'to=2026-02-30',
    'page=0',
    'limit=0',
    'limit=101',
    `q=${'x'.repeat(jobSearchCharactersMax + 1)}`,
  ])('the list rejects the query %s', async (query) => {
    const ana = await app.signUpAndVerify();
    expect(await app.get(`/api/jobs?${query}`, ana.cookie)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
  });
});

describe('the search of jobs', () => {
  const rows = [
    { source: { 'EXP No': '1084-004599-2026', Note: '' } },
    {
      source: { 'EXP No': '1084-004600-2026', Note: 'সুতা "50%_x\\y"' },
      values: { invoice: 'INV/77-A', value: 1250.5, empty: null },
      portalReference: 'SO-998877',
    },
  ];
  let ana: Account;
  let jobId: string;
  beforeAll(async () => {
    ana = await app.signUpAndVerify();
    const done = { state: 'completed', errorCode: null, outcomes: ['SUCCESS', 'SUCCESS'] };
    jobId = await keptJob(db, ana, {
      ...done,
      serviceId: 'exp-search',
      fileName: 'October_list 100%.csv',
      rows,
    });
    await keptJob(db, ana, { fileName: 'other.csv' });
  });

  test.each([
    ['part of the file name', 'october_LIST', null],
    ['the file name with wildcards of SQL', '100%', null],
    ['the id of the service', 'exp-search', null],
    ['the Bengali name of the service', 'EXP অনুসন্ধান', null],
    ['what was sent', '004599', { rowNumber: 1, value: '1084-004599-2026' }],
    ['what was sent, in Bengali', 'সুতা', { rowNumber: 2, value: 'সুতা "50%_x\\y"' }],
    ['what was sent, with signs that JSON escapes', '"50%_X\\Y"', { rowNumber: 2, value: 'সুতা "50%_x\\y"' }],
    ['what came back', 'inv/77', { rowNumber: 2, value: 'INV/77-A' }],
    ['a number that came back', '1250.5', { rowNumber: 2, value: '1250.5' }],
    ["the portal's reference", 'so-9988', { rowNumber: 2, value: 'SO-998877' }],
  ])('the search finds a job by %s', async (_, q, matchedRow) => {
    expect((await list(ana, { q })).jobs).toMatchObject([{ id: jobId, matchedRow }]);
  });

  test('the search finds a job by its service, however the letters of the Bengali name are encoded', async () => {
    const rina = await app.signUpAndVerify();
    const service = services.find(({ bengali }) => bengali.name.normalize('NFC').includes(LETTER_AND_DOT));
    const id = await keptJob(db, rina, { serviceId: service?.id ?? '' });
    const name = service?.bengali.name.normalize('NFC') ?? '';
    for (const q of [name, name.replaceAll(LETTER_AND_DOT, ONE_LETTER)])
      expect(await found(rina, { q }), q).toEqual([id]);
  });

  test('the search finds a job by its number, whole or from its start', async () => {
    for (const q of [jobId, jobId.toUpperCase(), jobId.slice(0, 8)])
      expect(await found(ana, { q })).toEqual([jobId]);
  });

  test.each([
    ['a heading of the sheet', 'EXP No'],
    ['the name of a column that came back', 'invoice'],
    ['a value of two characters', '77'],
    ['wildcards of SQL', '10%4'],
    ['wildcards of SQL for one character', '004_00'],
    ['JSON', '":"'],
    ['an injection', "' OR '1'='1"],
    ['a second statement', "'; DELETE FROM jobs; --"],
    ['a backslash', '\\\\\\'],
    ['a path into JSON', '$.*'],
  ])('the search finds nothing by %s', async (_, q) => {
    expect((await list(ana, { q })).jobs).toEqual([]);
    expect(await db.job.count({ where: { id: jobId } })).toBe(1);
  });

  test('the search never finds a job or a row value of another customer, nor counts them', async () => {
    const stranger = await app.signUpAndVerify();
    const admin = await app.signUpAndVerify({ isAdmin: true });
    for (const each of [stranger, admin])
      for (const q of ['October', '004599', 'SO-998877', 'INV/77', jobId, ''])
        expect(await list(each, { q })).toMatchObject({ jobs: [], pagination: { totalCount: 0 } });
  });

  test('the search of rows is combined with the other filters', async () => {
    expect(await found(ana, { q: '004599', state: 'done', service: 'exp-search' })).toEqual([jobId]);
    expect(await found(ana, { q: '004599', state: 'failed' })).toEqual([]);
    expect(await found(ana, { q: '004599', service: 'ctg-port-tracking' })).toEqual([]);
  });

  test('the search of a token that is limited to services finds their jobs only', async () => {
    const find = async (serviceIds: string[] | null): Promise<number> =>
      (
        await jobList(
          db,
          { id: ana.id, token: { serviceIds } },
          { q: '004599', page: 1, limit: 8 },
          { now: new Date() },
        )
      ).jobs.length;
    expect(await find(null)).toBe(1);
    expect(await find(['exp-search'])).toBe(1);
    expect(await find(['ctg-port-tracking'])).toBe(0);
  });

  test('the search of rows stops at a number of rows, newest first, and reports from when on it has searched', async () => {
    const ben = await app.signUpAndVerify();
    const past = (hours: number) => ({ createdAt: new Date(Date.now() - hours * HOUR_MS) });
    const needle = { outcomes: ['SUCCESS', 'SUCCESS'], rows: [{ source: { a: 'needle' } }] };
    const [newer, older] = [
      await keptJob(db, ben, { ...needle, ...past(1) }),
      await keptJob(db, ben, { ...needle, ...past(2) }),
    ];
    const search = (rowsMax: number) =>
      jobList(
        db,
        { id: ben.id },
        { q: 'needle', page: 1, limit: 8 },
        { now: new Date(), rowsSearchedMax: rowsMax },
      );
    const all = await search(4);
    expect(all.jobs.map(({ id }) => id)).toEqual([newer, older]);
    expect(all.rowsSearchedFrom).toBeNull();
    const part = await search(3);
    expect(part.jobs.map(({ id }) => id)).toEqual([newer]);
    expect(part.rowsSearchedFrom).toBe(
      (await db.job.findUniqueOrThrow({ where: { id: newer } })).createdAt.toISOString(),
    );
  });
});
