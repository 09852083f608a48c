/** The bank and "Only make the documents" in a real browser: they stay with the file, and the last question names the bank. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { placeOfBank } from '#contracts/portals/bank-places.ts';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { CLAIMS_SERVICE, DELTA } from '#tests/harness/banks.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
  await app.deps.db.bank.create({
    data: {
      key: DELTA,
      place: placeOfBank(DELTA),
      nameEn: 'Delta Bank',
      nameBn: 'ডেল্টা ব্যাংক',
      hasDesk: true,
      isEnabled: true,
    },
  });
});

const bank = (page: Page) => page.getByLabel('Bank', { exact: true });
const onlyDocuments = (page: Page) => page.getByRole('switch', { name: 'Only make the documents' });
const isOnlyDocuments = (page: Page): Promise<string | null> =>
  onlyDocuments(page).getAttribute('aria-checked');

/** Opens the form with a checked sheet of claims, of which the page is shown as many as wanted. */
async function openClaims(rows: number | null = null): Promise<Page> {
  const page = await web.openAs(customer, site.address(), `/dashboard?service=${CLAIMS_SERVICE}`);
  if (rows !== null)
    await page.route('**/api/process-automation/preview', async (route) => {
      const answer = await route.fetch();
      const { preview, ...others } = (await answer.json()) as { preview: Preview };
      await route.fulfill({
        json: { ...others, preview: { ...preview, billableRows: rows, totalCredits: 1 } },
      });
    });
  const { bytes } = await app.get(`/templates/${CLAIMS_SERVICE}.csv`);
  await page
    .getByLabel('Drop your file here, or choose it')
    .setInputFiles({ name: 'claims.csv', mimeType: 'text/csv', buffer: bytes });
  await page.getByText('Check and start').first().waitFor();
  await page.getByRole('button', { name: 'Remove file claims.csv' }).waitFor();
  return page;
}

async function lookElsewhereAndReturn(page: Page): Promise<void> {
  const places = page.getByRole('navigation', { name: 'Main' });
  await places.getByRole('link', { name: 'Credits' }).click();
  await page.waitForURL(/tab=credits/);
  await places.getByRole('link', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Remove file claims.csv' }).waitFor();
}

it('the chosen bank and that only documents are made stay with the checked file when another page is looked at', async () => {
  const page = await openClaims();
  await bank(page).selectOption('delta-bank');
  await lookElsewhereAndReturn(page);
  expect(await bank(page).inputValue()).toBe(DELTA);
  await bank(page).selectOption('lien-bank');
  await onlyDocuments(page).click();
  await onlyDocuments(page).and(page.locator('[aria-checked=true]')).waitFor();
  await lookElsewhereAndReturn(page);
  expect(await isOnlyDocuments(page)).toBe('true');
  expect(await bank(page).inputValue()).toBe('lien-bank');
  await onlyDocuments(page).click();
  await lookElsewhereAndReturn(page);
  expect(await isOnlyDocuments(page)).toBe('false');
  await page.context().close();
});

it('the service, the bank and that only documents are made stay chosen when the file is taken away', async () => {
  const page = await openClaims();
  await bank(page).selectOption('lien-bank');
  await onlyDocuments(page).click();
  await lookElsewhereAndReturn(page);
  await page.getByRole('button', { name: 'Remove file claims.csv' }).click();
  await page.getByLabel('Drop your file here, or choose it').waitFor({ state: 'attached' });
  expect(await bank(page).inputValue()).toBe('lien-bank');
  expect(await isOnlyDocuments(page)).toBe('true');
  await page.context().close();
});

it('the question before many filings names the bank and the price', async () => {
  const login = { username: 'exporter01', password: 'exporter1234', consent: true };
  const saved = await app.post(
    '/api/credentials/save',
    { ...login, portalName: 'bank_cash_incentive' },
    customer.cookie,
  );
  expect(saved).toMatchObject({ status: 200 });
  const page = await openClaims(40);
  await bank(page).selectOption('lien-bank');
  await page.getByRole('button', { name: 'Start Automation', disabled: false }).click();
  const question = page.getByRole('alertdialog', { name: 'File at the portal?' });
  await question.getByText('This files 40 rows at Lien bank.').waitFor();
  await question.getByRole('button', { name: 'File 40 rows · 1.00 credits', exact: true }).waitFor();
  await page.context().close();
});
