/** Rows that are hidden in a workbook are named in the check, and before anything is filed. */
import { readFileSync } from 'node:fs';
import * as xlsx from '@e965/xlsx';
import Papa from 'papaparse';
import { beforeAll, it } from 'vitest';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';

const SERVICE = 'exp-duplicate-reporting';
const sandbox = await startSandbox();
const app = await startTestApp({ env: { BB_EXP_URL: sandbox.url('bb-exp') } });
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
  const login = { portalName: 'bangladesh_bank_exp', username: 'padma', password: 'padma1234' };
  await app.post('/api/credentials/save', { consent: true, ...login }, customer.cookie);
});

/** The service's sample as a workbook whose second row of data is hidden. */
function sampleWorkbook(): Buffer {
  const csv = readFileSync(`activities/services/${SERVICE}/sample.csv`, 'utf8');
  const sheet = xlsx.utils.aoa_to_sheet(Papa.parse<string[]>(csv.trimEnd()).data);
  sheet['!rows'] = [{}, {}, { hidden: true }];
  const book = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(book, sheet, 'Data');
  return Buffer.from(xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array);
}

it('a workbook with a hidden row says so, and is asked about before even a few rows are filed', async () => {
  const page = await web.openAs(customer, site.address(), `/dashboard?service=${SERVICE}`);
  await page
    .getByLabel('Drop your file here, or choose it')
    .setInputFiles({ name: 'rows.xlsx', mimeType: 'application/octet-stream', buffer: sampleWorkbook() });
  await page.getByText('Row 2 is hidden in the workbook.').first().waitFor();
  await page.getByRole('button', { name: 'Start Automation', disabled: false }).click();
  const question = page.getByRole('alertdialog', { name: 'File at the portal?' });
  await question.getByText('The workbook hides 1 row.').waitFor();
  await page.context().close();
});
