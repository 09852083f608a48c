/** A job whose documents are printed pages: published in the page map, and in the result files like all others. */
import { afterAll, afterEach, expect, test } from 'vitest';
import { closePdfPool, readPdfText } from '#activities/pdf/reading/pool.ts';
import { newCustomer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const PORTAL = 'customs';
const sandbox = await startSandbox();
const app = await startAppWithWorkers({ CUSTOMS_URL: sandbox.url(PORTAL) });
const { db } = app.deps;
afterEach(() => db.portalPageMap.deleteMany());
afterAll(closePdfPool);

test('manifests without a PDF are printed once administrators say so in the page map, and combined like others', async () => {
  await sandbox.seed({ portal: PORTAL, records: { settings: { manifest: 'page' } } });
  const admin = await app.signUpAndVerify({ isAdmin: true });
  const ana = await newCustomer(app);
  const published = await app.request(`/api/admin/portals/${PORTAL}/page-map`, {
    method: 'PUT',
    json: { changes: { 'status.document': 'printed' }, version: 0, reason: 'The page is the evidence.' },
    cookie: admin.cookie,
  });
  expect(published).toMatchObject({ status: 200 });
  const sheet = 'office_code,be_serial,be_number,be_year\n301,C,796229,2026\n301,C,796235,2026';
  const { jobId } = await ana.started({
    serviceId: 'egm-download',
    file: new File([sheet], 'bills.csv'),
    totalCredits: 2,
  });
  expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 2 });
  const { bytes } = await app.get(`/api/jobs/${jobId}/download`, ana.cookie);
  const files = await unzip(bytes);
  const folder = `egm-download_${jobId}`;
  const name = `${folder}/documents/EGM_301_C796229_2026.pdf`;
  const document = files.get(name);
  expect([...files.keys()]).toEqual(expect.arrayContaining([name, `${folder}/combined.pdf`]));
  for (const pdf of [document, files.get(`${folder}/combined.pdf`)]) {
    const reading = await readPdfText(new Uint8Array(pdf ?? []), { fileName: 'printed.pdf' });
    expect(JSON.stringify(reading)).toContain('20263187');
  }
});
