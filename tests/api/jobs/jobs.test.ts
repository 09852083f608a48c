/** Preview and start of jobs, up to the download: charged once, and a double click starts one job. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import { housekeepingActivities } from '#activities/housekeeping.ts';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import type { WorkHistoryItem } from '#contracts/calls/jobs/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import {
  fixture,
  newCustomer,
  noTraces,
  pdf,
  PDF_SERVICE,
  setBalance,
  zipOf,
  type Customer,
} from '#tests/harness/job-calls.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { keptJob } from './kept-jobs.ts';

const app = await startAppWithWorkers();
const { db } = app.deps;

describe('a preview', () => {
  test('a preview shows rows, problems, price and balance, and costs nothing', async () => {
    const ana = await newCustomer(app);
    const file = await zipOf('papers.zip', [pdf('a.pdf'), new File(['no'], 'b.pdf'), pdf('c.pdf')]);
    expect(await ana.previewed(PDF_SERVICE, file)).toEqual({
      uploadId: expect.any(String),
      reading: expect.any(String),
      edits: [],
      serviceId: PDF_SERVICE,
      fileName: 'papers.zip',
      columns: [{ name: 'file_name', header: 'file_name', required: true, byHand: false }],
      unknownHeaders: [],
      rows: [
        { row: 1, cells: { file_name: 'a.pdf' }, valid: true, edited: false },
        { row: 2, cells: { file_name: 'b.pdf' }, valid: false, edited: false },
        { row: 3, cells: { file_name: 'c.pdf' }, valid: true, edited: false },
      ],
      problems: [
        {
          row: 2,
          column: 'file_name',
          problem: 'The file is not a PDF.',
          problemData: uploadMessages.notPdf(),
          hint: expect.any(String),
          hintData: expect.any(Object),
          sameValue: 1,
        },
      ],
      problemsTruncated: false,
      warnings: [],
      lockedFiles: [],
      hiddenRows: 0,
      totalRows: 3,
      billableRows: 2,
      repeatedRows: 0,
      invalidRows: 1,
      costPerRow: 1,
      totalCredits: 2,
      balance: 100,
      sufficient: true,
    });
    expect(await ana.credits()).toEqual({ available: 100, held: 0 });
    expect(await ana.traces()).toEqual(noTraces);
  });
});

describe('a started job', () => {
  test('a started job runs to its end, is charged, is in the work history, and has downloadable files [job-runs-to-its-end]', async () => {
    const ana = await newCustomer(app);
    const file = await zipOf('papers.zip', [pdf('a.pdf'), pdf('b.pdf')]);
    const { uploadId, totalCredits } = await ana.previewed(PDF_SERVICE, file);
    const { jobId, ...started } = await ana.started({ uploadId, totalCredits });
    expect(started).toEqual({
      success: true,
      status: 'processing',
      newCredits: 98,
      immediate: true,
      queuePosition: null,
      message: 'Processing started!',
      bank: null,
    });

    const job = await ana.ended(jobId);
    expect(job).toMatchObject({
      status: 'completed',
      progress: 100,
      rowsTotal: 2,
      rowsSucceeded: 2,
      rowsFailed: 0,
      creditsReserved: 0,
      creditsUsed: 2,
      creditsReturned: 0,
      errorCode: null,
      downloadUrl: `/api/jobs/${jobId}/download`,
    });
    expect(await ana.credits()).toEqual({ available: 98, held: 0 });

    const { body } = await ana.get(`/api/work-history/${ana.id}?page=1&limit=3`);
    expect(body).toMatchObject({
      workHistory: [
        {
          id: jobId,
          serviceId: PDF_SERVICE,
          fileName: 'papers.zip',
          status: 'completed',
          progress: 100,
          creditsUsed: 2,
          downloadUrl: job.downloadUrl,
        },
      ],
      pagination: { currentPage: 1, totalCount: 1, totalPages: 1, hasMore: false },
      summary: { todaysTasks: 1, totalProcesses: 1, completed: 1, finished: 1 },
    });

    const names = [...(await downloadedZip(ana, jobId)).keys()].map((name) =>
      name.split('/').slice(1).join('/'),
    );
    expect(names).toEqual(
      expect.arrayContaining(['result.xlsx', 'result.csv', 'documents/a.xlsx', 'documents/b.xlsx']),
    );
    expect(await verifyLedger(db)).toEqual([]);
  });

  test('a double click starts one job, also if it is repeated after the end', async () => {
    const ana = await newCustomer(app);
    const key = randomUUID();
    const click = () => ana.start({ file: pdf(), totalCredits: 1, key });
    const answers = await Promise.all([click(), click(), click(), click()]);
    const [first] = answers;
    expect(first).toMatchObject({ status: 200, body: { success: true, newCredits: 99 } });
    for (const answer of answers) expect(answer.body).toEqual(first?.body);
    const jobId = String(first?.body['jobId']);
    await ana.ended(jobId);
    expect((await click()).body).toEqual(first?.body);
    expect(await ana.traces()).toMatchObject({ jobs: 1, rows: 1, reservations: 1 });
    expect(await ana.credits()).toEqual({ available: 99, held: 0 });
  });

  test('six clicks at once without a key start one job, and a click a little later starts another [six-clicks]', async () => {
    const ana = await newCustomer(app);
    const file = pdf();
    const clicks = await Promise.all(Array.from({ length: 6 }, () => ana.started({ file, totalCredits: 1 })));
    expect(new Set(clicks.map(({ jobId }) => jobId)).size).toBe(1);
    const [{ jobId } = { jobId: '' }] = clicks;
    await ana.ended(jobId);
    expect((await ana.started({ file, totalCredits: 1 })).jobId).toBe(jobId);
    expect(await ana.credits()).toEqual({ available: 99, held: 0 });
    await db.job.update({ where: { id: jobId }, data: { createdAt: new Date(Date.now() - 11_000) } });
    expect((await ana.started({ file, totalCredits: 1 })).jobId).not.toBe(jobId);
  });

  test('a file that was uploaded twice starts one job without a key, while another file starts another [same-file-twice]', async () => {
    const ana = await newCustomer(app);
    const file = pdf();
    const previews = [await ana.previewed(PDF_SERVICE, file), await ana.previewed(PDF_SERVICE, file)];
    const started = await Promise.all(
      previews.map(({ uploadId }) => ana.started({ uploadId, totalCredits: 1 })),
    );
    const sent = await ana.started({ file, totalCredits: 1 });
    expect(new Set([...started, sent].map(({ jobId }) => jobId)).size).toBe(1);
    const other = await ana.start({ file: fixture('negative-01.pdf'), totalCredits: 1 });
    expect(other.body['jobId']).not.toBe(sent.jobId);
  });

  test('the key of a job is refused for another request, and can be used by another customer', async () => {
    const [ana, rumi] = await Promise.all([newCustomer(app), newCustomer(app)]);
    const key = randomUUID();
    const { jobId } = await ana.started({ file: pdf(), totalCredits: 1, key });
    const others = [
      await ana.start({ file: fixture('negative-01.pdf'), totalCredits: 1, key }),
      await ana.start({ file: pdf(), totalCredits: 2, key }),
    ];
    for (const other of others)
      expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    const { jobId: another } = await rumi.started({ file: pdf(), totalCredits: 1, key });
    expect(another).not.toBe(jobId);
    await Promise.all([ana.ended(jobId), rumi.ended(another)]);
    expect(await ana.traces()).toMatchObject({ jobs: 1, reservations: 1 });
  });

  test('the last credits are spent once: of many simultaneous jobs only those that can be paid start [last-credits-are-spent-once]', async () => {
    const ana = await newCustomer(app);
    await setBalance(app, ana, 2);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => ana.start({ file: pdf(`${n}.pdf`), totalCredits: 1 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 402, 402, 402]);
    for (const { body } of answers) if (body['jobId']) await ana.ended(String(body['jobId']));
    expect(await ana.credits()).toEqual({ available: 0, held: 0 });
    expect(await verifyLedger(db)).toEqual([]);
  });

  test('a job starts once even if Temporal was unavailable at the first try or its answer was lost', async () => {
    const { workflow } = app.deps.temporal;
    const ask = workflow.executeUpdateWithStart.bind(workflow);
    const lost = async (...asked: Parameters<typeof ask>): Promise<never> => {
      await ask(...asked);
      throw new Error('The answer was lost.');
    };
    const away = () => Promise.reject(new Error('Temporal is away.'));
    for (const fault of [away, lost]) {
      const ana = await newCustomer(app);
      const request = { file: pdf(), totalCredits: 1, key: randomUUID() };
      const spy = vi.spyOn(workflow, 'executeUpdateWithStart').mockImplementationOnce(fault);
      expect(await ana.start(request)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
      spy.mockRestore();
      const { jobId, newCredits } = await ana.started(request);
      expect(newCredits).toBe(99);
      expect(await ana.ended(jobId)).toMatchObject({ status: 'completed', creditsUsed: 1 });
      expect(await ana.traces()).toMatchObject({ jobs: 1, reservations: 1 });
    }
  });

  test('a job that was never admitted is in no list, and is deleted after an hour', async () => {
    const ana = await newCustomer(app);
    const { workflow } = app.deps.temporal;
    const spy = vi
      .spyOn(workflow, 'executeUpdateWithStart')
      .mockRejectedValueOnce(new Error('Temporal is away.'));
    await ana.start({ file: pdf(), totalCredits: 1 });
    spy.mockRestore();
    const draft = await db.job.findFirstOrThrow({ where: { userId: ana.id } });
    expect((await ana.get(`/api/work-history/${ana.id}`)).body).toMatchObject({ workHistory: [] });
    expect((await ana.get(`/api/jobs/${draft.id}`)).status).toBe(404);

    const clock = () => new Date(Date.now() + limits.draftRetentionMs + 60_000);
    await housekeepingActivities({ ...app.deps, clock }).deleteExpired();
    expect(await ana.traces()).toEqual(noTraces);
    expect(await ana.credits()).toEqual({ available: 100, held: 0 });
  });

  test('a job of an administrator costs nothing [free-for-administrators]', async () => {
    const admin = await newCustomer(app, { isAdmin: true });
    await setBalance(app, admin, 0);
    const { sufficient } = await admin.previewed(PDF_SERVICE, pdf());
    expect(sufficient).toBe(true);
    const job = await admin.converted(pdf());
    expect(job).toMatchObject({ status: 'completed', creditsUsed: 0, creditsReturned: 0 });
    expect(await admin.credits()).toEqual({ available: 0, held: 0 });
  });
});

describe('the work history', () => {
  test('the work history is paged by three, newest first', async () => {
    const ana = await newCustomer(app);
    for (const name of ['1.pdf', '2.pdf', '3.pdf', '4.pdf']) await ana.converted(pdf(name));
    const pageOf = async (query: string) => {
      const { body } = await ana.get(`/api/work-history/${ana.id}${query}`);
      const names = (body['workHistory'] as WorkHistoryItem[]).map(({ fileName }) => fileName);
      return { names, pagination: body['pagination'] };
    };
    const facts = { limit: 3, totalCount: 4, totalPages: 2 };
    expect(await pageOf('')).toEqual({
      names: ['4.pdf', '3.pdf', '2.pdf'],
      pagination: { ...facts, currentPage: 1, hasMore: true },
    });
    expect(await pageOf('?page=2&limit=3')).toEqual({
      names: ['1.pdf'],
      pagination: { ...facts, currentPage: 2, hasMore: false },
    });
    expect((await ana.get(`/api/work-history/${ana.id}?page=0`)).status).toBe(400);
  });

  test('the work history leaves a job out as soon as its results have expired, and keeps one that waits [work-history-7-days]', async () => {
    const ana = await newCustomer(app);
    const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);
    const fields = { serviceId: PDF_SERVICE, outcomes: ['SUCCESS'] };
    await keptJob(db, ana, { ...fields, fileName: 'two days ago.pdf', expiresAt: inHours(-48) });
    await keptJob(db, ana, { ...fields, fileName: 'an hour ago.pdf', expiresAt: inHours(-1) });
    await keptJob(db, ana, { ...fields, fileName: 'in an hour.pdf', expiresAt: inHours(1) });
    const waiting = { state: 'parked', createdAt: inHours(-24 * 30), finishedAt: null, expiresAt: null };
    await keptJob(db, ana, { ...fields, fileName: 'waits.pdf', ...waiting });
    const { body } = await ana.get(`/api/work-history/${ana.id}`);
    const names = (body['workHistory'] as WorkHistoryItem[]).map(({ fileName }) => fileName);
    expect(names).toEqual(['in an hour.pdf', 'waits.pdf']);
    expect(body['pagination']).toMatchObject({ totalCount: 2 });
  });

  test('the work history shows a failed job whose rows are all done as done to the last row', async () => {
    const ana = await newCustomer(app);
    await keptJob(db, ana, { outcomes: Array.from({ length: 30 }, () => 'PORTAL_DOWN') });
    const { body } = await ana.get(`/api/work-history/${ana.id}`);
    expect(body['workHistory']).toMatchObject([{ status: 'failed', rowsTotal: 30, progress: 100 }]);
  });
});

async function downloadedZip(customer: Customer, jobId: string): Promise<Map<string, Buffer>> {
  const { status, headers, bytes } = await customer.get(`/api/jobs/${jobId}/download`);
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toContain(`${PDF_SERVICE}_${jobId}.zip`);
  expect(headers.get('cache-control')).toBe('no-store');
  return unzip(bytes);
}
