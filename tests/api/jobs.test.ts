/** Preview and start of jobs: what is refused costs nothing and leaves nothing, and a double click is one job. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { adjustCredits, verifyLedger } from '#api/domain/ledger.ts';
import { limits } from '#contracts/limits.ts';
import { adjustment } from '#tests/factories.ts';
import {
  fixture,
  jobCalls,
  noTraces,
  pdf,
  PDF_SERVICE,
  zipOf,
  type JobCalls,
} from '#tests/harness/job-calls.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const app = await startAppWithWorkers();
const { db } = app.deps;
const TRIAL_CREDITS = 100;

const newCustomer = async (given: { isAdmin?: boolean } = {}) => {
  const account = await app.signUpAndVerify(given);
  return { ...account, ...jobCalls(app, account) };
};
const sheet = (rows: number): File => {
  const lines = Array.from({ length: rows }, (_, index) => `1084,${String(index).padStart(6, '0')},2026`);
  return new File([['ad_code,exp_serial,exp_year', ...lines].join('\n')], 'exp.csv');
};
async function setBalance(userId: string, credits: number): Promise<void> {
  const surplus = BigInt(Math.round((TRIAL_CREDITS - credits) * 100));
  await adjustCredits(db, adjustment(userId, 'deduct', surplus));
}
async function expectNothingSpent(customer: JobCalls, credits = TRIAL_CREDITS): Promise<void> {
  expect(await customer.credits()).toEqual({ available: credits, held: 0 });
  expect(await customer.traces()).toEqual({ ...noTraces, transfers: expect.any(Number) });
  expect(await verifyLedger(db)).toEqual([]);
}

describe('a start is refused, and costs and leaves nothing,', () => {
  test.each([
    ['rex-soo-submission', 409, 'SERVICE_NOT_AVAILABLE', 'This service is not yet available.'],
    ['no-such-service', 404, 'SERVICE_NOT_FOUND', 'This service does not exist.'],
  ])('for %s', async (serviceId, status, code, message) => {
    const ana = await newCustomer();
    for (const answer of [
      await ana.preview(serviceId, pdf()),
      await ana.start({ serviceId, file: pdf(), totalCredits: 1 }),
    ])
      expect(answer).toMatchObject({ status, body: { success: false, code, message } });
    await expectNothingSpent(ana);
  });

  test('for a service that is switched off, also from an upload made before', async () => {
    const ana = await newCustomer();
    const { uploadId } = await ana.previewed(PDF_SERVICE, pdf());
    const off = await db.serviceSetting.create({ data: { serviceId: PDF_SERVICE, enabled: false } });
    try {
      const answer = await ana.start({ uploadId, totalCredits: 1 });
      expect(answer).toMatchObject({ status: 409, body: { code: 'SERVICE_DISABLED' } });
    } finally {
      await db.serviceSetting.delete({ where: { serviceId: off.serviceId } });
    }
    await expectNothingSpent(ana);
  });

  test('without the login of the portal, which it names', async () => {
    const ana = await newCustomer();
    const answer = await ana.start({ serviceId: 'exp-search', file: sheet(2), totalCredits: 1 });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'CREDENTIALS_REQUIRED', portal: 'bangladesh_bank_exp' },
    });
    await expectNothingSpent(ana);
  });

  test('at another price than the one confirmed, and says the right one', async () => {
    const ana = await newCustomer();
    for (const totalCredits of [0, 0.99, 2]) {
      const answer = await ana.start({ file: pdf(), totalCredits });
      expect(answer).toMatchObject({
        status: 409,
        body: { success: false, code: 'PRICE_CHANGED', totalCredits: 1, billableRows: 1 },
      });
    }
    await expectNothingSpent(ana);
  });

  test('when an administrator has changed the price since the preview', async () => {
    const ana = await newCustomer();
    const { uploadId, totalCredits } = await ana.previewed(PDF_SERVICE, pdf());
    await db.serviceSetting.create({ data: { serviceId: PDF_SERVICE, costHundredths: 250 } });
    try {
      const answer = await ana.start({ uploadId, totalCredits });
      expect(answer).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', totalCredits: 2.5 } });
    } finally {
      await db.serviceSetting.delete({ where: { serviceId: PDF_SERVICE } });
    }
    await expectNothingSpent(ana);
  });

  test('without enough credits, alike for a double click', async () => {
    const ana = await newCustomer();
    await setBalance(ana.id, 0.5);
    const key = randomUUID();
    const { uploadId, sufficient } = await ana.previewed(PDF_SERVICE, pdf());
    expect(sufficient).toBe(false);
    const clicks = await Promise.all([
      ana.start({ uploadId, totalCredits: 1, key }),
      ana.start({ uploadId, totalCredits: 1, key }),
      ana.start({ uploadId, totalCredits: 1 }),
    ]);
    for (const click of [...clicks, await ana.start({ uploadId, totalCredits: 1, key })])
      expect(click).toMatchObject({
        status: 402,
        body: {
          code: 'INSUFFICIENT_CREDITS',
          message: 'Insufficient credits. Please purchase more credits.',
        },
      });
    await expectNothingSpent(ana, 0.5);
  });

  const wrongFiles: [string, () => File | Promise<File>, string, number, string, string][] = [
    [
      'a type that is not accepted',
      () => new File(['a,b'], 'list.csv'),
      PDF_SERVICE,
      400,
      'INVALID_FILE_TYPE',
      'Invalid file type. Accepted formats: .pdf, .zip',
    ],
    [
      'another type behind a right name',
      () => new File(['a,b'], 'list.pdf'),
      PDF_SERVICE,
      422,
      'FILE_UNREADABLE',
      '',
    ],
    [
      'more than 50 MB',
      () => new File([new Uint8Array(limits.uploadBytesMax + 1)], 'large.pdf'),
      PDF_SERVICE,
      413,
      'FILE_TOO_LARGE',
      'File size must be less than 50MB',
    ],
    [
      'more than a request may hold',
      () => new File([new Uint8Array(limits.requestBytesMax)], 'huge.pdf'),
      PDF_SERVICE,
      413,
      'REQUEST_TOO_LARGE',
      '',
    ],
    ['10,001 rows', () => sheet(limits.rowsPerJobMax + 1), 'exp-search', 422, 'TOO_MANY_ROWS', ''],
    [
      'no row that can be worked',
      () => zipOf('notes.zip', [new File(['hello'], 'notes.pdf')]),
      PDF_SERVICE,
      422,
      'NO_BILLABLE_ROWS',
      '',
    ],
  ];
  test.each(wrongFiles)('with %s', async (_, file, serviceId, status, code, message) => {
    const ana = await newCustomer();
    const login = { portalName: 'bangladesh_bank_exp', username: 'padma', password: 'padma1234' };
    await app.post('/api/credentials/save', login, ana.cookie);
    const answer = await ana.start({ serviceId, file: await file(), totalCredits: 1 });
    expect(answer).toMatchObject({
      status,
      body: { code, message: expect.stringContaining(message) },
    });
    if (code !== 'NO_BILLABLE_ROWS')
      expect(await ana.preview(serviceId, await file())).toMatchObject({ status, body: { code } });
    await expectNothingSpent(ana);
  });

  test('without a file, with an unknown upload, and with a price or key that is none', async () => {
    const ana = await newCustomer();
    const { uploadId } = await ana.previewed(PDF_SERVICE, pdf());
    const answers = [
      await ana.start({ totalCredits: 1 }),
      await ana.start({ uploadId: randomUUID(), totalCredits: 1 }),
      await ana.start({ serviceId: 'exp-search', uploadId, totalCredits: 1 }),
      await ana.start({ uploadId, totalCredits: -1 }),
      await ana.start({ uploadId, totalCredits: 1, key: 'short' }),
    ];
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [400, 'INVALID_INPUT'],
      [404, 'NOT_FOUND'],
      [409, 'CREDENTIALS_REQUIRED'],
      [400, 'INVALID_INPUT'],
      [400, 'INVALID_INPUT'],
    ]);
    await expectNothingSpent(ana);
  });

  test('to a suspended customer, whose running session ends with it', async () => {
    const ana = await newCustomer();
    const { uploadId } = await ana.previewed(PDF_SERVICE, pdf());
    await db.user.update({ where: { id: ana.id }, data: { status: 'suspended' } });
    const answers = [
      await ana.start({ uploadId, totalCredits: 1 }),
      await ana.preview(PDF_SERVICE, pdf()),
      await ana.get(`/api/work-history/${ana.id}`),
      await app.get(`/api/users/${ana.id}`, ana.cookie),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 403, body: { code: 'ACCOUNT_SUSPENDED' } });
    await expectNothingSpent(ana);
  });
});

describe('a preview', () => {
  test('shows rows, problems, price and balance, and costs nothing', async () => {
    const ana = await newCustomer();
    const file = await zipOf('papers.zip', [pdf('a.pdf'), new File(['no'], 'b.pdf'), pdf('c.pdf')]);
    expect(await ana.previewed(PDF_SERVICE, file)).toEqual({
      uploadId: expect.any(String),
      serviceId: PDF_SERVICE,
      fileName: 'papers.zip',
      columns: [{ name: 'file_name', header: 'file_name', required: true }],
      unknownHeaders: [],
      rows: [
        { row: 1, cells: { file_name: 'a.pdf' }, valid: true },
        { row: 2, cells: { file_name: 'b.pdf' }, valid: false },
        { row: 3, cells: { file_name: 'c.pdf' }, valid: true },
      ],
      problems: [
        { row: 2, column: 'file_name', problem: 'The file is not a PDF.', hint: expect.any(String) },
      ],
      problemsTruncated: false,
      warnings: [],
      totalRows: 3,
      billableRows: 2,
      invalidRows: 1,
      costPerRow: 1,
      totalCredits: 2,
      balance: 100,
      sufficient: true,
    });
    await expectNothingSpent(ana);
  });
});

describe('a started job', () => {
  test('runs to its end, is charged, is in the work history, and its files can be downloaded', async () => {
    const ana = await newCustomer();
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

  test('is one job for a double click, also when it is repeated after the end', async () => {
    const ana = await newCustomer();
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

  test('keeps its key: another request with it is refused, and another customer may use it', async () => {
    const [ana, rumi] = await Promise.all([newCustomer(), newCustomer()]);
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

  test('takes the last credits once: of many jobs at a time only those are started that can be paid', async () => {
    const ana = await newCustomer();
    await setBalance(ana.id, 2);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ana.start({ file: pdf(), totalCredits: 1 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 402, 402, 402]);
    for (const { body } of answers) if (body['jobId']) await ana.ended(String(body['jobId']));
    expect(await ana.credits()).toEqual({ available: 0, held: 0 });
    expect(await verifyLedger(db)).toEqual([]);
  });

  test('costs an administrator nothing', async () => {
    const admin = await newCustomer({ isAdmin: true });
    await setBalance(admin.id, 0);
    const { sufficient } = await admin.previewed(PDF_SERVICE, pdf());
    expect(sufficient).toBe(true);
    const job = await admin.converted(pdf());
    expect(job).toMatchObject({ status: 'completed', creditsUsed: 0, creditsReturned: 0 });
    expect(await admin.credits()).toEqual({ available: 0, held: 0 });
  });
});

async function downloadedZip(customer: JobCalls, jobId: string): Promise<Map<string, Buffer>> {
  const { status, headers, bytes } = await customer.get(`/api/jobs/${jobId}/download`);
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toContain(`${PDF_SERVICE}_${jobId}.zip`);
  expect(headers.get('cache-control')).toBe('private, no-store');
  return unzip(bytes);
}
