/** Columns that a sheet calls otherwise: asked for with examples, read again without another upload, remembered. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { runSchedule } from '#api/domain/integrations/schedule-runs.ts';
import { requestHashOf } from '#api/domain/jobs/job-drafts.ts';
import type { CorrectionPreview, Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import { missingColumns, type ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import type { Answer } from '#tests/harness/app.ts';
import { formOf, newCustomer, newExporter, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const SERVICE = 'exp-search';
const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BB_EXP_URL: sandbox.url('bb-exp'), CPA_URL: sandbox.url('cpa') });
const { db } = app.deps;

let ana: Customer;
beforeEach(async () => {
  await sandbox.seed();
  ana = await newExporter(app);
});

/** A serial that the portal does not know. */
const UNKNOWN = '009999';
const sheet = (serials: readonly string[], headings = 'AD Code,Form serial,EXP Year,Buyer'): File =>
  new File([[headings, ...serials.map((serial) => `1084,${serial},2026,Nordic`)].join('\n')], 'exps.csv');
const chosen: ColumnMapping = { exp_serial: 'Form serial' };

type Fields = Record<string, string | File>;
const withColumns = (fields: Fields, columns?: ColumnMapping): Fields =>
  columns ? { ...fields, columns: JSON.stringify(columns) } : fields;
const check = (fields: Fields, columns?: ColumnMapping, cookie = ana.cookie): Promise<Answer> => {
  const form = formOf(withColumns({ serviceId: SERVICE, ...fields }, columns));
  return app.request('/api/process-automation/preview', { form, cookie });
};
async function checked(fields: Fields, columns?: ColumnMapping): Promise<Preview> {
  const { body, text } = await check(fields, columns);
  expect(body, text).toMatchObject({ success: true });
  return body['preview'] as Preview;
}
async function lacking(file: File) {
  const answer = await check({ file });
  expect(answer, answer.text).toMatchObject({ status: 422, body: { code: 'FILE_UNREADABLE' } });
  return missingColumns.required().parse(answer.body);
}
const headerOf = ({ columns }: Preview, name: string) => columns.find((column) => column.name === name);

describe('a sheet that calls a column otherwise', () => {
  test('a missing column is asked for, with the headings of the sheet, their first cells and the best guess', async () => {
    const { missingColumns: missing, headings } = await lacking(sheet(['110100', '110101', '110100']));
    expect(missing).toEqual([{ name: 'exp_serial', guess: 'Form serial' }]);
    expect(headings).toEqual([
      { heading: 'AD Code', examples: ['1084'] },
      { heading: 'Form serial', examples: ['110100', '110101'] },
      { heading: 'EXP Year', examples: ['2026'] },
      { heading: 'Buyer', examples: ['Nordic'] },
    ]);
  });

  test('a sheet whose headings all name columns already is refused without a choice, and not stored', async () => {
    const answer = await check({ file: new File(['AD Code,EXP Year\n1084,2026\n'], 'exps.csv') });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'FILE_UNREADABLE', message: expect.stringMatching(/lacks the column exp_serial/) },
    });
    expect(answer.body).not.toHaveProperty('missingColumns');
    expect(await db.upload.count({ where: { userId: ana.id } })).toBe(0);
  });

  test('the stored sheet is read again under the chosen heading, started, and named by its column in the result', async () => {
    const { uploadId } = await lacking(sheet(['110100']));
    const preview = await checked({ uploadId }, chosen);
    expect(preview).toMatchObject({ uploadId, billableRows: 1, unknownHeaders: ['Buyer'], problems: [] });
    expect(headerOf(preview, 'exp_serial')).toMatchObject({ header: 'Form serial', byHand: true });
    expect(headerOf(preview, 'ad_code')).toMatchObject({ header: 'AD Code', byHand: false });
    expect(preview.rows[0]?.cells).toMatchObject({ exp_serial: '110100' });

    const { jobId } = await ana.started({ serviceId: SERVICE, uploadId, totalCredits: 0.5 });
    const job = await ana.ended(jobId);
    expect(job).toMatchObject({ rowsSucceeded: 1 });
    const { bytes } = await app.get(job.downloadUrl ?? '', ana.cookie);
    const files = await unzip(bytes);
    const csv = [...files].find(([name]) => name.endsWith('result.csv'))?.[1].toString('utf8') ?? '';
    const [headings = '', row = ''] = csv.split('\r\n');
    expect(row.split(',')[headings.split(',').indexOf('exp_serial')]).toBe('110100');
  });

  test('failed rows of such a sheet are corrected under its own headings', async () => {
    const { uploadId } = await lacking(sheet([UNKNOWN]));
    await checked({ uploadId }, chosen);
    const { jobId } = await ana.started({ serviceId: SERVICE, uploadId, totalCredits: 0.5 });
    await ana.ended(jobId);
    // What the customer chooses for later sheets does not change this job.
    await db.columnMapping.deleteMany();
    const rows = [{ rowNumber: 1, cells: { 'Form serial': '110200' } }];
    const { body } = await app.post(`/api/jobs/${jobId}/corrections/check`, { rows }, ana.cookie);
    expect(body['preview'] as CorrectionPreview).toMatchObject({ readyRows: [1], problems: [], paidRows: 1 });
  });

  test('a start with a file takes the headings too, as another request than one without them', async () => {
    const key = randomUUID();
    const fields = { serviceId: SERVICE, file: sheet(['110300']), totalCredits: '0.5' };
    const start = (columns?: ColumnMapping) =>
      app.request('/api/process-automation', {
        form: formOf(withColumns(fields, columns)),
        cookie: ana.cookie,
        headers: { 'idempotency-key': key },
      });
    expect(await start(chosen)).toMatchObject({ status: 200 });
    expect(await start()).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });
});

