/** The calls of the REX page over HTTP, from the ZIP to the receipts: what is submitted is what the server keeps. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as xlsx from '@e965/xlsx';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { limits } from '#contracts/limits.ts';
import type { StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import type { RexCsv, RexMatch, RexSubmission, RexZip } from '#contracts/calls/jobs/rex-answers.ts';
import type { Answer } from '#tests/harness/app.ts';
import { formOf, newCustomer, noTraces, pdf, zipOf, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ EPB_URL: sandbox.url('epb') });
const folder = 'activities/services/rex-soo-submission';
const sampleZip = (): File => new File([readFileSync(`${folder}/sample.zip`)], 'documents.zip');
const sampleText = readFileSync(`${folder}/sample.csv`, 'utf8');
const sampleCsv = (text = sampleText): File => new File([text], 'shipments.csv');
/** The sample and a fourth shipment, which has only its invoice. */
const withIncomplete = `${sampleText.trimEnd()}\n1845,ES,DHK1204480,2509678,1200.00,,,,,,,,\n`;
const names = ['2509675', '2509676', '2509677'].flatMap((no) => [`I${no}.pdf`, `${no}.pdf`]);

let logins = 0;

/** With a separate login on the portal, so that the tests' filings do not collide. */
async function exporter(): Promise<Customer> {
  const customer = await newCustomer(app);
  logins += 1;
  const username = `exporter${String(logins).padStart(2, '0')}`;
  const login = { consent: true, portalName: 'epb_export_tracker', username, password: 'exporter1234' };
  await app.post('/api/credentials/save', login, customer.cookie);
  return customer;
}

const send = (customer: Customer, place: string, fields: Record<string, string | File>): Promise<Answer> =>
  app.request(`/api/${place}`, { form: formOf(fields), cookie: customer.cookie });
const submit = (customer: Customer, json: object): Promise<Answer> =>
  app.post('/api/rex-soo/submit', json, customer.cookie);

async function keptZip(customer: Customer, zipFile = sampleZip()): Promise<RexZip> {
  const answer = await send(customer, 'rex-soo/upload-zip', { zipFile, userId: customer.id });
  expect(answer, answer.text).toMatchObject({ status: 200, body: { success: true } });
  return answer.body as RexZip;
}

async function keptCsv(customer: Customer, fields: Record<string, string | File>): Promise<RexCsv> {
  const answer = await send(customer, 'rex-soo/upload-csv', fields);
  expect(answer, answer.text).toMatchObject({ status: 200, body: { success: true } });
  return answer.body as RexCsv;
}

async function submissions(customer: Customer): Promise<RexSubmission[]> {
  const { body } = await customer.get(`/api/rex-soo/submissions/${customer.id}`);
  return body['submissions'] as RexSubmission[];
}

/** The sheet of the files that belong to no row, in the job's workbook. */
async function unmatchedFiles(customer: Customer, jobId: string): Promise<unknown[][]> {
  const { files } = await customer.job(jobId);
  const { bytes } = await customer.get(files.find(({ name }) => name === 'result.xlsx')?.url ?? '');
  const sheet = xlsx.read(bytes).Sheets['unmatched_files'];
  return sheet ? xlsx.utils.sheet_to_json(sheet, { header: 1 }) : [];
}

/** All sandbox accounts share one REX number; on the real portal each exporter has a different one. */
beforeEach(() => app.deps.db.portalReference.deleteMany());

