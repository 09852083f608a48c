/** A sheet that another window has changed since it was shown is not started: the page shows it as it is now. */
import { readFileSync } from 'node:fs';
import type { Page, Request } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';

const sandbox = await startSandbox();
const app = await startTestApp({ env: { EPB_URL: sandbox.url('epb') } });
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
  const login = { portalName: 'epb_export_tracker', username: 'exporter01', password: 'exporter1234' };
  await app.post('/api/credentials/save', { consent: true, ...login }, customer.cookie);
});

const changedText = 'This sheet was changed since you saw it';

/** Lets the next start through and answers those after it here, so that no job runs. Returns the requests. */
async function startsOf(page: Page, address: string): Promise<Request[]> {
  const starts: Request[] = [];
  await page.route(address, async (route) => {
    starts.push(route.request());
    if (starts.length === 1) await route.continue();
    else await route.abort();
  });
  return starts;
}

it('a start after another window has corrected a cell is refused, and the page shows that correction', async () => {
  const page = await web.openAs(customer, site.address(), '/dashboard?service=ctg-port-tracking');
  const buffer = Buffer.from(
    'container_no,direction\nMSKU0383250,IMPORT\nMSKU0383250,sideways\nMSKU0383250,upwards\n',
  );
  await page
    .getByLabel('Drop your file here, or choose it')
    .setInputFiles({ name: 'boxes.csv', mimeType: 'text/csv', buffer });
  await page.getByText('1 row ready').first().waitFor();
  const { uploadId } = await page.evaluate<{ uploadId: string }>(
    `JSON.parse(sessionStorage.getItem(Object.keys(sessionStorage).find((key) => key.startsWith('chalan-checked-file')))).preview`,
  );
  const edits = [{ heading: 'direction', text: 'IMPORT', rowNumber: 2 }];
  const corrected = await app.post(
    `/api/process-automation/uploads/${uploadId}/edits`,
    { serviceId: 'ctg-port-tracking', edits },
    customer.cookie,
  );
  expect(corrected).toMatchObject({ status: 200 });

  const starts = await startsOf(page, '**/api/process-automation');
  await page.getByRole('button', { name: /^Start Automation/ }).click();
  await page.getByText(changedText).first().waitFor();
  await page.getByRole('button', { name: 'Correct direction, row 2: IMPORT' }).waitFor();
  await page.getByText('1 correction made here').waitFor();
  // A correction that is made now is added to that of the other window.
  await page.getByRole('button', { name: 'Correct direction, row 3: upwards' }).click();
  await page.getByRole('textbox', { name: 'direction, row 3' }).fill('IMPORT');
  await page.getByRole('textbox', { name: 'direction, row 3' }).press('Enter');
  await page.getByText('2 corrections made here').waitFor();
  await page.getByRole('button', { name: /^Start Automation/, disabled: false }).click();
  await expect.poll(() => starts.length).toBe(2);
  const readings = starts.map((start) => /name="reading"\s+(\w+)/.exec(start.postData() ?? '')?.[1]);
  expect(readings[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(readings[1]).not.toBe(readings[0]);
  await page.context().close();
});

it('a REX submission after another window has taken another CSV is refused, and the page shows that CSV', async () => {
  const folder = 'activities/services/rex-soo-submission';
  const page = await web.openAs(customer, site.address(), '/rex-soo-submission');
  await page.getByLabel('Drop the ZIP of PDFs here, or choose it').setInputFiles(`${folder}/sample.zip`);
  await page.getByLabel('Drop the CSV here, or choose it').setInputFiles(`${folder}/sample.csv`);
  const submit = page.getByRole('button', { name: 'Submit', disabled: false });
  await submit.waitFor();
  const { id: uploadId } = await app.deps.db.upload.findFirstOrThrow({
    where: { userId: customer.id, documentsKey: { not: null } },
  });
  const form = new FormData();
  form.set('uploadId', uploadId);
  const other = readFileSync(`${folder}/sample.csv`, 'utf8').replaceAll('DHK1204477', 'DHK1209999');
  form.set('csvFile', new File([other], 'other.csv'));
  const taken = await app.request('/api/rex-soo/upload-csv', { form, cookie: customer.cookie });
  expect(taken, taken.text).toMatchObject({ status: 200 });

  const starts = await startsOf(page, '**/api/rex-soo/submit');
  await submit.click();
  await page.getByText(changedText).first().waitFor();
  await page.getByText('DHK1209999').first().waitFor();
  await page.getByRole('button', { name: 'Remove file other.csv' }).waitFor();
  await submit.click();
  await expect.poll(() => starts.length).toBe(2);
  await page.context().close();
});
