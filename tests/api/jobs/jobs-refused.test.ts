/** Jobs that are not started: whatever the reason, the refusal names it, costs nothing and leaves nothing. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { limits } from '#contracts/limits.ts';
import {
  newCustomer,
  newExporter,
  noTraces,
  pdf,
  PDF_SERVICE,
  setBalance,
  zipOf,
  type Customer,
} from '#tests/harness/job-calls.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const app = await startAppWithWorkers();
const { db } = app.deps;

type Refusal = [serviceId: string, status: number, code: string, message: string];
const sheet = (rows: number): File => {
  const lines = Array.from({ length: rows }, (_, index) => `1084,${String(index).padStart(6, '0')},2026`);
  return new File([['ad_code,exp_serial,exp_year', ...lines].join('\n')], 'exp.csv');
};
async function expectNothingSpent(customer: Customer, credits = 100): Promise<void> {
  expect(await customer.credits()).toEqual({ available: credits, held: 0 });
  expect(await customer.traces()).toEqual(noTraces);
  expect(await verifyLedger(db)).toEqual([]);
}

describe('a job that is not started', () => {
  test.each<Refusal>([['no-such-service', 404, 'SERVICE_NOT_FOUND', 'This service does not exist.']])(
    'a start is refused for the unknown service %s, and leaves nothing',
    async (serviceId, status, code, message) => {
      const ana = await newCustomer(app);
      for (const answer of [
        await ana.preview(serviceId, pdf()),
        await ana.start({ serviceId, file: pdf(), totalCredits: 1 }),
      ])
        expect(answer).toMatchObject({ status, body: { success: false, code, message } });
      await expectNothingSpent(ana);
    },
  );

  test('a start is refused for a service that is switched off, even with an upload made before', async () => {
    const ana = await newCustomer(app);
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

  test('a start is refused without the login of the portal, and the answer names the portal', async () => {
    const ana = await newCustomer(app);
    const answer = await ana.start({ serviceId: 'exp-search', file: sheet(2), totalCredits: 1 });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'CREDENTIALS_REQUIRED', portal: 'bangladesh_bank_exp' },
    });
    await expectNothingSpent(ana);
  });

  test('a start that waits too long for its turn is refused before anything is reserved, and can be sent again', async () => {
    const ana = await newCustomer(app);
    const { uploadId } = await ana.previewed(PDF_SERVICE, pdf());
    let release: () => void = () => undefined;
    const crowd = new Promise<void>((resolve) => (release = resolve));
    const others = Array.from({ length: limits.startsAtOnceMax }, () => app.deps.inStartTurn(() => crowd));
    const request = { uploadId, totalCredits: 1, key: randomUUID() };
    try {
      const answer = await ana.start(request);
      expect(answer).toMatchObject({
        status: 503,
        body: {
          code: 'TOO_MANY_STARTS',
          message:
            'Many jobs are being started at the moment. Nothing was reserved. Please try again in a few seconds.',
        },
      });
      expect(answer.headers.get('retry-after')).toBe(String(limits.startRetryS));
      expect(await ana.credits()).toEqual({ available: 100, held: 0 });
      // What was read is kept as a draft, which the repeated request continues with.
      expect(await ana.traces()).toEqual({ ...noTraces, jobs: 1, rows: 1 });
      expect((await ana.get('/api/jobs')).body['jobs']).toEqual([]);
      // While the crowd lasts, the repeated request waits for its turn as well.
      expect(await ana.start(request)).toMatchObject({ status: 503, body: { code: 'TOO_MANY_STARTS' } });
      expect(await ana.credits()).toEqual({ available: 100, held: 0 });
    } finally {
      release();
    }
    await Promise.all(others);
    const { jobId } = await ana.started(request);
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', creditsUsed: 1 });
    expect(await ana.traces()).toMatchObject({ jobs: 1, reservations: 1 });
  });

  test('a start is refused at another price than the current one, and the answer states the current price', async () => {
    const ana = await newCustomer(app);
    for (const totalCredits of [0, 0.99, 2]) {
      const answer = await ana.start({ file: pdf(), totalCredits });
      expect(answer).toMatchObject({
        status: 409,
        body: { success: false, code: 'PRICE_CHANGED', totalCredits: 1, billableRows: 1 },
      });
    }
    await expectNothingSpent(ana);
  });

  test('a start is refused if an administrator has changed the price since the preview', async () => {
    const ana = await newCustomer(app);
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

  test('a start is refused without enough credits, also for a double click', async () => {
    const ana = await newCustomer(app);
    await setBalance(app, ana, 0.5);
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
      'a file of a type that is not accepted',
      () => new File(['a,b'], 'list.csv'),
      PDF_SERVICE,
      400,
      'INVALID_FILE_TYPE',
      'Invalid file type. Accepted formats: .pdf, .zip',
    ],
    [
      'a file whose content does not match its name',
      () => new File(['a,b'], 'list.pdf'),
      PDF_SERVICE,
      422,
      'FILE_UNREADABLE',
      '',
    ],
    [
      'a file of more than 50 MB',
      () => new File([new Uint8Array(limits.uploadBytesMax + 1)], 'large.pdf'),
      PDF_SERVICE,
      413,
      'FILE_TOO_LARGE',
      'File size must be less than 50MB',
    ],
    [
      'a body larger than a request may be',
      () => new File([new Uint8Array(limits.requestBytesMax)], 'huge.pdf'),
      PDF_SERVICE,
      413,
      'FILE_TOO_LARGE',
      'File size must be less than 50MB',
    ],
    ['10,001 rows', () => sheet(limits.rowsPerJobMax + 1), 'exp-search', 422, 'TOO_MANY_ROWS', ''],
    [
      'no row that can run',
      () => zipOf('notes.zip', [new File(['hello'], 'notes.pdf')]),
      PDF_SERVICE,
      422,
      'NO_BILLABLE_ROWS',
      '',
    ],
  ];
  test.each(wrongFiles)('a start is refused with %s', async (_, file, serviceId, status, code, message) => {
    const ana = await newExporter(app);
    const answer = await ana.start({ serviceId, file: await file(), totalCredits: 1 });
    expect(answer).toMatchObject({
      status,
      body: { code, message: expect.stringContaining(message) },
    });
    if (code !== 'NO_BILLABLE_ROWS')
      expect(await ana.preview(serviceId, await file())).toMatchObject({ status, body: { code } });
    await expectNothingSpent(ana);
  });

  test('a file that is too large for any call is refused with the limit of a file, at every address of the API', async () => {
    const ana = await newCustomer(app);
    const form = new FormData();
    form.set('file', new File([new Uint8Array(61 * 1024 * 1024)], 'large.pdf'));
    for (const path of ['/api/process-automation/', '/api/jobs/unknown/corrections', '/api/no-such-call']) {
      expect(await app.request(path, { form, cookie: ana.cookie })).toMatchObject({
        status: 413,
        body: { code: 'FILE_TOO_LARGE', message: 'File size must be less than 50MB' },
      });
    }
  });

  test.each([
    ['a NUL', 'in\u0000voice.pdf'],
    ['a line break', 'in\nvoice.pdf'],
    ['a reversed reading direction', 'invoice\u202Efdp.exe'],
    ['too many characters', `${'a'.repeat(limits.fileNameLengthMax)}.pdf`],
  ])('a start is refused with %s in the name of the file [character-in-a-file-name]', async (_, name) => {
    const ana = await newCustomer(app);
    // The constructor of File accepts every name, so the name arrives as a form would send it.
    const file = new File([new Uint8Array(await pdf().arrayBuffer())], name);
    for (const answer of [await ana.preview(PDF_SERVICE, file), await ana.start({ file, totalCredits: 1 })])
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    await expectNothingSpent(ana);
  });

  test('a start is refused without a file, with an unknown upload, and with an invalid price or key', async () => {
    const ana = await newCustomer(app);
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

  test('a start is refused to a suspended customer, whose session opens nothing else either [no-job-when-suspended]', async () => {
    const ana = await newCustomer(app);
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