describe('refused REX submissions', () => {
  async function expectRefused(customer: Customer, answer: Answer, refusal: object): Promise<void> {
    expect(answer).toMatchObject({ body: { success: false }, ...refusal });
    expect(await customer.traces()).toEqual(noTraces);
    expect(await customer.credits()).toEqual({ available: 100, held: 0 });
  }

  const both = 'Both ZIP and CSV files are required for REX/SOO submission.';
  test.each([
    ['without the ZIP', { csvFile: sampleCsv() }],
    ['without the CSV', { zipFile: sampleZip() }],
  ])('a REX start %s is refused and costs nothing', async (_, files) => {
    const ana = await exporter();
    const answer = await send(ana, 'process-rex-submission', { ...files, totalCredits: '6' });
    await expectRefused(ana, answer, { status: 400, body: { code: 'REX_FILES_REQUIRED', message: both } });
  });

  test('a REX submission is refused until its CSV was uploaded [csv-comes-first]', async () => {
    const ana = await exporter();
    const { extractPath } = await keptZip(ana);
    await expectRefused(ana, await submit(ana, { extractPath, creditCost: 6 }), {
      status: 400,
      body: { code: 'REX_FILES_REQUIRED' },
    });
  });

  test.each([
    '',
    'rex/',
    '/etc/passwd',
    'rex/../../etc/passwd',
    `rex/${randomUUID()}`,
    `rex/${randomUUID()}/..`,
  ])('a REX submission of the path %j, which names no upload, is refused', async (extractPath) => {
    const ana = await exporter();
    await keptCsv(ana, { csvFile: sampleCsv(), uploadId: (await keptZip(ana)).uploadId });
    const answer = await submit(ana, { extractPath, creditCost: 6 });
    await expectRefused(ana, answer, { status: 404, body: { code: 'NOT_FOUND' } });
  });

  test("another customer's REX upload can neither get a CSV nor be submitted", async () => {
    const [ana, eve] = [await exporter(), await exporter()];
    const { uploadId, extractPath } = await keptZip(ana);
    await keptCsv(ana, { csvFile: sampleCsv(), uploadId });
    const notFound = { status: 404, body: { code: 'NOT_FOUND' } };
    await expectRefused(
      eve,
      await send(eve, 'rex-soo/upload-csv', { csvFile: sampleCsv(), uploadId }),
      notFound,
    );
    await expectRefused(eve, await send(eve, 'rex-soo/upload-csv', { csvFile: sampleCsv() }), notFound);
    await expectRefused(eve, await submit(eve, { extractPath, creditCost: 6 }), notFound);
  });

  test('a REX submission costs two credits per matched entry, whatever matches the client claims [price-by-the-server]', async () => {
    const ana = await exporter();
    const { extractPath } = await keptZip(ana);
    await keptCsv(ana, { csvFile: sampleCsv(withIncomplete) });
    const matches = [{ rowIndex: 3, rowData: {}, hasAllDocuments: true }];
    await expectRefused(ana, await submit(ana, { extractPath, creditCost: 8, matches }), {
      status: 409,
      body: { code: 'PRICE_CHANGED' },
    });
  });

  test('a REX submission is refused to a customer without their own login on the portal', async () => {
    const ana = await newCustomer(app);
    const files = { zipFile: sampleZip(), csvFile: sampleCsv(), totalCredits: '6' };
    await expectRefused(ana, await send(ana, 'process-rex-submission', files), {
      status: 409,
      body: { code: 'CREDENTIALS_REQUIRED' },
    });
  });

  test.each([
    ['a PDF as the ZIP', pdf(), 'INVALID_FILE_TYPE'],
    ['a PDF that is called a ZIP', pdf('documents.zip'), 'FILE_UNREADABLE'],
  ])('a REX upload of %s is refused and not stored', async (_, zipFile, code) => {
    const ana = await exporter();
    const answer = await send(ana, 'rex-soo/upload-zip', { zipFile });
    await expectRefused(ana, answer, { body: { code } });
    expect(await app.deps.db.upload.count({ where: { userId: ana.id } })).toBe(0);
  });

  test('an invalid REX CSV is refused, and the one before stays in place', async () => {
    const ana = await exporter();
    const { uploadId } = await keptZip(ana);
    await keptCsv(ana, { csvFile: sampleCsv(), uploadId });
    const before = await app.deps.db.upload.findMany({ where: { userId: ana.id } });
    const answer = await send(ana, 'rex-soo/upload-csv', { csvFile: pdf('shipments.pdf'), uploadId });
    await expectRefused(ana, answer, { status: 400, body: { code: 'INVALID_FILE_TYPE' } });
    expect(await app.deps.db.upload.findMany({ where: { userId: ana.id } })).toEqual(before);
  });
});

