/** A start is bound to what the customer was shown of a sheet, although another window can change the same upload. */
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import type { RexCsv, RexZip } from '#contracts/calls/jobs/rex-answers.ts';
import type { SheetEdit } from '#contracts/jobs/sheet-edits.ts';
import type { Answer } from '#tests/harness/app.ts';
import { formOf, newExporter, noTraces, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const SERVICE = 'exp-search';
const REX = 'activities/services/rex-soo-submission';
const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BB_EXP_URL: sandbox.url('bb-exp'), EPB_URL: sandbox.url('epb') });

let ana: Customer;
beforeEach(async () => {
  await sandbox.seed();
  ana = await newExporter(app);
});

const sheet = (heading = 'exp_serial'): File =>
  new File([`AD Code,${heading},EXP year\n1084,110100,2026\n1084,110101,2026\n`], 'exps.csv');
const serial = (text: string): SheetEdit => ({ heading: 'exp_serial', text, rowNumber: 2 });
const changed = { status: 409, body: { code: 'SHEET_CHANGED' } };

const send = (place: string, fields: Record<string, string | File>): Promise<Answer> =>
  app.request(`/api/${place}`, { form: formOf(fields), cookie: ana.cookie });
const start = ({ uploadId }: Preview, reading: string): Promise<Answer> =>
  send('process-automation', { serviceId: SERVICE, uploadId, totalCredits: '1', reading });

async function edited({ uploadId }: Preview, edits: readonly SheetEdit[]): Promise<Preview> {
  const place = `/api/process-automation/uploads/${uploadId}/edits`;
  return (await app.post(place, { serviceId: SERVICE, edits }, ana.cookie)).body['preview'] as Preview;
}

test('a start is refused after another window has corrected the sheet, until the customer has seen that correction', async () => {
  const seen = await edited(await ana.previewed(SERVICE, sheet()), [serial('110102')]);
  await edited(seen, [serial('110103')]);
  expect(await start(seen, seen.reading)).toMatchObject(changed);
  expect(await ana.traces()).toEqual(noTraces);

  const { body } = await send('process-automation/preview', { serviceId: SERVICE, uploadId: seen.uploadId });
  const now = body['preview'] as Preview;
  expect(now.edits).toEqual([serial('110103')]);
  const answer = await start(now, now.reading);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  const { jobId } = answer.body as { jobId: string };
  expect((await ana.rows(jobId))[1]?.data['exp_serial']).toBe('110103');
  await ana.ended(jobId);
});

test('a start is refused after another window has chosen another column for the same upload', async () => {
  const file = new File(['AD Code,exp_serial,EXP year,Other\n1084,110100,2026,110109\n'], 'exps.csv');
  const seen = await ana.previewed(SERVICE, file);
  const columns = JSON.stringify({ exp_serial: 'Other' });
  await send('process-automation/preview', { serviceId: SERVICE, uploadId: seen.uploadId, columns });
  const answer = await send('process-automation', {
    serviceId: SERVICE,
    uploadId: seen.uploadId,
    totalCredits: '0.5',
    reading: seen.reading,
  });
  expect(answer).toMatchObject(changed);
});

test('a sheet that is read again without a change can be started with what was seen before', async () => {
  const seen = await edited(await ana.previewed(SERVICE, sheet()), [serial('110102')]);
  expect(await edited(seen, [serial('110102')])).toMatchObject({ reading: seen.reading });
  expect(await start(seen, seen.reading)).toMatchObject({ status: 200 });
});

const lines = readFileSync(`${REX}/sample.csv`, 'utf8').trimEnd().split('\n');
const csv = (text: readonly string[], name: string): File => new File([text.join('\n')], name);

async function keptZip(): Promise<RexZip> {
  const zipFile = new File([readFileSync(`${REX}/sample.zip`)], 'documents.zip');
  return (await send('rex-soo/upload-zip', { zipFile })).body as RexZip;
}
const keptCsv = async (uploadId: string, csvFile?: File): Promise<RexCsv> =>
  (await send('rex-soo/upload-csv', { uploadId, ...(csvFile ? { csvFile } : {}) })).body as RexCsv;
const submit = ({ extractPath }: RexZip, { preview: { reading, totalCredits: creditCost } }: RexCsv) =>
  app.post('/api/rex-soo/submit', { extractPath, creditCost, reading }, ana.cookie);

test('a REX submission is refused after another window has replaced its CSV by one of the same price', async () => {
  const login = { portalName: 'epb_export_tracker', username: 'exporter01', password: 'exporter1234' };
  await app.post('/api/credentials/save', { consent: true, ...login }, ana.cookie);
  const zip = await keptZip();
  const seen = await keptCsv(zip.uploadId, csv(lines, 'one.csv'));
  const other = lines.map((line) => line.replace('7046.94', '7046.95'));
  await keptCsv(zip.uploadId, csv(other, 'two.csv'));
  expect(await submit(zip, seen)).toMatchObject(changed);
  expect(await ana.traces()).toEqual(noTraces);

  const now = await keptCsv(zip.uploadId);
  expect(now).toMatchObject({ preview: { fileName: 'two.csv' } });
  expect(now.rows[0]).toMatchObject({ invoice_value: '7046.95' });
  expect(await submit(zip, now)).toMatchObject({ status: 200 });
});

test('the CSV of REX documents cannot be checked again before one was uploaded', async () => {
  const { uploadId } = await keptZip();
  expect(await send('rex-soo/upload-csv', { uploadId })).toMatchObject({
    status: 400,
    body: { code: 'REX_FILES_REQUIRED' },
  });
});

test('the sheet that is stored is the one that counts, even if the record names another', async () => {
  const zip = await keptZip();
  const { preview } = await keptCsv(zip.uploadId, csv(lines, 'one.csv'));
  const other = lines.map((line) => line.replace('7046.94', '7046.95')).join('\n');
  await app.deps.files.put(`uploads/${zip.uploadId}`, Buffer.from(other), 'application/octet-stream');
  const again = await keptCsv(zip.uploadId);
  expect(again.preview.reading).not.toBe(preview.reading);
});