describe('headings that were chosen', () => {
  test('a chosen heading is remembered for the customer and the service, and names the column in the next sheet', async () => {
    await checked({ file: sheet(['110100']) }, chosen);
    const next = await checked({ file: sheet(['110101']) });
    expect(headerOf(next, 'exp_serial')).toMatchObject({ header: 'Form serial', byHand: true });

    const jamal = await newCustomer(app);
    expect(await check({ file: sheet(['110101']) }, undefined, jamal.cookie)).toMatchObject({ status: 422 });
    expect(await db.columnMapping.findMany({ where: { userId: ana.id } })).toMatchObject([
      { serviceId: SERVICE, columns: chosen },
    ]);
  });

  test("a column's own name counts more than a remembered heading, and a heading that is given most", async () => {
    await checked({ file: sheet(['110100']) }, chosen);
    const both = sheet(['110101,110102'], 'AD Code,exp_serial,Form serial,EXP Year,Buyer');
    expect(headerOf(await checked({ file: both }), 'exp_serial')).toMatchObject({
      header: 'exp_serial',
      byHand: false,
    });
    expect(headerOf(await checked({ file: both }, chosen), 'exp_serial')).toMatchObject({
      header: 'Form serial',
      byHand: true,
    });
  });

  test('an unknown column or heading, a heading for two columns, and an invalid mapping are refused and not remembered', async () => {
    const file = sheet(['110100']);
    const refused: [Record<string, unknown> | string, number, RegExp][] = [
      [{ exp_number: 'Form serial' }, 422, /no column exp_number/],
      [{ exp_serial: 'Form no' }, 422, /no column “Form no”/],
      [{ exp_serial: 'Form serial', exp_year: 'form serial' }, 422, /both exp_serial and exp_year/],
      ['not JSON', 400, /./],
      [{ exp_serial: 7 }, 400, /./],
      [{ exp_serial: 'x'.repeat(limits.headingCharactersMax + 1) }, 400, /./],
      [
        Object.fromEntries(
          Array.from({ length: limits.mappedColumnsMax + 1 }, (_, n) => [`c${n}`, 'Form serial']),
        ),
        400,
        /./,
      ],
    ];
    for (const [columns, status, message] of refused) {
      const text = typeof columns === 'string' ? columns : JSON.stringify(columns);
      expect(await check({ file, columns: text }), text).toMatchObject({
        status,
        body: { message: expect.stringMatching(message) },
      });
    }
    expect(await db.columnMapping.count({ where: { userId: ana.id } })).toBe(0);
  });

  test("another customer's upload cannot be read again", async () => {
    const { uploadId } = await lacking(sheet(['110100']));
    const jamal = await newCustomer(app);
    expect(await check({ uploadId }, chosen, jamal.cookie)).toMatchObject({ status: 404 });
  });
});

test('a schedule is created and run with the headings that were given for its file', async () => {
  const file = new File(['Box number\nMSKU0383250\n'], 'boxes.csv');
  const fields = { name: 'Boxes', time: '09:30', serviceId: 'ctg-port-tracking', file };
  const create = (columns?: ColumnMapping) =>
    app.request('/api/schedules', { form: formOf(withColumns(fields, columns)), cookie: ana.cookie });
  expect(await create()).toMatchObject({ status: 422, body: { code: 'FILE_UNREADABLE' } });
  const { body, text } = await create({ container_no: 'Box number' });
  expect(body, text).toMatchObject({ success: true, rows: 1 });
  await db.columnMapping.deleteMany();
  const { id } = body['schedule'] as { id: string };
  await runSchedule(app.deps, { scheduleId: id, dueAt: new Date('2026-11-21T03:30:00Z') });
  expect(await db.job.findFirst({ where: { userId: ana.id } })).toMatchObject({
    columns: { container_no: 'Box number' },
    rowsTotal: 1,
  });
});

test('a run of a schedule, and a schedule of a past job, are read with their own headings and keep those chosen since', async () => {
  const serviceId = 'ctg-port-tracking';
  const boxes = (heading: string): File => new File([`${heading}\nMSKU0383250\n`], 'boxes.csv');
  const given = (heading: string): Fields => ({
    serviceId,
    file: boxes(heading),
    columns: JSON.stringify({ container_no: heading }),
  });
  const { body } = await app.request('/api/schedules', {
    form: formOf({ name: 'Boxes', time: '09:30', ...given('Box number') }),
    cookie: ana.cookie,
  });
  await checked(given('Ctr ref'));
  const { id } = body['schedule'] as { id: string };
  await runSchedule(app.deps, { scheduleId: id, dueAt: new Date('2026-11-21T03:30:00Z') });
  const job = await db.job.findFirstOrThrow({ where: { userId: ana.id } });
  expect(job.columns).toEqual({ container_no: 'Box number' });
  const price = { form: formOf({ jobId: job.id }), cookie: ana.cookie };
  expect(await app.request('/api/schedules/price', price)).toMatchObject({ status: 200 });
  expect(headerOf(await checked({ serviceId, file: boxes('Ctr ref') }), 'container_no')).toMatchObject({
    header: 'Ctr ref',
    byHand: true,
  });
});

test("a run of a schedule is the same request with its schedule's headings as with headings that are given", () => {
  const run = {
    serviceId: 'ctg-port-tracking',
    totalCredits: null,
    source: { uploadId: randomUUID() },
    idempotencyKey: null,
    isPractice: false,
  };
  const columns = { container_no: 'Box number' };
  // A draft of a run from before there were kept headings may still be unfinished.
  expect(requestHashOf({ ...run, keptColumns: columns })).toBe(requestHashOf({ ...run, columns }));
  expect(requestHashOf({ ...run, columns })).not.toBe(requestHashOf(run));
});