describe('matching of REX documents', () => {
  const match = async (csvRows: object[], pdfFiles: unknown[]): Promise<RexMatch[]> => {
    const ana = await newCustomer(app);
    const { body } = await app.post('/api/rex-soo/match-documents', { csvRows, pdfFiles }, ana.cookie);
    return body['matches'] as RexMatch[];
  };

  test('matching finds both PDFs of a row by its invoice number, in any case and under any heading [pdfs-of-a-row]', async () => {
    const files = ['i2509675.PDF', { filename: '2509675.pdf' }];
    for (const heading of ['invoice_no', 'Invoice No', 'INVOICE'])
      expect(await match([{ [heading]: ' 2509675 ' }], files)).toEqual([
        {
          rowIndex: 0,
          rowData: { [heading]: ' 2509675 ' },
          invoiceDocument: 'i2509675.PDF',
          blDocument: '2509675.pdf',
          hasAllDocuments: true,
        },
      ]);
  });

  test('matching says which PDF is missing, and matches nothing to a row without a proper invoice number', async () => {
    const rows = [{ invoice_no: '2509675' }, { invoice_no: '../2509675' }, { invoice_no: '' }, {}];
    const found = await match(rows, ['I2509675.pdf', 'I.pdf', '.pdf']);
    expect(found.map(({ invoiceDocument, blDocument }) => [invoiceDocument, blDocument])).toEqual([
      ['I2509675.pdf', null],
      [null, null],
      [null, null],
      [null, null],
    ]);
    expect(found.some(({ hasAllDocuments }) => hasAllDocuments)).toBe(false);
  });
});

test('a REX ZIP lists its PDFs and what is wrong with the other files', async () => {
  const ana = await exporter();
  const files = [pdf('I1.pdf'), pdf('papers/i1.PDF'), new File(['no'], 'readme.txt')];
  const { files: listed, message } = await keptZip(ana, await zipOf('documents.zip', files));
  expect(listed).toMatchObject([
    { filename: 'I1.pdf', problem: null, problemData: null },
    { filename: 'i1.PDF', problem: 'The ZIP file holds this name twice.' },
    { filename: 'readme.txt', problem: 'The file is not a PDF.' },
  ]);
  expect(message).toBe('1 PDF file found in documents.zip.');
});

test('a REX CSV with other headings names them, is read under the chosen ones, and they are remembered', async () => {
  const ana = await exporter();
  const { uploadId } = await keptZip(ana);
  const csvFile = sampleCsv(sampleText.replace('invoice_no', 'Commercial Inv'));
  const refused = await send(ana, 'rex-soo/upload-csv', { csvFile, uploadId });
  expect(refused).toMatchObject({ status: 422, body: { missingColumns: [{ name: 'invoice_no' }] } });
  const headings = refused.body['headings'] as { heading: string }[];
  expect(headings.map(({ heading }) => heading)).toContain('Commercial Inv');
  const columns = JSON.stringify({ invoice_no: 'Commercial Inv' });
  const read = await keptCsv(ana, { csvFile, uploadId, columns });
  expect(read).toMatchObject({ uploadId, preview: { billableRows: 3 } });
  expect(read.rows[0]).toMatchObject({ invoice_no: '2509675' });
  expect(await keptCsv(ana, { csvFile, uploadId })).toMatchObject({ preview: { billableRows: 3 } });
});

test('a REX CSV says of every row whether it is valid, however many problems are listed', async () => {
  const ana = await newCustomer(app);
  const { uploadId } = await keptZip(ana);
  const [heading = '', row = ''] = sampleText.split('\n');
  const wrong = row.replace('7046.94', 'much');
  const rows = [row, ...Array.from({ length: limits.previewProblemsMax + 1 }, () => wrong)];
  const read = await keptCsv(ana, { csvFile: sampleCsv([heading, ...rows].join('\n')), uploadId });
  expect(read.preview).toMatchObject({ problemsTruncated: true });
  expect(read.invalidRows).toEqual(rows.slice(1).map((_, index) => index + 2));
});

test('the documents of a REX row with a wrong cell are not called unneeded', async () => {
  const ana = await exporter();
  const { uploadId } = await keptZip(ana);
  const read = await keptCsv(ana, { csvFile: sampleCsv(sampleText.replace('7046.94', 'much')), uploadId });
  expect(read.preview).toMatchObject({ billableRows: 2, problems: [{ row: 1 }], warnings: [] });
});

test('the three REX steps record and list every shipment with both documents, at two credits each', async () => {
  const ana = await exporter();
  await keptZip(ana, await zipOf('old.zip', [pdf('I1.pdf')]));
  const zip = await keptZip(
    ana,
    await zipOf('documents.zip', [...names, 'I2509678.pdf', 'other.pdf'].map(pdf)),
  );
  const csv = await keptCsv(ana, { csvFile: sampleCsv(withIncomplete), userId: ana.id });
  expect(csv).toMatchObject({
    uploadId: zip.uploadId,
    message: '3 of 4 rows are ready.',
    preview: {
      billableRows: 3,
      totalCredits: 6,
      problems: [{ row: 4, column: '2509678.pdf', problem: '2509678.pdf is not in the ZIP file.' }],
      warnings: [{ row: 0, problem: 'No row needs the file other.pdf.' }],
    },
  });
  const matched = await app.post(
    '/api/rex-soo/match-documents',
    { csvRows: csv.rows, pdfFiles: zip.files },
    ana.cookie,
  );
  const matches = matched.body['matches'] as RexMatch[];
  expect(matches.map(({ hasAllDocuments }) => hasAllDocuments)).toEqual([true, true, true, false]);

  const body = { userId: ana.id, csvFileName: 'shipments.csv', zipFileName: 'documents.zip', matches };
  const answer = await submit(ana, { ...body, extractPath: zip.extractPath, creditCost: 6 });
  expect(answer, answer.text).toMatchObject({ status: 200, body: { success: true, newCredits: 94 } });
  const { jobId } = answer.body as StartedJob;
  expect(await ana.ended(jobId)).toMatchObject({
    state: 'completed',
    rowsSucceeded: 3,
    rowsFailed: 1,
    creditsUsed: 6,
  });
  expect(await ana.credits()).toEqual({ available: 94, held: 0 });
  expect(await verifyLedger(app.deps.db)).toEqual([]);
  expect(await unmatchedFiles(ana, jobId)).toEqual([['file_name'], ['other.pdf']]);

  const listed = await submissions(ana);
  expect(
    listed.map(({ invoice_no, outcome, portal_record_id }) => [invoice_no, outcome, portal_record_id]),
  ).toEqual([
    ['2509675', 'SUCCESS', expect.stringMatching(/^SOO-\d{6}$/)],
    ['2509676', 'SUCCESS', expect.stringMatching(/^SOO-\d{6}$/)],
    ['2509677', 'SUCCESS', expect.stringMatching(/^SOO-\d{6}$/)],
  ]);
  expect(listed[0]).toMatchObject({
    jobId,
    rex_importer_id: '1842',
    destination_country_id: 'SE',
    bl_no: 'DHK1204477',
    invoice_value: '7046.94',
    documents: [{ name: 'SOO_2509675.pdf' }],
  });
  const receipt = await ana.get(listed[0]?.documents[0]?.url ?? '');
  expect(receipt.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  expect(await submissions(await newCustomer(app))).toEqual([]);
});

test('a REX start with both files at once runs the whole job, and one key starts it once', async () => {
  const ana = await exporter();
  const headers = { 'idempotency-key': randomUUID() };
  const start = () => {
    const form = formOf({ zipFile: sampleZip(), csvFile: sampleCsv(), userId: ana.id, totalCredits: 6 });
    return app.request('/api/process-rex-submission', { form, cookie: ana.cookie, headers });
  };
  const first = await start();
  expect(first, first.text).toMatchObject({
    status: 200,
    body: { success: true, status: 'processing', newCredits: 94, immediate: true, queuePosition: null },
  });
  const { jobId } = first.body as StartedJob;
  expect((await start()).body).toMatchObject({ jobId });
  expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 3, creditsUsed: 6 });
  expect(await submissions(ana)).toHaveLength(3);
});
